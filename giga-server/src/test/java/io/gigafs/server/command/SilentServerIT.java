package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.mounting.MountLab;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs on a mount, and commands, while all servers are stopped and do not reply. */
class SilentServerIT {
  private static final long DEADLINE_SECONDS = 300;

  private static final List<String> PROGRAMS =
      List.of("cat @/f", "ls -l @", "touch @/g", "cp @/f /dev/null", "rm -f @/f", "mkdir @/d");

  @TempDir private static Path shared;

  private static GigaProcess cluster;
  private static GigaProcess mount;
  private static String url;
  private static Path mounted;

  private final List<Process> programs = new ArrayList<>();

  @BeforeAll
  static void start() throws IOException {
    MountLab.require();
    cluster = GigaProcess.start("dev-cluster", "--dir", shared.resolve("cluster").toString());
    url = cluster.nextLine().substring("ready ".length());
    mounted = Files.createDirectory(shared.resolve("mount"));
    // All waits are longer than any assertion here.
    mount =
        GigaProcess.start(
            "mount",
            "-f",
            "-o",
            "timeout=1h,attr_timeout=0,entry_timeout=0",
            url,
            mounted.toString());
    mount.nextLine();
    // Each program has its own directory: the kernel serializes changes of one directory.
    for (String program : PROGRAMS) {
      Path own = Files.createDirectory(mounted.resolve(program.split(" ", 2)[0]));
      Files.writeString(own.resolve("f"), "text\n");
    }
  }

  @AfterAll
  static void stop() throws Exception {
    if (mount != null) {
      mount.close();
      new ProcessBuilder("umount", "-l", mounted.toString()).start().waitFor();
    }
    if (cluster != null) {
      cluster.close();
    }
  }

  private static void signal(long pid, String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
    assertThat(kill.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
    assertThat(kill.exitValue()).isZero();
  }

  /** Sends a signal to all servers, to stop or to continue them. */
  private static void servers(String signal) throws Exception {
    for (ProcessHandle server : cluster.descendants()) {
      signal(server.pid(), signal);
    }
    signal(cluster.pid(), signal);
  }

  private Process program(String script) throws IOException {
    Process process =
        new ProcessBuilder("bash", "-c", script)
            .directory(Path.of("/").toFile())
            .redirectErrorStream(true)
            .start();
    programs.add(process);
    return process;
  }

  /** Waits until a program waits for the mount. */
  private static void awaitWaiting(Process process) throws Exception {
    Path stack = Path.of("/proc/" + process.pid() + "/wchan");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (process.isAlive() && !read(stack).contains("request_wait_answer")) {
      assertThat(System.nanoTime()).as("%s waits", process.info()).isLessThan(end);
      Thread.onSpinWait();
    }
  }

  private static String read(Path file) throws IOException {
    try {
      return Files.readString(file);
    } catch (NoSuchFileException e) {
      return "";
    }
  }

  private static void assertEnds(Process process) throws Exception {
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS))
        .as(process.info().toString())
        .isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "INT"})
  void signalsEndWaitingProgramsAtOnce(String signal) throws Exception {
    servers("STOP");
    try {
      List<Process> all = new ArrayList<>();
      for (String program : PROGRAMS) {
        // The parent of the tests may ignore SIGINT, as shells do for background jobs.
        all.add(
            program(
                "exec env --default-signal "
                    + program.replace("@", mounted + "/" + program.split(" ", 2)[0])));
      }
      for (Process process : all) {
        awaitWaiting(process);
        assertThat(process.isAlive()).isTrue();
        signal(process.pid(), signal);
      }
      for (Process process : all) {
        assertEnds(process);
      }
    } finally {
      servers("CONT");
    }
    Process after = program("cd " + mounted + "; rm -rf mkdir/d; touch rm/f; cat cat/f");
    assertThat(new String(after.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .isEqualTo("text\n");
  }

  @Test
  void programsThatHandleASignalGetTheirReply() throws Exception {
    servers("STOP");
    Process process;
    try {
      process = program("trap 'echo alarm' ALRM; test -e " + mounted + "/cat/f && echo there");
      awaitWaiting(process);
      for (int i = 0; i < 3; i++) {
        signal(process.pid(), "ALRM");
      }
    } finally {
      servers("CONT");
    }
    assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
        .contains("alarm")
        .contains("there");
  }

  /** Waits until a command has a socket, or has ended. */
  private static void awaitConnection(GigaProcess process) throws IOException {
    Path open = Path.of("/proc/" + process.pid() + "/fd");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    boolean isConnected = false;
    while (!isConnected && Files.exists(open)) {
      assertThat(System.nanoTime()).as("the command connects").isLessThan(end);
      try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(open)) {
        for (Path descriptor : descriptors) {
          isConnected |= isSocket(descriptor);
        }
      } catch (DirectoryIteratorException | NoSuchFileException e) {
        isConnected = false; // it has ended meanwhile
      }
    }
  }

  private static boolean isSocket(Path descriptor) throws IOException {
    try {
      return Files.readSymbolicLink(descriptor).toString().startsWith("socket:");
    } catch (NoSuchFileException e) {
      return false; // it is closed meanwhile
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fs put /etc/hostname /h", "status"})
  void terminationEndsWaitingCommandsAtOnce(String command) throws Exception {
    servers("STOP");
    try {
      List<String> words = new ArrayList<>(List.of(command.split(" ")));
      words.addAll(List.of("-c", url, "--timeout", "1h"));
      try (GigaProcess process = GigaProcess.start(words.toArray(String[]::new))) {
        awaitConnection(process);
        process.terminate();
        assertThat(process.exitCode()).isEqualTo(143);
        assertThat(process.err()).doesNotContain("at io.gigafs");
      }
    } finally {
      servers("CONT");
    }
  }
}
