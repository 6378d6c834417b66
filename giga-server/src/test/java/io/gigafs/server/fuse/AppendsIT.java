package io.gigafs.server.fuse;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.ClientSettings.DataPath;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs append to one file on two mounts: each write(2) is appended atomically. */
@Timeout(300)
class AppendsIT {
  /**
   * Two processes write lines that cross page boundaries and the inline limit to a file that has
   * one line, then all lines are read. A process on each mount polls the file meanwhile, which
   * prevents the mount from merging appends unless an append is one request anyway.
   */
  private static final String WRITE_LINES =
      """
      import fcntl, os, sys
      a, b, how, lines = sys.argv[1], sys.argv[2], sys.argv[3], 1500
      def append(directory, letter):
          flags = {"append": os.O_WRONLY | os.O_APPEND, "read-append": os.O_RDWR | os.O_APPEND,
                   "set-later": os.O_WRONLY}[how]
          f = os.open(directory + "/" + how, flags | os.O_CREAT)
          if how == "set-later":
              fcntl.fcntl(f, fcntl.F_SETFL, fcntl.fcntl(f, fcntl.F_GETFL) | os.O_APPEND)
          for i in range(lines):
              line = b"%c%0*d\\n" % (ord(letter), 1 + 3 * (i % 60), i)
              assert os.write(f, line) == len(line)
          os.close(f)
      def spawn(directory, letter):
          pid = os.fork()
          if pid == 0:
              try:
                  append(directory, letter)
                  os._exit(0)
              except BaseException as e:
                  os.write(2, (repr(e) + "\\n").encode())
                  os._exit(1)
          return pid
      def watch(directory):
          pid = os.fork()
          if pid == 0:
              while True:
                  f = os.open(directory + "/" + how, os.O_RDONLY)
                  os.pread(f, 100, max(0, os.fstat(f).st_size - 50))
                  os.close(f)
          return pid
      with open(a + "/" + how, "w") as f:
          f.write("-\\n")
      watchers = [watch(m) for m in (a, b) if how != "set-later"]
      children = [spawn(a, "A"), spawn(b, "B")]
      ends = [os.waitpid(pid, 0)[1] for pid in children]
      for pid in watchers:
          os.kill(pid, 9)
          os.waitpid(pid, 0)
      assert ends == [0, 0], ends
      for mount in a, b:
          # Opened to be written, so that what the kernel knows of its size is asked for anew.
          os.close(os.open(mount + "/" + how, os.O_WRONLY | os.O_APPEND))
      seen = {"A": 0, "B": 0}
      f = os.open(b + "/" + how, os.O_RDONLY)
      text = b"".join(iter(lambda: os.read(f, 1 << 20), b"")).decode()
      for line in text.splitlines()[1:]:
          i = seen[line[0]]
          assert line[1:] == "%0*d" % (1 + 3 * (i % 60), i), (line, i)
          seen[line[0]] += 1
      print(seen)
      """;

  /**
   * Appends of a process and of others on the mount are visible at once to reads and to mappings.
   */
  private static final String READ_WHAT_IS_APPENDED =
      """
      import mmap, os
      f = os.open("f", os.O_RDWR | os.O_APPEND | os.O_CREAT)
      os.write(f, b"x" * 10000)
      shared = mmap.mmap(f, 10000)
      reader = os.open("f", os.O_RDONLY)
      assert shared[9990:] == b"x" * 10
      shared[0:3] = b"abc"
      shared.flush()
      assert os.pread(f, 3, 0) == b"abc" and os.pread(reader, 3, 0) == b"abc"
      os.write(f, b"tail")
      assert os.pread(reader, 10, 9998) == b"xxtail"
      assert mmap.mmap(reader, 10004, prot=mmap.PROT_READ)[10000:] == b"tail"
      writers = [os.open("f", os.O_WRONLY | os.O_APPEND), f]
      for i in range(400):
          os.write(writers[i % 2], b"%04d" % i)
          size = os.fstat(reader).st_size
          assert size == 10008 + 4 * i, (size, i)
          assert os.pread(reader, 8, size - 4) == b"%04d" % i, i
          assert os.pread(f, 8, size - 4) == b"%04d" % i, i
          with mmap.mmap(reader, size, prot=mmap.PROT_READ) as pages:
              assert pages[size - 4:] == b"%04d" % i, i
      shared[5:8] = b"def"
      os.write(writers[0], b"!")
      shared.flush()
      assert os.pread(reader, 8, 0) == b"abcxxdef"
      print("all seen")
      """;

  @TempDir private static Path directory;
  private static MountedDirectory mounted;
  private static Path elsewhere;

  @BeforeAll
  static void start() throws Exception {
    mounted = MountedDirectory.start(directory);
    elsewhere = mounted.mountElsewhere("elsewhere", DataPath.CLIENT, Duration.ofSeconds(1));
  }

  @AfterAll
  static void stop() {
    if (mounted != null) {
      mounted.close();
    }
  }

  private static String run(String script) throws Exception {
    return new Programs(directory, mounted.path()).onMount(script);
  }

  private static void assertLinesAreWhole(String how) throws Exception {
    String script =
        "python3 - '%s' '%s' %s <<'END'\n%sEND\n"
            .formatted(mounted.path(), elsewhere, how, WRITE_LINES);
    assertThat(run(script)).isEqualToIgnoringWhitespace("{'A': 1500, 'B': 1500}");
  }

  @Test
  void appendsOfTwoMountsKeepLinesWhole() throws Exception {
    assertLinesAreWhole("append");
  }

  @Test
  void readWriteAppendersKeepLinesWhole() throws Exception {
    assertLinesAreWhole("read-append");
  }

  @Test
  void appendersThatSetOAppendLaterKeepLinesWhole() throws Exception {
    assertLinesAreWhole("set-later");
  }

  @Test
  void shellsOfTwoMountsAppendAcrossTheInlineLimit() throws Exception {
    String loop =
        "(for i in $(seq 400); do printf '%%0199d\\n' $i >> '%s/shells'; done) & p%d=$!; ";
    String script =
        loop.formatted(mounted.path(), 1)
            + loop.formatted(elsewhere, 2)
            + "wait $p1; wait $p2; : >> '%s/shells'; sort -u '%s/shells' | wc -l; "
                .formatted(elsewhere, elsewhere)
            + "wc -lc < '%s/shells'".formatted(elsewhere);
    assertThat(run(script)).isEqualToIgnoringWhitespace("400 800 160000");
  }

  @Test
  void appendsAreVisibleAtOnceToReadsAndMappings() throws Exception {
    Programs programs = mounted.programs("mapped");
    assertThat(programs.onMount("python3 - <<'END'\n" + READ_WHAT_IS_APPENDED + "END\n"))
        .isEqualToIgnoringWhitespace("all seen");
  }
}
