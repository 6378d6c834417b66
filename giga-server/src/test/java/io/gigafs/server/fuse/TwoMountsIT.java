package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings.DataPath;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Consistency between processes on two mounts: writes before a close are visible to later opens;
 * writes under a lock are visible to its next holder. Each mount has its own client, and its own
 * pages and attributes in the kernel. Scripts know them as {@code a} and {@code b}; {@code c} is a
 * mount without attribute caching that reaches volumes through servers.
 */
@Timeout(300)
class TwoMountsIT {
  private static final Duration REMEMBERED = Duration.ofSeconds(1);

  private static final String COMMON =
      """
      import fcntl, mmap, os, sqlite3, subprocess, sys

      def fill(path, text):
          with open(path, "wb") as f:
              f.write(text)

      def whole(path):
          with open(path, "rb") as f:
              return f.read()

      def each(script, *arguments):
          "One process for each tuple, all at once; how they end."
          running = [subprocess.Popen([sys.executable, "-c", script, *map(str, a)]) for a in arguments]
          return [process.wait() for process in running]

      """;

  /**
   * Writes with O_DIRECT asynchronously and reads the data back through pages, while others read it
   * too.
   */
  private static final String DIRECT_AIO =
      """
      #define _GNU_SOURCE
      #include <fcntl.h>
      #include <linux/aio_abi.h>
      #include <pthread.h>
      #include <stdint.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <sys/syscall.h>
      #include <unistd.h>
      enum { SIZE = 655360 };
      static const char *path;
      static volatile int stop;
      static void *reader(void *unused) {
        char *into = malloc(SIZE);
        while (!stop) {
          int file = open(path, O_RDONLY);
          if (pread(file, into, SIZE, 0) < 0) exit(2);
          close(file);
        }
        return unused;
      }
      int main(int count, char **words) {
        path = words[1];
        int rounds = atoi(words[count - 1]), old = 0;
        int direct = open(path, O_RDWR | O_CREAT | O_DIRECT, 0644), paged = open(path, O_RDONLY);
        char *from, *into = malloc(SIZE);
        aio_context_t context = 0;
        pthread_t threads[2];
        if (posix_memalign((void **) &from, 4096, SIZE) || ftruncate(direct, SIZE)
            || syscall(SYS_io_setup, 1, &context)) return 3;
        for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, reader, 0);
        for (int i = 0; i < rounds; i++) {
          memset(from, 'A' + i % 26, SIZE);
          struct iocb request = {0}, *requests = &request;
          struct io_event event;
          request.aio_fildes = direct;
          request.aio_lio_opcode = IOCB_CMD_PWRITE;
          request.aio_buf = (uintptr_t) from;
          request.aio_nbytes = SIZE;
          if (syscall(SYS_io_submit, context, 1, &requests) != 1
              || syscall(SYS_io_getevents, context, 1, 1, &event, 0) != 1
              || event.res != SIZE || pread(paged, into, SIZE, 0) != SIZE) return 4;
          old += memcmp(from, into, SIZE) != 0;
        }
        stop = 1;
        for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
        printf("%d old\\n", old);
      }
      """;

  @TempDir private static Path directory;
  private static MountedDirectory mounted;
  private static Path first;
  private static Path second;
  private static Path third;
  private static int tests;

  private String head = "";
  private Path here = directory;

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
    first = mounted.mountElsewhere("a", DataPath.CLIENT, REMEMBERED);
    second = mounted.mountElsewhere("b", DataPath.CLIENT, REMEMBERED);
    third = mounted.mountElsewhere("c", DataPath.SERVER, Duration.ZERO);
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  @BeforeEach
  void makeDirectory(TestInfo test) throws Exception {
    tests++;
    String name = test.getTestMethod().orElseThrow().getName() + tests;
    here = Files.createDirectory(first.resolve(name));
    head =
        COMMON
            + "a, b, c = '%s', '%s', '%s'\n"
                .formatted(here, second.resolve(name), third.resolve(name));
  }

  private String said(String script) throws Exception {
    Path file = Files.writeString(directory.resolve("script.py"), head + script);
    return new Programs(directory, here).onMount("python3 " + file);
  }

  @Test
  void openDuringConstantReplacementFindsOneVersion() throws Exception {
    String script =
        """
        poll = \"\"\"if True:
            import os, sys
            path, stop = sys.argv[1:]
            failed = {}
            while not os.path.exists(stop):
                for call in (lambda: open(path).read(), lambda: os.stat(path)):
                    try:
                        call()
                    except OSError as e:
                        failed[str(e)] = failed.get(str(e), 0) + 1
            if failed:
                sys.exit(str(failed))
            \"\"\"
        fill(a + "/v", b"x")
        running = [subprocess.Popen([sys.executable, "-c", poll, m + "/v", m + "/stop"]) for m in (a, a, b, b)]
        for i in range(400):
            fill(a + "/new", b"%d" % i)
            os.rename(a + "/new", a + "/v")
        fill(a + "/stop", b"")
        print([process.wait() for process in running])
        """;
    assertThat(said(script)).isEqualTo("[0, 0, 0, 0]\n");
  }

  @Test
  void pathCallsDuringConstantReplacementReachOneVersion() throws Exception {
    String script =
        """
        poll = \"\"\"if True:
            import os, sys
            path, stop = sys.argv[1:]
            failed = {}
            while not os.path.exists(stop):
                for call in (
                    os.stat, lambda p: os.chmod(p, 0o640), os.utime, lambda p: os.chown(p, 1, 1), os.listxattr,
                    lambda p: os.setxattr(p, "user.k", b"v"), lambda p: os.truncate(p, 1),
                ):
                    try:
                        call(path)
                    except OSError as e:
                        failed[str(e)] = failed.get(str(e), 0) + 1
                if not os.access(path, os.R_OK):
                    failed["access"] = failed.get("access", 0) + 1
            if failed:
                sys.exit(str(failed))
            \"\"\"
        fill(a + "/v", b"x")
        running = [subprocess.Popen([sys.executable, "-c", poll, m + "/v", m + "/stop"]) for m in (a, b, c)]
        for i in range(500):
            fill(a + "/new", b"%d" % i)
            os.rename(a + "/new", a + "/v")
        fill(a + "/stop", b"")
        print([process.wait() for process in running])
        """;
    assertThat(said(script)).isEqualTo("[0, 0, 0]\n");
  }

  /** The kernel caches names for a while, and this mount has open files of those names. */
  @Test
  void openByCachedNameDoesNotReachARemovedFile() throws Exception {
    String script =
        """
        lost = 0
        for i in range(20):
            other = os.open(b + "/journal", os.O_CREAT | os.O_RDWR)
            os.access(a + "/journal", os.R_OK)
            os.close(other)
            os.unlink(b + "/journal")
            own = os.open(a + "/journal", os.O_CREAT | os.O_RDWR)
            os.write(own, b"own")
            os.close(own)
            try:
                os.unlink(a + "/journal")
            except FileNotFoundError:
                lost += 1
        print(lost, "lost")
        wrong = 0
        for i in range(20):
            fill(a + "/log", b"old")
            held = os.open(a + "/log", os.O_RDONLY)
            os.stat(a + "/log")
            fill(b + "/new", b"new")
            os.rename(b + "/new", b + "/log")
            with open(a + "/log", "ab") as f:
                f.write(b" more")
            wrong += whole(b + "/log") != b"new more"
            again = os.open("/proc/self/fd/%d" % held, os.O_RDONLY)
            wrong += os.read(again, 10) != b"old"
            os.close(again)
            os.close(held)
        print(wrong, "wrong")
        """;
    assertThat(said(script)).isEqualTo("0 lost\n0 wrong\n");
  }

  @Test
  void openAfterCloseSeesTheWholeResizedFile() throws Exception {
    assertThat(
            said(
                """
                def fstat(path):
                    f = os.open(path, os.O_RDONLY)
                    text = os.pread(f, os.fstat(f).st_size, 0)
                    os.close(f)
                    return text

                def end(path):
                    f = os.open(path, os.O_RDONLY)
                    text = os.pread(f, os.lseek(f, 0, os.SEEK_END), 0)
                    os.close(f)
                    return text

                def mapped(path):
                    try:
                        with open(path, "rb") as f, mmap.mmap(f.fileno(), 0, prot=mmap.PROT_READ) as m:
                            return m[:]
                    except ValueError:  # an empty file cannot be mapped
                        return b""

                def both(path):
                    with open(path, "r+b") as f:
                        return f.read()

                def rewrite(path, n):
                    fill(path, b"q" * n)

                def synced(path, n):
                    f = open(path, "wb", 0)
                    f.write(b"q" * n)
                    os.fsync(f.fileno())
                    return f

                def resized(path, n):
                    with open(path, "r+b") as f:
                        f.truncate(n)
                        os.pwrite(f.fileno(), b"q" * n, 0)

                def extended(path, n):
                    was = os.stat(path).st_size
                    with open(path, "ab") as f:
                        f.truncate(min(was, n))
                        f.write(b"q" * max(0, n - was))

                def nothing(path, n):
                    pass

                def known(path, n):
                    os.stat(path)

                def read_before(path, n):
                    whole(path)

                def own(path, n):
                    fill(path, b"q" * n)

                def timed(path, n):
                    os.utime(path)

                wrong = 0
                for before, after in (10, 1000), (10, 200_000), (150_000, 7), (150_000, 200_000):
                    for learn in nothing, known, read_before, own, timed:
                        for change in rewrite, synced, resized, extended:
                            for read in whole, fstat, end, mapped, both:
                                fill(a + "/f", b"q" * before)
                                learn(b + "/f", before)
                                still_open = change(a + "/f", after)
                                text = read(b + "/f")
                                if text != b"q" * after:
                                    wrong += 1
                                    print(before, after, learn, change, read, len(text))
                                    print([os.stat(m + "/f") for m in (a, b, c)], len(whole(b + "/f")))
                    for program in ["cat"], ["cp", "/dev/stdin", "/dev/stdout"]:
                        fill(a + "/f", b"q" * before)
                        whole(b + "/f")
                        fill(a + "/f", b"r" * after)
                        with open(b + "/f", "rb") as f:
                            output = subprocess.run(program, stdin=f, stdout=subprocess.PIPE).stdout
                        assert output == b"r" * after, (program, before, after, len(output))
                print(wrong)
                """))
        .isEqualTo("0\n");
  }

  @Test
  void openAfterCloseSeesChangedBytesOfTheSameSize() throws Exception {
    assertThat(
            said(
                """
                for size in 1000, 200_000:
                    fill(a + "/f", b"." * size)
                    for i in range(60):
                        byte = b"%c" % (65 + i % 26)
                        here, there = (a, b) if i % 2 else (b, a)
                        with open(here + "/f", "r+b", 0) as f:
                            os.pwrite(f.fileno(), byte * 100, i)
                            if i % 3 == 0:
                                os.fsync(f.fileno())
                                assert whole(there + "/f")[i:i + 100] == byte * 100, (size, i)
                        assert whole(there + "/f")[i:i + 100] == byte * 100, (size, i)
                        assert whole(c + "/f")[i:i + 100] == byte * 100, (size, i)
                    # As after cp -p, the time of the last change does not differ either.
                    for i in range(60):
                        byte = b"%c" % (65 + i % 26)
                        for m in a, b, c:
                            whole(m + "/f")
                        here, there = (a, b) if i % 2 else (b, a)
                        fill(here + "/f", byte * size)
                        os.utime(here + "/f", (1, 1))
                        for m in there, here, c:
                            assert whole(m + "/f") == byte * size, (size, i, m)
                """))
        .isEmpty();
  }

  @Test
  void mmapAndSendfileWithoutStatReachTheWholeGrownFile() throws Exception {
    assertThat(
            said(
                """
                import ctypes
                libc = ctypes.CDLL(None)
                libc.mmap.restype = ctypes.c_void_p
                libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t] + [ctypes.c_int] * 3 + [ctypes.c_long]
                for size in 9_000, 4097, 200_000:
                    for m in b, c:
                        for how in "sent", "mapped":
                            fill(a + "/f", b"q" * 10)
                            os.stat(m + "/f")
                            writer = open(a + "/f", "r+b", 0)
                            os.pwrite(writer.fileno(), b"q" * size, 0)
                            os.fsync(writer.fileno())
                            f = os.open(m + "/f", os.O_RDONLY)
                            if how == "sent":
                                to = os.memfd_create("sent")
                                assert os.sendfile(to, f, 0, size) == size, (m, size)
                                assert os.pread(to, size, 0) == b"q" * size
                            elif os.fork() == 0:
                                mapped = libc.mmap(None, size, mmap.PROT_READ, mmap.MAP_SHARED, f, 0)
                                os._exit(ctypes.string_at(mapped, size) != b"q" * size)
                            else:
                                assert os.wait()[1] == 0, (m, size)
                            os.close(f)
                            writer.close()
                """))
        .isEmpty();
  }

  @Test
  void readsAreNotTruncatedDuringAConcurrentListing() throws Exception {
    assertThat(
            said(
                """
                for i in range(40):
                    fill(a + "/f", b"q" * 10)
                    listing = subprocess.Popen(["ls", "-l", b], stdout=subprocess.DEVNULL)
                    os.stat(b + "/f")
                    fill(a + "/f", b"q" * 3000)
                    f = os.open(b + "/f", os.O_RDONLY)
                    os.stat(b + "/f")
                    listing.wait()
                    assert len(os.read(f, 10_000)) == 3000, i
                    os.close(f)
                """))
        .isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"flock", "lockf", "open"})
  void nextLockOwnerSeesWritesUnderTheLock(String kind) throws Exception {
    assertThat(
            said(
                """
                count = '''
                import fcntl, mmap, os, sys
                path, kind, how, at, times = sys.argv[1:6]
                at = int(at)
                f = os.open(path, os.O_RDWR)
                if how == "mapped":
                    m = mmap.mmap(f, 0)
                for i in range(int(times)):
                    if kind == "open":
                        os.close(f)
                        f = os.open(path, os.O_RDWR)
                    lock = fcntl.lockf if kind == "lockf" else fcntl.flock
                    lock(f, fcntl.LOCK_EX)
                    if how == "mapped":
                        m[at:at + 8] = b"%08d" % (int(m[at:at + 8]) + 1)
                        if i % 3 == 0:
                            m.flush()
                    elif how == "grown":
                        size = os.fstat(f).st_size
                        assert len(os.pread(f, size + 10, 0)) == size
                        os.pwrite(f, b"x" * 97, size)
                    else:
                        os.pwrite(f, b"%08d" % (int(os.pread(f, 8, at)) + 1), at)
                    if how == "synced":
                        os.fsync(f)
                    if how == "shared":
                        lock(f, fcntl.LOCK_SH)
                    lock(f, fcntl.LOCK_UN)
                '''
                times = 12
                for size, at in (100, 0), (200_000, 150_000):
                    for how in "plain", "synced", "shared", "grown", "mapped":
                        fill(a + "/f", b"." * at + b"%08d" % 0 + b"." * (size - at))
                        all = [(m + "/f", "KIND", how, at, times) for m in (a, a, b, b, c)]
                        assert each(count, *all) == [0] * len(all)
                        text = whole(a + "/f")
                        grown = (len(text) - size - 8) // 97
                        done = grown if how == "grown" else int(text[at:at + 8])
                        print(how, done - times * len(all))
                """
                    .replace("KIND", kind)))
        .isEqualTo("plain 0\nsynced 0\nshared 0\ngrown 0\nmapped 0\n".repeat(2));
  }

  /** The kernel fetches attributes after writes of a mount, and so detects stale pages itself. */
  @ParameterizedTest
  @ValueSource(strings = {"flock", "lockf"})
  void sharedLockReadersSeeWritesUnderTheLock(String kind) throws Exception {
    assertThat(
            said(
                """
                lock = fcntl.KIND
                for size, at in (100, 0), (200_000, 150_000):
                    fill(a + "/f", b"." * size)
                    writer = os.open(a + "/f", os.O_RDWR)
                    readers = [os.open(m + "/f", os.O_RDONLY) for m in (b, c)]
                    old = [0, 0]
                    for i in range(40):
                        lock(writer, fcntl.LOCK_EX)
                        os.pwrite(writer, b"%08d" % i, at)
                        os.pwrite(writer, b"x" * 10, size + 10 * i)
                        lock(writer, fcntl.LOCK_UN)
                        for n, f in enumerate(readers):
                            lock(f, fcntl.LOCK_SH)
                            old[n] += os.pread(f, 8, at) != b"%08d" % i
                            old[n] += os.fstat(f).st_size != size + 10 * i + 10
                            old[n] += os.pread(f, 100, size + 10 * i) != b"x" * 10
                            lock(f, fcntl.LOCK_UN)
                    print(old, "old")
                    for f in readers + [writer]:
                        os.close(f)
                """
                    .replace("KIND", kind)))
        .isEqualTo("[0, 0] old\n[0, 0] old\n");
  }

  @Test
  void linkRefersToTheFileThatHasTheName() throws Exception {
    assertThat(
            said(
                """
                wrong = 0
                for i in range(40):
                    fill(a + "/v", b"old")
                    kept = open(a + "/v")
                    os.stat(a + "/v")
                    fill(b + "/new", b"new")
                    os.rename(b + "/new", b + "/v")
                    os.link(a + "/v", a + "/second")
                    wrong += whole(b + "/second") != b"new"
                    os.unlink(a + "/second")
                    kept.close()
                print(wrong)
                """))
        .isEqualTo("0\n");
  }

  @Test
  void setTimeOutlivesAnEarlierMappedStore() throws Exception {
    assertThat(
            said(
                """
                for size in 1000, 200_000:
                    fill(a + "/f", b"." * size)
                    f = os.open(a + "/f", os.O_RDWR)
                    m = mmap.mmap(f, 0)
                    m[10:14] = b"text"
                    os.utime(a + "/f", (1, 2))
                    m.close()
                    os.close(f)
                    print(os.stat(a + "/f").st_mtime, os.stat(c + "/f").st_mtime, whole(b + "/f")[9:15])
                    f = os.open(a + "/f", os.O_RDWR)
                    m = mmap.mmap(f, 0)
                    os.utime(f, (1, 2))
                    m[10:14] = b"more"
                    m.close()
                    os.close(f)
                    print(os.stat(a + "/f").st_mtime > 2, whole(b + "/f")[9:15])
                """))
        .isEqualTo("2.0 2.0 b'.text.'\nTrue b'.more.'\n".repeat(2));
  }

  @Test
  void completedDirectWriteIsReadThroughPages() throws Exception {
    String program = compiled("direct_aio.c", DIRECT_AIO);
    assertThat(new Programs(directory, here).onMount(program + " file 120")).isEqualTo("0 old\n");
  }

  private static String compiled(String name, String source) throws Exception {
    Path file = Files.writeString(directory.resolve(name), source);
    Path program = directory.resolve(name + ".out");
    new Programs(directory, directory)
        .onLocal("cc -O1 -o " + program + " " + file + " -lpthread && echo");
    return program.toString();
  }

  @Test
  void sqliteOnTwoMountsLosesNoRows() throws Exception {
    assertThat(
            said(
                """
                db = sqlite3.connect(a + "/db")
                db.executescript('''
                    PRAGMA journal_mode = DELETE;
                    CREATE TABLE lines (who, number, text);
                    CREATE TABLE total (lines);
                    INSERT INTO total VALUES (0);
                ''')
                db.close()
                work = '''
                import sqlite3, sys
                path, who, times = sys.argv[1:4]
                db = sqlite3.connect(path, timeout=120, isolation_level=None)
                for i in range(int(times)):
                    db.execute("BEGIN IMMEDIATE")
                    db.execute("INSERT INTO lines VALUES (?, ?, ?)", (who, i, "x" * 300))
                    db.execute("UPDATE total SET lines = lines + 1")
                    db.execute("COMMIT")
                '''
                print(each(work, (a + "/db", 1, 50), (b + "/db", 2, 50)))
                for m in a, b, c:
                    db = sqlite3.connect(m + "/db")
                    print(db.execute("SELECT count(*), total.lines FROM lines, total").fetchall(),
                        db.execute("PRAGMA integrity_check").fetchall())
                """))
        .isEqualTo("[0, 0]\n" + "[(100, 100)] [('ok',)]\n".repeat(3));
  }
}
