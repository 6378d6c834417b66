package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.TestShell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.server.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code giga volume}, run against real servers. */
class VolumeCommandsTest {
  @TempDir private Path directory;

  private TestCluster cluster;
  private String one;
  private String two;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start(directory.resolve("cluster"), 2, 8, 1_000);
    one = "posix://" + Files.createDirectory(directory.resolve("one"));
    two = "posix://" + Files.createDirectory(directory.resolve("two"));
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private TestShell.Result run(String line) {
    return new TestShell()
        .connectingBy(GigaClients::connect)
        .runWords((line + " -c giga://" + cluster.endpoints().get(0) + "/").split(" ", -1));
  }

  private String ok(String line) {
    TestShell.Result result = run(line);
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.out();
  }

  private String awaitList(String wanted) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (true) {
      TestShell.Result list = run("volume list");
      if (list.out().matches("(?s)" + wanted)) {
        return list.out();
      }
      assertThat(System.nanoTime() - deadline).as(list.out() + list.err()).isNegative();
      Thread.sleep(50);
    }
  }

  @Test
  void dfCountsTheFileSystemOfAllStoresAndVolumesOnce() throws Exception {
    ok("volume add " + one);
    ok("volume add " + two);
    awaitList(
        ".* 1  active +- +1 +\\S+ +\\S+ ms +\\d\\S* .* 2  active +- +1 +\\S+ +\\S+ ms +\\d\\S* .*");
    String url = " -c giga://" + cluster.endpoints().get(0) + "/";
    TestShell.Result df =
        new TestShell()
            .connectingBy(GigaClients::connect)
            .runWords(("fs" + url + " df --json").split(" ", -1));
    assertThat(df.err()).isEmpty();
    assertThat(df.out())
        .contains("\"total_bytes\":" + directory.toFile().getTotalSpace() + ",")
        .contains("\"uncounted_volumes\":[]");
  }

  @Test
  void volumeIsAddedDrainedAndRemoved() throws Exception {
    assertThat(run("volume list").out()).startsWith("no volumes");
    assertThat(ok("volume add " + one)).isEqualTo("volume 1 (" + one + ") takes files\n");
    assertThat(ok("volume add --json " + two))
        .isEqualTo(
            "{\"id\":2,\"uri\":\""
                + two
                + "\",\"state\":\"active\",\"group\":\"\",\"weight\":1}\n");
    awaitList(
        ".* 1  active +- +1 +50\\.0% +\\d+\\.\\d ms +\\S+ \\S+ +\\S+ \\S+ +- +0  " + one + "\n.*");

    byte[] bytes = new byte[200_000];
    GigaClient client = cluster.client();
    for (int i = 0; i < 10; i++) {
      client.makeDirectory(GigaPath.parse("/d" + i), 0755);
      client.writeFile(GigaPath.parse("/d" + i + "/f"), 0644, bytes, false);
    }
    TestShell.Result early = run("volume remove 1");
    assertThat(early.exitCode()).isEqualTo(1);
    assertThat(early.err())
        .contains("volume 1 takes files: drain it first, with: giga volume drain --wait 1");

    assertThat(ok("volume drain --wait " + one))
        .isEqualTo("volume 1 (" + one + ") is drained: it holds no files\n");
    assertThat(ok("volume remove 1"))
        .isEqualTo("volume 1 (" + one + ") is removed: the cluster has 1 volume\n");
    assertThat(client.readFile(GigaPath.parse("/d3/f"))).isEqualTo(bytes);
    assertThat(ok("volume drain 2")).isEqualTo("volume 2 (" + two + ") is being drained\n");
    assertThat(ok("volume undrain 2")).isEqualTo("volume 2 (" + two + ") takes files\n");
  }

  @Test
  void groupsAndWeightsAreSetAndListed() throws Exception {
    ok("volume add " + one + " --group shelf1");
    assertThat(ok("volume add --json --group shelf2 --weight 4 " + two))
        .contains("\"group\":\"shelf2\",\"weight\":4");
    assertThat(run("volume list").out())
        .matches("(?s).* 1  active  shelf1 +1 .* 2  active  shelf2 +4 .*");
    assertThat(run("volume list --json").out())
        .contains("\"group\":\"shelf1\",\"weight\":1", "\"group\":\"shelf2\",\"weight\":4");
    awaitList(".* shelf1 +1 +20\\.0% +\\S+ ms .* shelf2 +4 +80\\.0% +\\S+ ms .*");
    assertThat(run("volume list --json").out()).containsPattern("\"share\":0.8,\"create_us\":\\d");

    assertThat(ok("volume set 1 --weight 3"))
        .isEqualTo("volume 1 (" + one + ") is in group shelf1, of weight 3\n");
    assertThat(ok("volume set " + two + " --group  --weight 1"))
        .isEqualTo("volume 2 (" + two + ") is a group of its own, of weight 1\n");
    ok("volume drain 1");
    assertThat(ok("volume undrain --json 1")).contains("\"group\":\"shelf1\",\"weight\":3");
  }

  @Test
  void invalidGroupsAndWeightsAreRejected() {
    ok("volume add " + one + " --group shelf1");
    assertThat(run("volume add " + two + " --group a/b").err())
        .contains("a group of volumes has a name of at most 64 letters, digits");
    assertThat(run("volume add " + two + " --weight 0").err())
        .contains("the weight of a volume is from 1 to 1000, not 0");
    assertThat(run("volume set 1").err()).contains("nothing to set: give --group, --weight");
    assertThat(run("volume set 7 --weight 2").err()).contains("no volume '7' in the cluster");
    ok("volume add " + one);
    assertThat(run("volume add " + one + " --group shelf2").err())
        .contains("is volume 1 already, in group 'shelf1' and of weight 1")
        .contains("change that with: giga volume set 1");
    assertThat(run("volume list").out()).contains("shelf1").doesNotContain(two);
  }

  @Test
  void errorsAreReported() throws Exception {
    assertThat(run("volume add /no/uri").err()).contains("does not say what kind of volume it is");
    assertThat(run("volume drain 7").err()).contains("no volume '7' in the cluster");
    ok("volume add " + one);
    Files.delete(directory.resolve("one/.giga-volume"));
    awaitList(".*volume 1 at s0: .*the file .giga-volume is missing.*");
    assertThat(run("volume list").exitCode()).isEqualTo(1);
  }
}
