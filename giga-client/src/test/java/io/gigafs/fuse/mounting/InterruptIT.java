package io.gigafs.fuse.mounting;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.memory.MemoryFileSystem;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests signals sent to programs whose calls the file system does not answer. */
class InterruptIT {
  private static final int THREADS = 4;
  private static final int MANY = 12;
  private static final long DEADLINE_SECONDS = 120;

  /** Methods that no program waits for. */
  private static final Set<String> NOT_WAITED_FOR =
      Set.of(
          "release",
          "releasedir",
          "forget",
          "root",
          "keepsLinks",
          "mounted",
          "unmounted",
          "serving",
          "served");

  @TempDir private Path directory = Path.of(".");
  private final MemoryFileSystem memory = new MemoryFileSystem();
  private final CountDownLatch answers = new CountDownLatch(1);
  private final AtomicInteger calls = new AtomicInteger();

  /** Calls in order; a write is added when it ends. */
  private final Queue<String> served = new ConcurrentLinkedQueue<>();

  private final List<Process> processes = new ArrayList<>();
  private volatile Predicate<String> hanging = method -> false;
  private @Nullable FuseMount mounted;

  @BeforeEach
  void mount() throws IOException {
    MountLab.require();
    FuseFileSystem fileSystem =
        (FuseFileSystem)
            Proxy.newProxyInstance(
                FuseFileSystem.class.getClassLoader(),
                new Class<?>[] {FuseFileSystem.class},
                (proxy, method, arguments) -> {
                  if (!NOT_WAITED_FOR.contains(method.getName())
                      && hanging.test(method.getName())) {
                    hang();
                  }
                  try {
                    if (!method.getName().equals("write")) {
                      served.add(method.getName());
                    }
                    Object result = method.invoke(memory, arguments);
                    if (method.getName().equals("write")) {
                      served.add("write");
                    }
                    return result;
                  } catch (InvocationTargetException e) {
                    throw e.getCause();
                  }
                });
    mounted = MountLab.mount(fileSystem, directory, MountLab.uncached(THREADS, 64));
    Files.writeString(directory.resolve("f"), "text");
  }

  private void hang() {
    calls.incrementAndGet();
    boolean isAnswered = false;
    while (!isAnswered) {
      try {
        answers.await();
        isAnswered = true;
      } catch (InterruptedException e) {
        // As with a cluster client, the work goes on.
      }
    }
  }

  @AfterEach
  void unmount() {
    answers.countDown();
    processes.forEach(Process::destroyForcibly);
    if (mounted != null) {
      mounted.close();
    }
  }

  /** Starts a program and returns once it waits for the file system. */
  private Process waiting(String script) throws IOException {
    int before = calls.get();
    Process process = start(script);
    MountLab.await(() -> calls.get() > before || !process.isAlive(), script + " does not wait");
    assertThat(process.isAlive()).as(script).isTrue();
    return process;
  }

  private Process start(String script) throws IOException {
    Process process =
        new ProcessBuilder("bash", "-c", script)
            .directory(Path.of("/tmp").toFile())
            .redirectErrorStream(true)
            .start();
    processes.add(process);
    return process;
  }

  private static void signal(Process process, String name) throws Exception {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    assertThat(kill.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
  }

  private void assertEnds(Process process, String what) throws Exception {
    assertThat(process.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS)).as(what).isTrue();
    assertThat(answers.getCount()).as("the file system has not answered").isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "lookup, stat none",
    "getattr, stat f",
    "open, cat f",
    "read, cat f",
    "flush, cat f",
    "create, touch new",
    "write, dd if=/dev/zero of=f bs=1 count=1 status=none",
    "fsync, sync f",
    "setattr, chmod 600 f",
    "opendir, ls",
    "readdir, ls",
    "mkdir, mkdir new",
    "mknod, mkfifo new",
    "symlink, ln -s f new",
    "link, ln f new",
    "unlink, rm -f f",
    "rename, mv f new",
    "rmdir, rmdir d",
    "statfs, stat -f f"
  })
  void signalEndsAnyWaitingCall(String method, String program) throws Exception {
    Files.createDirectory(directory.resolve("d"));
    hanging = method::equals;
    Process process = waiting("cd " + directory + "; exec " + program);
    signal(process, "TERM");
    assertEnds(process, program);
    hanging = other -> false;
    answers.countDown();
    MountLab.await(() -> memory.openHandles() == 0, "a handle that nobody has stays open");
    MountLab.run(directory, "echo text > again; cat again; ls -l; rm -rf ./*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "TERM", "INT"})
  void signalsEndManyWaitingCalls(String signal) throws Exception {
    for (int i = 0; i < MANY; i++) {
      Files.createDirectory(directory.resolve("d" + i));
    }
    hanging = other -> true;
    List<Process> all = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      // The parent process may ignore SIGINT, as shells do for background jobs.
      all.add(waiting("exec env --default-signal ls -l " + directory.resolve("d" + i)));
    }
    for (Process process : all) {
      signal(process, signal);
    }
    for (Process process : all) {
      assertEnds(process, process.info().toString());
    }
  }

  @Test
  void handledSignalsDoNotInterruptCalls() throws Exception {
    hanging = method -> true;
    Process process =
        waiting("trap 'echo alarm' ALRM; test -e " + directory + "/f && echo there; exit 0");
    for (int i = 0; i < 3; i++) {
      signal(process, "ALRM");
    }
    signal(process, "WINCH");
    signal(process, "CONT");
    answers.countDown();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(said).contains("alarm").contains("there");
  }

  /**
   * The kernel sends the closes once the write is answered, and it is answered while it still runs.
   */
  @Test
  void closesOfAKilledWriterFollowItsWrite() throws Exception {
    hanging = "write"::equals;
    Process process =
        waiting("exec dd if=/dev/zero of=" + directory + "/f bs=1 count=1 status=none");
    served.clear();
    signal(process, "KILL");
    assertEnds(process, "it was killed");
    assertThat(served).doesNotContain("flush", "release");
    answers.countDown();
    MountLab.await(() -> served.contains("release"), "the file is not released");
    assertThat(served).containsSubsequence("write", "flush", "release");
  }

  /** The kernel sends no request for the second signal. */
  @Test
  void fatalSignalEndsCallAfterHandledSignal() throws Exception {
    hanging = method -> true;
    Process process = waiting("trap 'echo alarm' ALRM; test -e " + directory + "/f; echo there");
    signal(process, "ALRM");
    signal(process, "KILL");
    assertEnds(process, "it was killed");
  }

  @Test
  void signalEndsAnUnansweredLockWait() throws Exception {
    Process process =
        start(
            "exec python3 -c 'import fcntl; f = open(\""
                + directory
                + "/f\", \"r+\");"
                + " print(\"open\", flush=True); input(); fcntl.lockf(f, fcntl.LOCK_EX)'");
    assertThat(process.inputReader().readLine()).isEqualTo("open");
    hanging = method -> true;
    int before = calls.get();
    process.outputWriter().append("\n").flush();
    MountLab.await(() -> calls.get() > before, "it does not wait");
    signal(process, "TERM");
    assertEnds(process, "it was ended");
    hanging = method -> false;
    answers.countDown();
    MountLab.run(
        directory,
        "exec timeout 100 python3 -c"
            + " 'import fcntl; fcntl.lockf(open(\"f\", \"r+\"), fcntl.LOCK_EX)'");
  }
}
