package io.gigafs.fuse.mounting;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.NativeCalls;
import io.gigafs.fuse.memory.MemoryFileSystem;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.UserDefinedFileAttributeView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests kernel mounts of a file system in memory, with real programs. */
class MountIT {
  private static final int THREADS = 4;

  @TempDir private Path directory = Path.of(".");
  private final MemoryFileSystem memory = new MemoryFileSystem();
  private @Nullable FuseMount mounted;

  @BeforeEach
  void needsTheKernel() {
    MountLab.require();
  }

  @AfterEach
  void unmounts() throws IOException {
    if (mounted != null) {
      mounted.close();
    }
    if (MountTable.ofThisProcess().typeOn(directory.toRealPath()).isPresent()) {
      FuseMount.unmount(directory, true);
    }
  }

  private FuseMount mount(FuseFileSystem fileSystem, MountSettings settings) throws IOException {
    FuseMount mount = MountLab.mount(fileSystem, directory, settings);
    mounted = mount;
    return mount;
  }

  private FuseMount mountMemory() throws IOException {
    return mount(memory, MountLab.uncached(THREADS, 64));
  }

  /** A file system that records which of its methods are called, and by which threads. */
  private FuseFileSystem noting(Set<String> methods, Set<Thread> threads) {
    return (FuseFileSystem)
        Proxy.newProxyInstance(
            FuseFileSystem.class.getClassLoader(),
            new Class<?>[] {FuseFileSystem.class},
            (proxy, method, arguments) -> {
              methods.add(method.getName());
              threads.add(Thread.currentThread());
              try {
                return method.invoke(memory, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Methods that the binding never calls, or not for these programs. */
  Set<String> unreachable() {
    return Set.of();
  }

  @Test
  void programsReachEveryOperation() throws Exception {
    Set<String> called = ConcurrentHashMap.newKeySet();
    mount(noting(called, ConcurrentHashMap.newKeySet()), MountLab.uncached(THREADS, 64));
    MountLab.run(
        directory,
        """
        mkdir d
        echo text > d/f
        cat d/f
        chmod 640 d/f
        test -r d/f
        mkfifo d/p
        ln -s f d/s
        readlink d/s
        ln d/f d/g
        mv d/g d/h
        truncate -s 100 d/f
        fallocate -l 4096 d/f
        fallocate -p -o 0 -l 1024 d/f
        dd if=/dev/zero of=d/f bs=10 count=1 conv=notrunc,fsync status=none
        sync d
        ls -l d
        stat -f d
        flock d/f true
        rm d/h d/p d/s
        cp d/f d/removed
        exec 7< d/removed
        rm d/removed
        cat /proc/self/fd/7
        mkdir e
        rmdir e
        """);
    Path file = directory.resolve("d/f");
    Files.setAttribute(file, "user:k", ByteBuffer.wrap(new byte[] {1}));
    Files.getAttribute(file, "user:k");
    UserDefinedFileAttributeView xattrs =
        Files.getFileAttributeView(file, UserDefinedFileAttributeView.class);
    assertThat(xattrs.list()).containsExactly("k");
    xattrs.delete("k");
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.lock(0, 10, false).release();
    }
    assertThat(TestLibC.load().access(NativeCalls.terminated(file.toString()), 4)).isZero();
    MountLab.text(
        directory,
        "command -v python3 > /dev/null || exit 0;"
            + " exec python3 -c 'import fcntl, os; f = open(\"d/f\", \"r+\");"
            + " fcntl.fcntl(f, fcntl.F_GETLK, b\"\\0\" * 32); os.lseek(f.fileno(), 0, 3)'");
    MountLab.run(directory, "head -c 4096 /dev/zero >> d/page");
    // The kernel releases handles asynchronously, and drops queued releases at an unmount.
    MountLab.await(() -> memory.openHandles() == 0, "handles stay open");
    unmounts();

    Set<String> all = new HashSet<>();
    for (Method method : FuseFileSystem.class.getMethods()) {
      all.add(method.getName());
    }
    // No program here calls these; MountedProgramsIT creates files without a name.
    all.removeAll(Set.of("findLock", "seek", "createNameless"));
    // These are called only if other mounts change files; TwoMountsIT covers them.
    all.removeAll(Set.of("forget", "isMappable", "peek"));
    all.removeAll(unreachable());
    assertThat(called).containsAll(all);
  }

  @Test
  void callsAreServedByPersistentThreads() throws Exception {
    Set<Thread> threads = ConcurrentHashMap.newKeySet();
    int usual = 8;
    FuseMount mount =
        mount(noting(ConcurrentHashMap.newKeySet(), threads), MountLab.uncached(usual, 64));
    Files.createFile(directory.resolve("f"));
    inParallel(
        4,
        () -> {
          for (int i = 0; i < 25_000; i++) {
            Files.getAttribute(directory.resolve("f"), "unix:ino");
          }
        });
    // A few threads may start while all are busy, but threads must not start and end repeatedly.
    assertThat(mount.threadCount()).isBetween(usual, 2 * usual);
    assertThat(threads).hasSizeBetween(1, 2 * usual);
  }

  /** Work of several threads. */
  private interface Work {
    void run() throws Exception;
  }

  private static void inParallel(int count, Work work) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(count);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        all.add(
            pool.submit(
                () -> {
                  work.run();
                  return true;
                }));
      }
      for (Future<?> each : all) {
        each.get(120, TimeUnit.SECONDS);
      }
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void namesMayHaveAnyBytes() throws Exception {
    mountMemory();
    MountLab.run(directory, "echo x > $'\\xff\\xfe \\x01\\n'; ln -s $'\\x80' link");
    assertThat(
            MountLab.run(directory, "ls -1 --quoting-style=literal | od -An -tx1 | tr -d ' \\n'"))
        .asString(UTF_8)
        .contains("fffe20010a");
    assertThat(MountLab.text(directory, "cat $'\\xff\\xfe \\x01\\n'")).isEqualTo("x");
    assertThat(MountLab.run(directory, "readlink -n link")).isEqualTo(new byte[] {(byte) 0x80});
  }

  @Test
  void omittedTimesStayUnchanged() throws Exception {
    mountMemory();
    MountLab.run(
        directory,
        "touch f; touch -a -d '2001-02-03 04:05:06.123456789 UTC' f;"
            + " touch -m -d '1950-01-01 00:00:00.5 UTC' f");
    // Each touch but the first gives one time and omits the other.
    assertThat(MountLab.text(directory, "TZ=UTC stat -c '%x %y' f"))
        .isEqualTo("2001-02-03 04:05:06.123456789 +0000 1950-01-01 00:00:00.500000000 +0000");
    MountLab.run(directory, "touch -a f");
    assertThat(MountLab.text(directory, "TZ=UTC stat -c '%y' f"))
        .isEqualTo("1950-01-01 00:00:00.500000000 +0000");
    assertThat(MountLab.text(directory, "TZ=UTC stat -c '%x' f")).doesNotStartWith("2001");
  }

  @Test
  void listingOfAChangingDirectoryHasNoDuplicates() throws Exception {
    mountMemory();
    int stay = 10_000;
    for (int i = 0; i < stay; i++) {
      Files.createFile(directory.resolve("stays-" + i));
      if (i % 2 == 0) {
        Files.createFile(directory.resolve("goes-" + i));
      }
    }
    Map<String, Integer> seen = new HashMap<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      int count = 0;
      for (Path entry : entries) {
        seen.merge(entry.getFileName().toString(), 1, Integer::sum);
        if (++count % 2 == 0 && count / 2 < stay) {
          Files.deleteIfExists(directory.resolve("goes-" + (stay - count / 2)));
          Files.createFile(directory.resolve("comes-" + count));
        }
        if (count > 4 * stay) {
          break;
        }
      }
    }
    for (int i = 0; i < stay; i++) {
      assertThat(seen).containsEntry("stays-" + i, 1);
    }
    assertThat(seen.values()).allMatch(times -> times == 1);
  }

  @Test
  void unlinkedOpenFilesStayUsable() throws Exception {
    mountMemory();
    assertThat(
            MountLab.text(
                directory,
                """
                echo one > f
                exec 3<> f
                rm f
                echo two >&3
                stat -L -c '%h %s' /proc/self/fd/3
                mkdir d
                cd d
                rmdir ../d
                stat -c %h .
                """))
        .isEqualTo("0 4\n0");
    MountLab.await(() -> memory.openHandles() == 0, "handles stay open");
  }

  @Test
  void directoryRenamesMoveSubtrees() throws Exception {
    mountMemory();
    assertThat(
            MountLab.text(
                directory,
                """
                mkdir -p a/b/c z
                cd a/b/c
                echo 1 > f
                mv ../../../a ../../../z/y
                echo 2 > g
                cat f g ../../../../z/y/b/c/g
                ln f h
                rm f
                cat h
                """))
        .isEqualTo("1\n2\n2\n1");
    byte[] y = NativeCalls.terminated(directory.resolve("z/y").toString());
    byte[] w = NativeCalls.terminated(directory.resolve("w").toString());
    Files.writeString(directory.resolve("w"), "w");
    assertThat(TestLibC.load().renameat2(TestLibC.AT_FDCWD, y, TestLibC.AT_FDCWD, w, 1))
        .isNegative();
    assertThat(TestLibC.load().renameat2(TestLibC.AT_FDCWD, y, TestLibC.AT_FDCWD, w, 2)).isZero();
    assertThat(directory.resolve("w/b/c/h")).hasContent("1\n");
    assertThat(directory.resolve("z/y")).hasContent("w");
  }

  @Test
  void filesAreFoundWhileAncestorsAreRenamed() throws Exception {
    mountMemory();
    Path deep = Files.createDirectories(directory.resolve("a/b/c"));
    Files.createDirectory(directory.resolve("other"));
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService pool = Executors.newSingleThreadExecutor();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(deep)) {
      SecureDirectoryStream<Path> inside = (SecureDirectoryStream<Path>) stream;
      Future<?> renames =
          pool.submit(
              () -> {
                while (!stop.get()) {
                  Files.move(directory.resolve("a"), directory.resolve("other/a"));
                  Files.move(directory.resolve("other/a"), directory.resolve("a"));
                }
                return true;
              });
      for (int i = 0; i < 3_000; i++) {
        Path name = Path.of("f" + i);
        inside
            .newByteChannel(name, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE))
            .close();
        inside.deleteFile(name);
      }
      stop.set(true);
      renames.get(60, TimeUnit.SECONDS);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void exceptionsBecomeInputOutputErrors() throws Exception {
    mount(
        new MemoryFileSystem() {
          @Override
          public int mkdir(
              FuseCaller caller,
              long parent,
              byte[] name,
              int mode,
              int umask,
              FuseAttributes out) {
            throw new IllegalStateException("planted");
          }
        },
        MountLab.uncached(THREADS, 64));
    assertThatThrownBy(() -> Files.createDirectory(directory.resolve("d")))
        .hasMessageContaining("Input/output error");
    Files.createFile(directory.resolve("f"));
  }

  /** The kernel repeats a failed lookup; with servers down, each would take the whole timeout. */
  @Test
  void failedLookupIsSentOncePerCall() throws Exception {
    AtomicBoolean isDown = new AtomicBoolean();
    AtomicInteger asked = new AtomicInteger();
    mount(
        new MemoryFileSystem() {
          @Override
          public int lookup(FuseCaller caller, long parent, byte[] name, FuseAttributes out) {
            if (isDown.get()) {
              asked.incrementAndGet();
              return -Errno.EIO;
            }
            return super.lookup(caller, parent, name, out);
          }
        },
        MountLab.uncached(THREADS, 64));
    Path file = Files.createFile(directory.resolve("f"));
    MountLab.await(
        () -> {
          isDown.set(false);
          assertThat(file).exists(); // the kernel keeps the name
          asked.set(0);
          isDown.set(true);
          assertThatThrownBy(() -> Files.size(file)).hasMessageContaining("Input/output error");
          return asked.get() == 1;
        },
        "each call looks up twice");
    isDown.set(false);
    assertThat(file).exists();
  }

  @Test
  void mountServesCallsWhileManyRequestsBlock() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    FuseMount mount =
        mount(
            new MemoryFileSystem() {
              @Override
              public int unlink(FuseCaller caller, long parent, byte[] name) {
                try {
                  release.await();
                } catch (InterruptedException e) {
                  return -Errno.EINTR;
                }
                return super.unlink(caller, parent, name);
              }
            },
            MountLab.uncached(2, 64));
    int slow = 20;
    ExecutorService pool = Executors.newFixedThreadPool(slow);
    try {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < slow; i++) {
        Path own = Files.createDirectory(directory.resolve("d" + i));
        Files.createFile(own.resolve("f"));
        all.add(
            pool.submit(
                () -> {
                  Files.delete(own.resolve("f"));
                  return true;
                }));
      }
      MountLab.await(() -> mount.threadCount() > slow, "no threads came");
      Files.createFile(directory.resolve("meanwhile"));
      release.countDown();
      for (Future<?> each : all) {
        each.get(60, TimeUnit.SECONDS);
      }
      // Surplus threads end when they return. A thread may not have returned yet when its answer
      // arrives.
      MountLab.await(
          () -> {
            Files.exists(directory.resolve("none"));
            return mount.threadCount() <= 4;
          },
          "more threads stayed than usual");
    } finally {
      release.countDown();
      pool.shutdownNow();
    }
  }

  @Test
  void signalsEndLockWaits() throws Exception {
    mountMemory();
    Files.createFile(directory.resolve("f"));
    assertThat(
            MountLab.text(
                directory,
                """
                exec 3< f
                flock -x 3
                status=0
                timeout 1 flock -x f true || status=$?
                echo $status
                exec 3<&-
                flock -x -w 20 f echo again
                """))
        .isEqualTo("124\nagain");
  }

  /** A lock waiter occupies a thread, and the unlock request needs one. */
  @Test
  void lockWaitersLeaveThreadsForOtherRequests() throws Exception {
    mount(memory, MountLab.uncached(2, 4));
    Files.createFile(directory.resolve("f"));
    Process holder = bash("exec 3< f; flock 3; echo locked; read -r line");
    assertThat(holder.inputReader().readLine()).isEqualTo("locked");
    List<Process> waiting = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      waiting.add(bash("exec flock f true"));
    }
    MountLab.await(
        () -> waiting.stream().filter(Process::isAlive).count() == 2, "four have to give up");
    MountLab.run(directory, "ls; touch g");
    assertThat(waiting.stream().filter(Process::isAlive)).hasSize(2);
    holder.outputWriter().close();
    for (Process process : waiting) {
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
    assertThat(waiting.stream().filter(process -> process.exitValue() == 0)).hasSize(2);
  }

  private Process bash(String script) throws IOException {
    return new ProcessBuilder("bash", "-euc", script).directory(directory.toFile()).start();
  }

  @Test
  void mountStopsUnderLoad() throws Exception {
    FuseMount mount = mountMemory();
    CountDownLatch busy = new CountDownLatch(4);
    AtomicBoolean failed = new AtomicBoolean();
    ExecutorService pool = Executors.newFixedThreadPool(4);
    try {
      for (int t = 0; t < 4; t++) {
        Path own = Files.createDirectory(directory.resolve("t" + t));
        pool.submit(
            () -> {
              try {
                for (int i = 0; ; i++) {
                  Files.write(own.resolve("f" + i % 100), new byte[10_000]);
                  if (i == 100) {
                    busy.countDown();
                  }
                }
              } catch (IOException e) {
                failed.set(true);
              }
              return true;
            });
      }
      assertThat(busy.await(60, TimeUnit.SECONDS)).isTrue();
      mount.close();
      mount.awaitEnd();
      assertThat(mount.threadCount()).isZero();
      assertThat(MountTable.ofThisProcess().typeOn(mount.directory())).isEmpty();
      MountLab.await(failed::get, "nobody noticed");
    } finally {
      pool.shutdownNow();
    }
    assertThat(memory.openHandles()).isLessThanOrEqualTo(4);
  }

  @Test
  void busyMountIsUnmountedOnlyLazily() throws Exception {
    FuseMount mount = mountMemory();
    Files.createFile(directory.resolve("f"));
    try (InputStream open = Files.newInputStream(directory.resolve("f"))) {
      assertThat(mount.tryUnmount()).isFalse();
      assertThat(FuseMount.unmount(directory, false)).isFalse();
      assertThat(FuseMount.unmount(directory, true)).isTrue();
      assertThat(directory).isEmptyDirectory();
      assertThat(open.read()).isEqualTo(-1);
    }
    mount.awaitEnd();
    assertThatThrownBy(() -> FuseMount.unmount(directory, false))
        .hasMessageContaining("nothing is mounted");
  }

  @Test
  void mountReplacesTheStaleMountOfACrash() throws Exception {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty(
                    "surefire.test.class.path", System.getProperty("java.class.path")),
                MemoryMount.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    try {
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
      List<String> said = new ArrayList<>();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.add(line);
        if (line.startsWith("mounted")) {
          break;
        }
      }
      assertThat(said).isNotEmpty().last().asString().startsWith("mounted");
      assertThatThrownBy(this::mountMemory).hasMessageContaining("mounted already");
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(MountLab.text(Path.of("/"), "ls " + directory + " 2>&1 || true"))
        .contains("not connected");
    mountMemory();
    Files.createFile(directory.resolve("f"));
  }

  @Test
  void mountRefusesUnsuitableDirectories() throws Exception {
    Files.createFile(directory.resolve("f"));
    assertThatThrownBy(this::mountMemory).hasMessageContaining("not empty");
    assertThatThrownBy(
            () ->
                MountLab.mount(memory, directory.resolve("f"), MountLab.uncached(THREADS, THREADS)))
        .hasMessageContaining("not a directory");
    assertThatThrownBy(
            () ->
                MountLab.mount(
                    memory, directory.resolve("none"), MountLab.uncached(THREADS, THREADS)))
        .hasMessageContaining("does not exist");
  }

  @Test
  void userWritesClearSetIdBits() throws Exception {
    mountMemory();
    if (MountLab.text(directory, "command -v setpriv || true").isEmpty()) {
      return;
    }
    assertThat(
            MountLab.text(
                directory,
                """
                echo 1 > f
                chmod 6777 f
                setpriv --reuid 1000 --regid 1000 --clear-groups bash -c 'echo 2 >> f'
                stat -c %a f
                """))
        .isEqualTo("777");
  }

  @Test
  void requestsCarryUserGroupsAndUmask() throws Exception {
    List<int[]> groups = new ArrayList<>();
    List<Integer> users = new ArrayList<>();
    mount(
        new MemoryFileSystem() {
          @Override
          public int mkdir(
              FuseCaller caller,
              long parent,
              byte[] name,
              int mode,
              int umask,
              FuseAttributes out) {
            synchronized (groups) {
              groups.add(caller.groups());
              users.addAll(Arrays.asList(caller.uid(), caller.gid(), umask));
            }
            return super.mkdir(caller, parent, name, mode, umask, out);
          }
        },
        MountLab.uncached(THREADS, 64));
    MountLab.run(
        directory, "umask 027; setpriv --reuid 1000 --regid 1001 --groups 5,7,4294967294 mkdir d");
    synchronized (groups) {
      assertThat(groups.get(0)).containsExactlyInAnyOrder(5, 7, -2);
      assertThat(users).containsExactly(1000, 1001, 027);
    }
    assertThat(MountLab.text(directory, "stat -c '%a %u %g' d")).isEqualTo("750 1000 1001");
  }
}
