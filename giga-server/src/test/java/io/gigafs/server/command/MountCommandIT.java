package io.gigafs.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gigafs.fuse.mounting.MountLab;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code giga mount} and {@code giga umount}, of a cluster, in processes of their own. */
class MountCommandIT {
  @TempDir private static Path shared;

  private static GigaProcess cluster;
  private static String url;

  @TempDir private Path directory;

  /** Directory in which benchmarks mount. */
  @TempDir private Path temporary;

  @BeforeAll
  static void startCluster() {
    cluster = GigaProcess.start("dev-cluster", "--servers", "2", "--dir", shared.toString());
    url = cluster.nextLine().substring("ready ".length());
  }

  @AfterAll
  static void stopCluster() {
    cluster.close();
  }

  @BeforeEach
  void needsTheKernel() {
    MountLab.require();
  }

  @AfterEach
  void leavesNothingMounted() throws Exception {
    if (isMounted()) {
      run("umount", "-l", directory.toString());
    }
  }

  private boolean isMounted() throws IOException {
    return Files.readAllLines(Path.of("/proc/mounts")).stream()
        .anyMatch(line -> line.contains(" " + directory + " fuse.giga "));
  }

  private static String run(String... command) throws Exception {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as("%s said %s", List.of(command), said).isZero();
    return said;
  }

  private GigaProcess mount(String... options) {
    String log = shared.resolve("mount.log").toString();
    String[] words = new String[5 + options.length];
    words[0] = "mount";
    words[1] = "--log-file";
    words[2] = log;
    System.arraycopy(options, 0, words, 3, options.length);
    words[words.length - 2] = url;
    words[words.length - 1] = directory.toString();
    return GigaProcess.run(words);
  }

  private void mounted(String... options) {
    GigaProcess mount = mount(options);
    assertThat(mount.err()).isEmpty();
    assertThat(mount.exitCode()).isZero();
    assertThat(mount.out()).isEqualTo("mounted " + url + " on " + directory + "\n");
  }

  @Test
  void mountRunsInTheBackground() throws Exception {
    mounted("-o", "noatime");
    assertThat(run("findmnt", "-n", "-o", "SOURCE,FSTYPE", directory.toString()))
        .contains(url)
        .contains("fuse.giga");
    Files.writeString(directory.resolve("f"), "text\n");
    assertThat(GigaProcess.run("fs", "-c", url, "cat", "/f").out()).isEqualTo("text\n");
    assertThat(GigaProcess.run("mount", "--stats", directory.toString()).out())
        .contains("requests ");
    assertThat(mount().err())
        .isEqualTo("giga mount: " + directory + " is mounted already (fuse.giga)\n");
    GigaProcess unmount = GigaProcess.run("umount", directory.toString());
    assertThat(unmount.out()).isEqualTo("unmounted " + directory + "\n");
    assertThat(unmount.exitCode()).isZero();
    assertThat(isMounted()).isFalse();
    assertThat(shared.resolve("mount.log")).content().contains("Mounted " + url);
  }

  @Test
  void readOnlyMountRejectsChanges() throws Exception {
    mounted("-o", "ro");
    assertThat(run("bash", "-c", "mkdir " + directory + "/d 2>&1 || true"))
        .contains("Read-only file system");
  }

  @Test
  void umountReportsOpenFiles() throws Exception {
    mounted();
    Files.writeString(directory.resolve("used"), "text");
    try (InputStream open = Files.newInputStream(directory.resolve("used"))) {
      GigaProcess unmount = GigaProcess.run("umount", directory.toString());
      assertThat(unmount.exitCode()).isEqualTo(1);
      assertThat(unmount.err()).contains("is in use").contains("fuser");
      assertThat(GigaProcess.run("umount", "--lazy", directory.toString()).exitCode()).isZero();
      assertThat(isMounted()).isFalse();
      assertThat(open.readAllBytes()).asString().isEqualTo("text");
    }
  }

  @Test
  void terminationUnmounts() throws Exception {
    try (GigaProcess mount =
        GigaProcess.start("mount", "--foreground", url, directory.toString())) {
      assertThat(mount.nextLine()).isEqualTo("mounted " + url + " on " + directory);
      Files.writeString(directory.resolve("kept"), "text\n");
      mount.terminate();
      mount.exitCode();
    }
    assertThat(isMounted()).isFalse();
    assertThat(GigaProcess.run("fs", "-c", url, "cat", "/kept").out()).isEqualTo("text\n");
  }

  @Test
  void mountFailuresAreReported() throws Exception {
    GigaProcess nowhere =
        GigaProcess.run("mount", "-o", "timeout=2s", "giga://127.0.0.1:1/", directory.toString());
    assertThat(nowhere.exitCode()).isEqualTo(1);
    assertThat(nowhere.err()).contains("giga mount: ").contains("127.0.0.1:1");
    assertThat(nowhere.err().lines()).hasSize(1);
    Files.createFile(directory.resolve("f"));
    GigaProcess full = mount();
    assertThat(full.exitCode()).isEqualTo(1);
    assertThat(full.err()).contains("is not empty");
    GigaProcess nothing = GigaProcess.run("umount", directory.toString());
    assertThat(nothing.err()).isEqualTo("giga umount: nothing is mounted on " + directory + "\n");
  }

  /** Measures one round with a large file; the options add other measurements. */
  private JsonNode measured(String... options) throws Exception {
    List<String> words = new ArrayList<>(List.of("bench", "mount", "-c", url));
    words.addAll(List.of(options));
    words.addAll(List.of("--rounds", "1", "--stream", "3M"));
    words.addAll(List.of("--volume", directory.toString(), "--json"));
    GigaProcess bench = GigaProcess.runIn(temporary, words.toArray(String[]::new));
    assertThat(bench.err()).isEmpty();
    assertThat(bench.exitCode()).isZero();
    JsonNode json = new ObjectMapper().readTree(bench.out());
    assertThat(json.at("/errors").asInt()).isZero();
    return json;
  }

  @Test
  void benchComparesAMountWithAMemoryFileSystem() throws Exception {
    JsonNode json = measured("--files", "200", "--processes", "2");
    for (String what : List.of("create", "stat", "unlink", "write", "read")) {
      assertThat(json.at("/" + what + "/giga").asDouble()).as(what).isPositive();
      assertThat(json.at("/" + what + "/memory").asDouble()).as(what).isPositive();
      assertThat(json.at("/" + what + "/ratio_to_memory").asDouble()).as(what).isPositive();
    }
    assertThat(json.at("/read/ratio_to_volume").asDouble()).isPositive();
    assertThat(Files.readString(Path.of("/proc/mounts"))).doesNotContain(temporary.toString());
    assertThat(temporary).isEmptyDirectory();
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void benchComparesALinkWithItsVolume() throws Exception {
    JsonNode json = measured("--files", "0", "--data-path", "symlink");
    for (String what : List.of("write", "read")) {
      assertThat(json.at("/" + what + "/ratio_to_volume").asDouble()).as(what).isPositive();
      assertThat(json.at("/" + what).has("memory")).as(what).isFalse();
    }
    assertThat(directory).isEmptyDirectory();
  }
}
