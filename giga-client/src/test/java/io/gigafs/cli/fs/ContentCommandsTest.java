package io.gigafs.cli.fs;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.data.ByteCopy;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands that print and measure the bytes of files. */
class ContentCommandsTest extends FsTestBase {
  @Test
  void catPrintsFiles() {
    write("/a", "one\n");
    write("/b", "two");
    ok("fs mkdir /d");
    assertThat(ok("fs cat /a /b /a")).isEqualTo("one\ntwoone\n");
    assertThat(fails("fs cat /d")).isEqualTo("giga fs cat: /d: Is a directory\n");
    assertThat(fails("fs cat /none")).isEqualTo("giga fs cat: /none: No such file or directory\n");
    assertThat(fails("fs cat /a/")).isEqualTo("giga fs cat: /a/: Not a directory\n");
  }

  @Test
  void catPrintsFilesOfManyBlocks() {
    byte[] bytes = new byte[2 * ByteCopy.BLOCK_BYTES + 7];
    new Random(1).ints(bytes.length).forEach(i -> bytes[Math.floorMod(i, bytes.length)] = 'x');
    write("/a", bytes);
    assertThat(ok("fs cat /a")).isEqualTo(new String(bytes, StandardCharsets.ISO_8859_1));
  }

  @Test
  void headPrintsFirstLinesOrBytes() {
    write("/a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11");
    write("/b", "x");
    assertThat(ok("fs head /a")).isEqualTo("1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
    assertThat(ok("fs head -n 2 /a")).isEqualTo("1\n2\n");
    assertThat(ok("fs head -n 0 /a")).isEmpty();
    assertThat(ok("fs head -n -9 /a")).isEqualTo("1\n2\n");
    assertThat(ok("fs head -n -20 /a")).isEmpty();
    assertThat(ok("fs head -c 3 /a")).isEqualTo("1\n2");
    assertThat(ok("fs head -c -20 /a")).isEqualTo("1\n2");
    assertThat(ok("fs head -c 1K /b")).isEqualTo("x");
    assertThat(ok("fs head -n 1 /a /b")).isEqualTo("==> /a <==\n1\n\n==> /b <==\nx");
    assertThat(ok("fs head -qn1 /a /b")).isEqualTo("1\nx");
    assertThat(ok("fs head -vc1 /b")).isEqualTo("==> /b <==\nx");
    assertThat(misused("fs head -n x /b")).contains("-n: not a number");
  }

  @Test
  void tailPrintsLastLinesOrBytes() {
    write("/a", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
    write("/b", "x\ny");
    assertThat(ok("fs tail /a")).isEqualTo("2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n");
    assertThat(ok("fs tail -n 2 /a")).isEqualTo("10\n11\n");
    assertThat(ok("fs tail -n 1 /b")).isEqualTo("y");
    assertThat(ok("fs tail -n 9 /b")).isEqualTo("x\ny");
    assertThat(ok("fs tail -n 0 /b")).isEmpty();
    assertThat(ok("fs tail -n +11 /a")).isEqualTo("11\n");
    assertThat(ok("fs tail -n +0 /b")).isEqualTo("x\ny");
    assertThat(ok("fs tail -c 2 /b")).isEqualTo("\ny");
    assertThat(ok("fs tail -c +2 /b")).isEqualTo("\ny");
    assertThat(ok("fs tail -c 9 /b")).isEqualTo("x\ny");
  }

  @Test
  void tailFindsLinesFarFromTheEnd() {
    String line = "x".repeat(1000) + "\n";
    write("/a", "first\n" + line.repeat(999));
    assertThat(ok("fs tail -n 999 /a")).isEqualTo(line.repeat(999));
    assertThat(ok("fs tail -n 1000 /a")).startsWith("first\n");
    assertThat(ok("fs head -n 700 /a")).isEqualTo("first\n" + line.repeat(699));
  }

  @Test
  void truncateSetsSizes() {
    ok("fs truncate -s 10 /a");
    assertThat(ok("fs cat /a")).isEqualTo("\0".repeat(10));
    write("/a", "0123456789");
    assertThat(sizeAfter("fs truncate -s -3 /a")).isEqualTo("7");
    assertThat(sizeAfter("fs truncate -s +3 /a")).isEqualTo("10");
    assertThat(ok("fs cat /a")).isEqualTo("0123456\0\0\0");
    assertThat(sizeAfter("fs truncate -s <5 /a")).isEqualTo("5");
    assertThat(sizeAfter("fs truncate -s >7 /a")).isEqualTo("7");
    assertThat(sizeAfter("fs truncate -s /4 /a")).isEqualTo("4");
    assertThat(sizeAfter("fs truncate -s %3 /a")).isEqualTo("6");
    assertThat(sizeAfter("fs truncate -s 2K /a")).isEqualTo("2048");
    assertThat(sizeAfter("fs truncate -s 2KB /a")).isEqualTo("2000");
    ok("fs truncate -r /a /b");
    assertThat(stat("%s", "/b")).isEqualTo("2000");
    ok("fs truncate -r /a -s +1 /b");
    assertThat(stat("%s", "/b")).isEqualTo("2001");
    ok("fs truncate -c -s 1 /none");
    assertThat(fails("fs stat /none")).contains("No such file");
    assertThat(fails("fs truncate -s 1 /")).isEqualTo("giga fs truncate: /: Is a directory\n");
    assertThat(misused("fs truncate /a")).contains("use -s or -r");
    assertThat(misused("fs truncate -s 1 -r /a /b")).contains("give it a sign");
    assertThat(misused("fs truncate -s x /b")).contains("not a size");
  }

  private String sizeAfter(String line) {
    ok(line);
    return stat("%s", "/a");
  }

  @Test
  void sumPrintsAndChecksCrc32c(@TempDir Path directory) throws Exception {
    write("/a", "123456789");
    assertThat(ok("fs sum /a")).isEqualTo("e3069283  /a\n");
    assertThat(ok("fs sum --json /a"))
        .isEqualTo("{\"name\":\"/a\",\"crc32c\":\"e3069283\",\"bytes\":9}\n");
    ok("fs mkdir /d");
    byte[] bytes = new byte[3 * ByteCopy.BLOCK_BYTES + 1];
    new Random(2).nextBytes(bytes);
    write("/d/b", bytes);
    okWords("fs", "sum", "/a");
    write("/d/c\\\n", new byte[0]);
    ok("fs ln -s b /d/l");
    assertThat(fails("fs sum /d")).isEqualTo("giga fs sum: /d: Is a directory\n");
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    String sums = ok("fs sum -r /a /d");
    assertThat(sums)
        .isEqualTo("e3069283  /a\n%08x  /d/b\n\\00000000  /d/c\\\\\\n\n".formatted(crc.getValue()));
    Path list = Files.writeString(directory.resolve("list"), sums);
    assertThat(ok("fs sum -c " + list)).isEqualTo("/a: OK\n/d/b: OK\n'/d/c\\'$'\\n': OK\n");
    assertThat(ok("fs sum -qc " + list)).isEmpty();
    write("/a", "x");
    ok("fs rm /d/b");
    assertThat(fails("fs sum -qc " + list))
        .isEqualTo(
            """
            giga fs sum: /d/b: No such file or directory
            giga fs sum: 2 of 3 files are not as listed
            """);
    shell.reading(new ByteArrayInputStream("nonsense\n".getBytes(StandardCharsets.UTF_8)));
    assertThat(fails("fs sum -c -"))
        .isEqualTo("giga fs sum: -:1: not a checksum of eight digits, two blanks and a path\n");
  }

  @Test
  void duAddsUpSizes() {
    ok("fs mkdir -p /d/e/f");
    write("/d/a", new byte[1000]);
    write("/d/e/b", new byte[3000]);
    ok("fs ln /d/e/b /d/e/f/b");
    assertThat(ok("fs du -b /d").lines())
        .containsSubsequence("4000\t/d")
        .anyMatch(line -> line.endsWith("\t/d/e/f"))
        .contains("3000\t/d/e")
        .hasSize(3);
    assertThat(ok("fs du -sbl /d")).isEqualTo("7000\t/d\n");
    assertThat(ok("fs du -s /d")).isEqualTo("4\t/d\n");
    assertThat(ok("fs du -sh /d")).isEqualTo("4.0K\t/d\n");
    assertThat(ok("fs du -sm /d")).isEqualTo("1\t/d\n");
    assertThat(ok("fs du -b -d 1 /d")).isEqualTo("3000\t/d/e\n4000\t/d\n");
    assertThat(ok("fs du -s --inodes /d")).isEqualTo("5\t/d\n");
    assertThat(ok("fs du -ba /d/a")).isEqualTo("1000\t/d/a\n");
    assertThat(ok("fs du -sbc /d/e /d/a /d/e/b"))
        .isEqualTo("3000\t/d/e\n1000\t/d/a\n4000\ttotal\n");
    assertThat(ok("fs du -s --json /d"))
        .isEqualTo("{\"name\":\"/d\",\"bytes\":4000,\"entries\":5}\n");
    assertThat(misused("fs du -sa /d")).contains("not both");
    ok("fs mkdir /d/forbidden");
    assertThat(fails("fs du -sb /d")).isEqualTo("giga fs du: /d/forbidden: Permission denied\n");
  }
}
