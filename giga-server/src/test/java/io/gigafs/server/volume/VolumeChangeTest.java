package io.gigafs.server.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaClient;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.VolumeChangeRequest.Kind;
import io.gigafs.protocol.VolumeState;
import io.gigafs.server.TestCluster;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What operators change about the volumes of real servers. */
class VolumeChangeTest {
  private static final URI NONE = URI.create("none:/");

  @TempDir private Path directory;

  private URI emptyDirectory(String name) throws Exception {
    return URI.create("posix://" + Files.createDirectory(directory.resolve(name)));
  }

  @Test
  void volumesAreAddedDrainedAndRemoved() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 2, 8, 1_000)) {
      GigaClient client = cluster.client();
      URI one = emptyDirectory("one");
      URI two = emptyDirectory("two");
      client.changeVolume(Kind.ADD, 0, one);
      ClusterView view = client.changeVolume(Kind.ADD, 0, two);
      assertThat(view.volumes())
          .containsExactly(
              new VolumeInfo(1, one, VolumeInfo.State.ACTIVE),
              new VolumeInfo(2, two, VolumeInfo.State.ACTIVE));
      assertThat(client.changeVolume(Kind.ADD, 0, URI.create(one + "/")).epoch())
          .isEqualTo(view.epoch());
      assertThat(Path.of(one.getPath(), ".giga-volume"))
          .hasContent("giga volume 1\ncluster " + view.clusterId());

      assertThatThrownBy(() -> client.changeVolume(Kind.REMOVE, 1, NONE))
          .hasMessageContaining("volume 1 takes files: drain it first");
      assertThat(client.changeVolume(Kind.DRAIN, 1, NONE).volume(1).orElseThrow().state())
          .isEqualTo(VolumeInfo.State.DRAINING);
      assertThat(client.changeVolume(Kind.UNDRAIN, 1, NONE).volume(1).orElseThrow().state())
          .isEqualTo(VolumeInfo.State.ACTIVE);
      client.changeVolume(Kind.DRAIN, 1, NONE);
      assertThat(client.changeVolume(Kind.REMOVE, 1, NONE).volumes())
          .extracting(VolumeInfo::id)
          .containsExactly(2);
      client.changeVolume(Kind.REMOVE, 1, NONE);
      assertThat(Path.of(one.getPath(), ".giga-volume")).doesNotExist();

      assertThat(client.changeVolume(Kind.ADD, 0, one).volumes())
          .extracting(VolumeInfo::id)
          .containsExactly(2, 3);
      assertThatThrownBy(() -> client.changeVolume(Kind.DRAIN, 1, NONE))
          .hasMessageContaining("there is no volume 1 in the cluster: its volumes are 2 (");
    }
  }

  @Test
  void whatCannotBeAVolumeLeavesNoTrace() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 1, 8, 1_000)) {
      GigaClient client = cluster.client();
      Files.createDirectory(directory.resolve("full"));
      Files.writeString(directory.resolve("full/file"), "x");

      assertThatThrownBy(
              () -> client.changeVolume(Kind.ADD, 0, URI.create("posix://" + directory + "/full")))
          .hasMessageContaining("it is not empty: it holds 'file'");
      assertThatThrownBy(
              () -> client.changeVolume(Kind.ADD, 0, URI.create("posix://" + directory + "/no")))
          .hasMessageContaining("there is no directory " + directory + "/no on this server");
      assertThatThrownBy(() -> client.changeVolume(Kind.ADD, 0, URI.create("tape:///one")))
          .hasMessageContaining("no kind of volume 'tape:' is installed here");
      assertThat(client.clusterView().volumes()).isEmpty();
      assertThat(directory.resolve("full/.giga-volume")).doesNotExist();

      ClusterView adopted =
          client.changeVolume(Kind.ADOPT, 0, URI.create("posix://" + directory + "/full"));
      assertThat(adopted.volumes().get(0).state()).isEqualTo(VolumeInfo.State.ADOPTED);
      assertThatThrownBy(
              () -> client.changeVolume(Kind.ADD, 0, URI.create("posix://" + directory + "/full")))
          .hasMessageContaining("already, in state ADOPTED");
    }
  }

  @Test
  void onlyTheSuperuserChangesThem() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 1, 8, 1_000)) {
      GigaClient user = cluster.client().as(new Caller(1_000, 1_000, new int[0]));
      URI one = emptyDirectory("one");
      assertThatThrownBy(() -> user.changeVolume(Kind.ADD, 0, one))
          .isInstanceOf(GigaException.class)
          .hasMessageContaining("only the superuser may change the volumes");
    }
  }

  @Test
  void aServerTellsWhatIsWrong() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 1, 8, 1_000)) {
      GigaClient client = cluster.client();
      cluster.addVolume("well");
      cluster.addVolume("ill").setReadOnly(true);
      await(client, states -> states.get(0).totalBytes() > 0 && !states.get(1).problem().isEmpty());
      List<VolumeState> states = client.volumes(cluster.view().servers().get(0)).volumes();
      assertThat(states.get(0).problem()).isEmpty();
      assertThat(states.get(1).problem()).contains("memory:///ill");
    }
  }

  private static void await(GigaClient client, Predicate<List<VolumeState>> wanted)
      throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (true) {
      List<VolumeState> states = client.volumes(client.clusterView().servers().get(0)).volumes();
      if (states.size() == 2 && wanted.test(states)) {
        return;
      }
      assertThat(System.nanoTime() - deadline).as("ns past the deadline").isNegative();
      Thread.sleep(20);
    }
  }
}
