package io.gigafs.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FsShell;
import org.apache.hadoop.util.ToolRunner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the commands of {@code hadoop fs} with a Giga cluster as the default file system. */
class FsShellTest {
  @TempDir java.nio.file.Path local;

  private final Configuration conf = TestGiga.configuration();

  @BeforeEach
  void makeDirectory() throws Exception {
    conf.set("fs.trash.interval", "60");
    run("-mkdir", "-p", "/shell");
  }

  @AfterEach
  void removeDirectory() throws Exception {
    run("-rm", "-r", "-skipTrash", "/shell");
  }

  /** Returns the output of a command, which must succeed. */
  private String run(String... arguments) throws Exception {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    int exit;
    try (PrintStream out = new PrintStream(printed, true, UTF_8)) {
      System.setOut(out);
      exit = ToolRunner.run(conf, new FsShell(), arguments);
    } finally {
      System.setOut(before);
    }
    String text = printed.toString(UTF_8);
    assertThat(exit).as(List.of(arguments) + ": " + text).isZero();
    return text;
  }

  /** Returns the exit code of a command. */
  private int exit(String... arguments) throws Exception {
    return ToolRunner.run(conf, new FsShell(), arguments);
  }

  /** Returns the error output of a command, which must fail. */
  private String error(String... arguments) throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    try (PrintStream err = new PrintStream(printed, true, UTF_8)) {
      System.setErr(err);
      assertThat(exit(arguments)).isNotZero();
    } finally {
      System.setErr(before);
    }
    return printed.toString(UTF_8);
  }

  @Test
  void snapshotCommandsFailWithOneLine() throws Exception {
    for (List<String> command :
        List.of(
            List.of("-createSnapshot", "/shell", "s"),
            List.of("-renameSnapshot", "/shell", "s", "t"),
            List.of("-deleteSnapshot", "/shell", "s"))) {
      String name = command.get(0).substring(1);
      assertThat(error(command.toArray(new String[0])))
          .isEqualTo(name + ": `/shell': giga:// has no snapshots\n");
    }
  }

  private java.nio.file.Path file(String name, String text) throws Exception {
    return Files.writeString(local.resolve(name), text);
  }

  @Test
  void filesAreUploadedAndDownloaded() throws Exception {
    run("-put", file("a", "first\n").toString(), "/shell/a");
    run("-appendToFile", file("b", "second\n").toString(), "/shell/a");
    assertThat(run("-cat", "/shell/a")).isEqualTo("first\nsecond\n");
    assertThat(run("-tail", "/shell/a")).isEqualTo("first\nsecond\n");
    run("-get", "/shell/a", local.resolve("back").toString());
    assertThat(local.resolve("back")).hasContent("first\nsecond\n");
    run("-truncate", "-w", "6", "/shell/a");
    assertThat(run("-text", "/shell/a")).isEqualTo("first\n");
  }

  @Test
  void namesAreCreatedMovedAndListed() throws Exception {
    run("-touchz", "/shell/a", "/shell/b");
    run("-mkdir", "/shell/d");
    run("-mv", "/shell/a", "/shell/d");
    run("-cp", "/shell/d/a", "/shell/c");
    assertThat(run("-ls", "-C", "-R", "/shell").lines())
        .containsExactlyInAnyOrder("/shell/b", "/shell/c", "/shell/d", "/shell/d/a");
    assertThat(run("-find", "/shell", "-name", "a").strip()).isEqualTo("/shell/d/a");
    run("-rmdir", "--ignore-fail-on-non-empty", "/shell/d");
    assertThat(exit("-test", "-d", "/shell/d")).isZero();
    assertThat(exit("-test", "-e", "/shell/no")).isEqualTo(1);
    assertThat(exit("-rmdir", "/shell/d")).isEqualTo(1);
  }

  @Test
  void removedFilesGoToTheTrash() throws Exception {
    run("-touchz", "/shell/kept");
    run("-rm", "/shell/kept");
    assertThat(exit("-test", "-e", "/shell/kept")).isEqualTo(1);
    assertThat(exit("-test", "-e", ".Trash/Current/shell/kept")).isZero();
    run("-expunge", "-immediate");
    assertThat(exit("-test", "-e", ".Trash/Current")).isEqualTo(1);
    run("-touchz", "/shell/kept");
    assertThat(run("-rm", "-skipTrash", "/shell/kept")).contains("Deleted /shell/kept");
  }

  @Test
  void ownersModesAndTimesChange() throws Exception {
    run("-touchz", "/shell/a");
    run("-chmod", "640", "/shell/a");
    run("-chown", "alice:staff", "/shell/a");
    run("-touch", "-m", "-t", "20200102:030405", "/shell/a");
    assertThat(run("-stat", "%a %u %g %y", "/shell/a").strip())
        .isEqualTo("640 alice staff 2020-01-02 03:04:05");
    run("-chgrp", "-R", "guests", "/shell");
    run("-chmod", "-R", "u+x", "/shell");
    assertThat(run("-stat", "%A %g", "/shell/a").strip()).isEqualTo("rwxr----- guests");
  }

  @Test
  void aclsAreSetAndShown() throws Exception {
    run("-mkdir", "/shell/d");
    run("-setfacl", "-m", "user:alice:rwx,default:group:staff:r-x", "/shell/d");
    assertThat(run("-getfacl", "/shell/d").lines())
        .contains(
            "user::rwx",
            "user:alice:rwx",
            "group::r-x",
            "mask::rwx",
            "other::r-x",
            "default:user::rwx",
            "default:group:staff:r-x",
            "default:mask::r-x");
    run("-setfacl", "-x", "user:alice", "/shell/d");
    run("-setfacl", "-k", "/shell/d");
    assertThat(run("-getfacl", "/shell/d")).doesNotContain("alice", "default");
    run("-setfacl", "--set", "user::rw-,user:bob:r--,group::---,other::---", "/shell/d");
    assertThat(run("-getfacl", "/shell/d").lines()).contains("user:bob:r--", "mask::r--");
    run("-setfacl", "-b", "/shell/d");
    assertThat(run("-getfacl", "/shell/d").lines())
        .contains("user::rw-", "group::---", "other::---")
        .noneMatch(line -> line.contains("bob") || line.contains("mask"));
  }

  @Test
  void xattrsAreSetAndShown() throws Exception {
    run("-touchz", "/shell/a");
    run("-setfattr", "-n", "user.origin", "-v", "here", "/shell/a");
    assertThat(run("-getfattr", "-d", "/shell/a")).contains("user.origin=\"here\"");
    run("-setfattr", "-x", "user.origin", "/shell/a");
    assertThat(run("-getfattr", "-d", "/shell/a")).doesNotContain("origin");
  }

  @Test
  void countsSizesAndChecksumsAreRight() throws Exception {
    run("-mkdir", "-p", "/shell/d/e");
    run("-put", file("a", "12345").toString(), "/shell/d/a");
    run("-put", file("b", "123").toString(), "/shell/d/e/b");
    assertThat(run("-count", "/shell/d").strip().split("\\s+"))
        .containsExactly("2", "2", "8", "/shell/d");
    assertThat(run("-du", "-s", "/shell/d").strip()).startsWith("8 ");
    assertThat(run("-checksum", "/shell/d/a")).contains("COMPOSITE-CRC32C");
    assertThat(run("-df", "/").lines().count()).isEqualTo(2);
  }

  @Test
  void filesAreConcatenated() throws Exception {
    run("-put", file("a", "one ").toString(), "/shell/a");
    run("-put", file("b", "two").toString(), "/shell/b");
    run("-put", file("c", " three").toString(), "/shell/c");
    run("-concat", "/shell/a", "/shell/b", "/shell/c");
    assertThat(run("-cat", "/shell/a")).isEqualTo("one two three");
    run("-touchz", "/shell/c");
    run("-getmerge", "/shell/*", local.resolve("all").toString());
    assertThat(local.resolve("all")).hasContent("one two three");
  }
}
