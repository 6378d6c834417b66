package io.gigafs.fuse.mounting;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.ErrnoText;
import io.gigafs.fuse.binding.NativeCalls;
import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The set-user-id program that mounts for users. It checks whether they may mount, and passes the
 * descriptor of /dev/fuse over a socket, whose number it finds in its environment.
 */
final class Fusermount {
  private static final List<String> PROGRAMS = List.of("fusermount3", "fusermount");
  private static final int UNIX = 1;
  private static final int STREAM = 1;
  private static final int CLOEXEC_RECEIVED = 0x40000000;
  private static final long DEADLINE_SECONDS = 30;

  /** struct msghdr: name 8, its length 8, iov 8, count 8, control 8, its length 8, flags 8. */
  private static final int MESSAGE = 56;

  /** struct cmsghdr: length 8, level 4, type 4; then the descriptor. */
  private static final int CONTROL = 24;

  private static final int RIGHTS = 1;

  private final NativeCalls calls;

  Fusermount(NativeCalls calls) {
    this.calls = calls;
  }

  /** Mounts, and returns the descriptor of /dev/fuse. */
  int mount(Path directory, String options) throws IOException {
    String program = program();
    int[] pair = new int[2];
    int made = calls.result(calls.raw().socketpair(UNIX, STREAM, 0, pair));
    if (made < 0) {
      throw new IOException("cannot create a pair of sockets: " + ErrnoText.of(-made));
    }
    try {
      int[] pid = new int[1];
      try {
        spawn(program, List.of("-o", options, "--", directory.toString()), pair[0], pid);
      } finally {
        calls.close(pair[0]);
      }
      int descriptor = receive(pair[1]);
      int[] status = new int[1];
      calls.raw().waitpid(pid[0], status, 0);
      if (descriptor < 0) {
        throw new IOException(program + " did not mount on " + directory + ", and said why");
      }
      return descriptor;
    } finally {
      calls.close(pair[1]);
    }
  }

  private void spawn(String program, List<String> arguments, int socket, int[] pid)
      throws IOException {
    List<ByteBuffer> kept = new ArrayList<>();
    List<String> words = new ArrayList<>();
    words.add(program);
    words.addAll(arguments);
    List<String> environment = new ArrayList<>();
    for (Map.Entry<String, String> variable : System.getenv().entrySet()) {
      environment.add(variable.getKey() + "=" + variable.getValue());
    }
    environment.add("_FUSE_COMMFD=" + socket);
    int error;
    try {
      error =
          calls
              .raw()
              .posix_spawnp(
                  pid,
                  NativeCalls.terminated(program),
                  0,
                  0,
                  pointers(words, kept),
                  pointers(environment, kept));
    } finally {
      // The strings must stay reachable until here.
      Reference.reachabilityFence(kept);
    }
    if (error != 0) {
      throw new IOException("cannot run " + program + ": " + ErrnoText.of(error));
    }
  }

  private long[] pointers(List<String> texts, List<ByteBuffer> kept) {
    long[] pointers = new long[texts.size() + 1];
    for (int i = 0; i < texts.size(); i++) {
      byte[] bytes = NativeCalls.terminated(texts.get(i));
      ByteBuffer memory = ByteBuffer.allocateDirect(bytes.length).put(bytes);
      kept.add(memory);
      pointers[i] = calls.address(memory.clear());
    }
    return pointers;
  }

  /** The descriptor that arrives with a message of one byte, or -1 if the program ended. */
  private int receive(int socket) {
    ByteBuffer memory =
        ByteBuffer.allocateDirect(MESSAGE + 16 + 8 + CONTROL).order(ByteOrder.nativeOrder());
    long base = calls.address(memory);
    int vector = MESSAGE;
    int letter = vector + 16;
    int control = letter + 8;
    memory.putLong(16, base + vector).putLong(24, 1);
    memory.putLong(32, base + control).putLong(40, CONTROL);
    memory.putLong(vector, base + letter).putLong(vector + 8, 1);
    int received;
    do {
      received = calls.result(calls.raw().recvmsg(socket, base, CLOEXEC_RECEIVED));
    } while (received == -Errno.EINTR);
    boolean rights =
        received > 0 && memory.getLong(40) > 16 && memory.getInt(control + 12) == RIGHTS;
    return rights ? memory.getInt(control + 16) : -1;
  }

  Mounter.Outcome unmount(Path directory, boolean lazily) throws IOException {
    List<String> command = new ArrayList<>(List.of(program(), "-u"));
    if (lazily) {
      command.add("-z");
    }
    command.add("--");
    command.add(directory.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (!process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IOException(String.join(" ", command) + " does not terminate");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while " + directory + " was being unmounted", e);
    }
    if (process.exitValue() == 0) {
      return Mounter.Outcome.DONE;
    }
    if (said.contains("busy")) {
      return Mounter.Outcome.BUSY;
    }
    throw new IOException("cannot unmount " + directory + ": " + said.strip());
  }

  private static String program() throws IOException {
    String path = System.getenv().getOrDefault("PATH", "/usr/bin:/bin");
    for (String program : PROGRAMS) {
      for (String folder : path.split(":", -1)) {
        if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
          return program;
        }
      }
    }
    throw new IOException(
        "users mount with fusermount3, which is not installed: 'apt-get install fuse3' or"
            + " 'dnf install fuse3'; root needs nothing");
  }
}
