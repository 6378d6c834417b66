package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code giga demo}, with all its processes. */
class DemoIT {
  @TempDir private Path directory;

  @Test
  void demoProvesThatEveryFileExistsOnce() throws IOException {
    GigaProcess demo =
        GigaProcess.run(
            "demo",
            "--servers",
            "2",
            "--clients",
            "3",
            "--files",
            "5000",
            "--split-threshold",
            "300",
            "--json");
    assertThat(demo.exitCode()).as(demo.err()).isZero();
    JsonNode json = new ObjectMapper().readTree(demo.out());
    assertThat(json.at("/ok").asBoolean()).isTrue();
    assertThat(json.at("/files").asInt()).isEqualTo(5000);
    assertThat(json.at("/listed").asInt()).isEqualTo(5000);
    assertThat(json.at("/splits").asInt()).isGreaterThan(10);
    assertThat(json.at("/servers/0/entries").asInt()).isPositive();
    assertThat(json.at("/servers/1/entries").asInt()).isPositive();
    assertThat(json.at("/split_redirects").asInt()).isPositive();
    if (mayMount()) {
      assertThat(json.at("/mount/mounted").asBoolean())
          .as(json.at("/mount/obstacle").asText())
          .isTrue();
      assertThat(json.findValuesAsText("program"))
          .containsExactly("cp", "tar", "git", "sqlite3", "find", "rsync");
    }
    String place = demo.err().replaceAll("(?s).*data and logs in ([^)]*)\\).*", "$1");
    assertThat(Path.of(place)).doesNotExist();
  }

  /** In continuous integration it must. */
  private static boolean mayMount() {
    return System.getenv("CI") != null
        || (Files.isWritable(Path.of("/dev/fuse"))
            && "root".equals(System.getProperty("user.name")));
  }

  @Test
  void demoPrintsAReadableReport() throws IOException {
    GigaProcess demo =
        GigaProcess.run("demo", "--servers", "1", "--files", "100", "--dir", directory.toString());
    assertThat(demo.exitCode()).as(demo.err()).isZero();
    assertThat(demo.out())
        .startsWith("Made 100 files in one directory from 8 clients in ")
        .contains("Listed the directory: 100 names, each exactly once, none that nobody made.\n")
        .endsWith("Proven.\n");
    assertThat(directory.resolve("s1.log")).exists();
    GigaProcess again = GigaProcess.run("demo", "--dir", directory.toString());
    assertThat(again.exitCode()).isEqualTo(1);
    assertThat(again.err())
        .isEqualTo("giga demo: --dir: " + directory + " is not empty: name another\n");
  }

  @Test
  void killedDemoLeavesNoProcesses() throws Exception {
    try (GigaProcess demo = busyDemo()) {
      List<ProcessHandle> children = children(demo);
      demo.kill();
      for (ProcessHandle child : children) {
        child.onExit().get(60, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void terminatedDemoLeavesNoProcesses() throws Exception {
    try (GigaProcess demo = busyDemo()) {
      List<ProcessHandle> children = children(demo);
      demo.terminate();
      assertThat(demo.exitCode()).isEqualTo(143);
      assertThat(children).noneMatch(ProcessHandle::isAlive);
      assertThat(demo.err()).doesNotContain("giga demo:");
    }
  }

  @Test
  void demoNamesTheServerThatDied() throws Exception {
    try (GigaProcess demo = busyDemo()) {
      ProcessHandle server =
          children(demo).stream()
              .filter(child -> commandLine(child).contains("\0--id\0s2\0"))
              .findFirst()
              .orElseThrow();
      server.destroyForcibly();
      assertThat(demo.exitCode()).isEqualTo(1);
      assertThat(demo.err())
          .contains("giga demo: ")
          .contains("s2 has ended, see " + directory.resolve("s2.log"));
      assertThat(Files.size(directory.resolve("s2.log"))).isPositive();
    }
  }

  /** The whole command line: the JDK omits those longer than a page. */
  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private GigaProcess busyDemo() {
    return GigaProcess.start(
        "demo", "--servers", "2", "--files", "50000000", "--dir", directory.toString());
  }

  /** The processes of ZooKeeper and the servers, once files are being created. */
  private static List<ProcessHandle> children(GigaProcess demo) {
    demo.awaitErr("files/s");
    List<ProcessHandle> children = demo.descendants();
    assertThat(children).as(demo.err()).hasSize(3);
    return children;
  }
}
