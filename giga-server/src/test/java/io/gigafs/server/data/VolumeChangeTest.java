package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cli.TestShell;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.data.VolumeChangeRequest.Kind;
import io.gigafs.protocol.data.VolumeState;
import io.gigafs.server.TestCluster;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.VolumeRoots;
import io.gigafs.volume.posix.PosixProvider;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Changes of volumes by operators, with real servers. */
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
      client.admin().changeVolume(Kind.ADD, 0, one);
      ClusterView view = client.admin().changeVolume(Kind.ADD, 0, two);
      assertThat(view.volumes())
          .containsExactly(
              new VolumeInfo(1, one, VolumeInfo.State.ACTIVE),
              new VolumeInfo(2, two, VolumeInfo.State.ACTIVE));
      assertThat(client.admin().changeVolume(Kind.ADD, 0, URI.create(one + "/")).epoch())
          .isEqualTo(view.epoch());
      assertThat(Path.of(one.getPath(), ".giga-volume"))
          .hasContent("giga volume 1\ncluster " + view.clusterId());

      assertThatThrownBy(() -> client.admin().changeVolume(Kind.REMOVE, 1, NONE))
          .hasMessageContaining("volume 1 takes files: drain it first");
      assertThat(client.admin().changeVolume(Kind.DRAIN, 1, NONE).volume(1).orElseThrow().state())
          .isEqualTo(VolumeInfo.State.DRAINING);
      assertThat(client.admin().changeVolume(Kind.UNDRAIN, 1, NONE).volume(1).orElseThrow().state())
          .isEqualTo(VolumeInfo.State.ACTIVE);
      client.admin().changeVolume(Kind.DRAIN, 1, NONE);
      assertThat(client.admin().changeVolume(Kind.REMOVE, 1, NONE).volumes())
          .extracting(VolumeInfo::id)
          .containsExactly(2);
      client.admin().changeVolume(Kind.REMOVE, 1, NONE);
      assertThat(Path.of(one.getPath(), ".giga-volume")).doesNotExist();

      assertThat(client.admin().changeVolume(Kind.ADD, 0, one).volumes())
          .extracting(VolumeInfo::id)
          .containsExactly(2, 3);
      assertThatThrownBy(() -> client.admin().changeVolume(Kind.DRAIN, 1, NONE))
          .hasMessageContaining("there is no volume 1 in the cluster: its volumes are 2 (");
    }
  }

  @Test
  void rejectedVolumesLeaveNoTrace() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 1, 8, 1_000)) {
      GigaClient client = cluster.client();
      Files.createDirectory(directory.resolve("full"));
      Files.writeString(directory.resolve("full/file"), "x");

      assertThatThrownBy(
              () ->
                  client
                      .admin()
                      .changeVolume(Kind.ADD, 0, URI.create("posix://" + directory + "/full")))
          .hasMessageContaining("it is not empty: it holds 'file'");
      assertThatThrownBy(
              () ->
                  client
                      .admin()
                      .changeVolume(Kind.ADD, 0, URI.create("posix://" + directory + "/no")))
          .hasMessageContaining("there is no directory " + directory + "/no on this server");
      assertThatThrownBy(() -> client.admin().changeVolume(Kind.ADD, 0, URI.create("tape:///one")))
          .hasMessageContaining("no kind of volume 'tape:' is installed here");
      assertThat(client.clusterView().volumes()).isEmpty();
      assertThat(directory.resolve("full/.giga-volume")).doesNotExist();

      ClusterView adopted =
          client.admin().changeVolume(Kind.ADOPT, 0, URI.create("posix://" + directory + "/full"));
      assertThat(adopted.volumes().get(0).state()).isEqualTo(VolumeInfo.State.ADOPTED);
      assertThatThrownBy(
              () ->
                  client
                      .admin()
                      .changeVolume(Kind.ADD, 0, URI.create("posix://" + directory + "/full")))
          .hasMessageContaining("already, in state ADOPTED");
    }
  }

  /** No volume id is used up, and no hint suggests deleting the mark of a volume with files. */
  @Test
  void existingVolumesAreRejectedBeforeTheyGetAnId() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 2, 8, 1_000)) {
      GigaClient client = cluster.client();
      ClusterView before = client.admin().changeVolume(Kind.ADD, 0, emptyDirectory("one"));
      UUID other = UUID.randomUUID();

      URI foreign = marked("foreign", new VolumeMark(other, 2));
      assertThatThrownBy(() -> client.admin().changeVolume(Kind.ADD, 0, foreign))
          .hasMessageContaining("it is volume 2 of another cluster, " + other)
          .hasMessageContaining("only if that cluster is gone for good, delete");
      URI adopted = marked("adopted", new VolumeMark(other, 2));
      assertThatThrownBy(() -> client.admin().changeVolume(Kind.ADOPT, 0, adopted))
          .hasMessageContaining("of another cluster");
      URI copy = marked("copy", new VolumeMark(before.clusterId(), 1));
      assertThatThrownBy(() -> client.admin().changeVolume(Kind.ADD, 0, copy))
          .hasMessageContaining("it is volume 1 of this cluster, which is at posix://")
          .hasMessageNotContaining("delete");
      URI higher = marked("higher", new VolumeMark(before.clusterId(), 7));
      assertThatThrownBy(() -> client.admin().changeVolume(Kind.ADD, 0, higher))
          .hasMessageContaining("the view is older than the volume")
          .hasMessageContaining("giga volume restore " + higher)
          .hasMessageNotContaining("delete");
      URI garbage = emptyDirectory("garbage");
      Files.writeString(Path.of(garbage.getPath(), ".giga-volume"), "?");
      assertThatThrownBy(() -> client.admin().changeVolume(Kind.ADD, 0, garbage))
          .hasMessageContaining("there is a file .giga-volume that is no mark");

      assertThat(cluster.view()).isEqualTo(before);
    }
  }

  private URI marked(String name, VolumeMark mark) throws Exception {
    URI uri = emptyDirectory(name);
    new PosixProvider().prepare(uri, mark, false);
    return uri;
  }

  /** The case of a ZooKeeper restored from a copy older than the volume. */
  @Test
  void restoreReturnsALostVolumeUnderItsId() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 2, 8, 1_000)) {
      GigaClient client = cluster.client();
      URI one = emptyDirectory("one");
      URI two = emptyDirectory("two");
      client.admin().changeVolume(Kind.ADD, 0, one);
      ClusterView whole = client.admin().changeVolume(Kind.ADD, 0, two);
      byte[] bytes = new byte[300_000];
      new SplittableRandom(1).nextBytes(bytes);
      List<GigaPath> files = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        GigaPath path = GigaPath.parse("/d" + i);
        client.makeDirectory(path, 0755);
        files.add(path.child(Name.of("f")));
        client.writeFile(files.get(i), 0644, bytes, true);
      }
      cluster.change(view -> VolumeChanges.remove(VolumeChanges.remove(view, 1), 2));
      assertThatThrownBy(() -> client.admin().changeVolume(Kind.ADD, 0, two))
          .hasMessageContaining("it is volume 2 of this cluster, which the cluster's view has lost")
          .hasMessageContaining("it holds a file's bytes")
          .hasMessageContaining("giga volume restore " + two)
          .hasMessageNotContaining("delete");
      TestShell.Result found = run(cluster, "fsck --grace 1ms --no-volumes");
      assertThat(found.exitCode()).isEqualTo(4);
      assertThat(found.out()).contains("unknown-volume (8)").contains("volume 2: unknown volume");

      assertThat(run(cluster, "volume restore " + two).out())
          .isEqualTo("volume 2 (" + two + ") is back\n");
      run(cluster, "volume restore " + one);
      assertThat(cluster.view().volumes()).isEqualTo(whole.volumes());
      assertThat(cluster.view().nextVolume()).isEqualTo(whole.nextVolume());
      assertThat(run(cluster, "fsck --grace 1ms").out()).endsWith(": no damage\n");
      GigaClient reader = cluster.client();
      for (GigaPath file : files) {
        assertThat(reader.readFile(file)).isEqualTo(bytes);
      }
      assertThat(run(cluster, "volume restore " + emptyDirectory("none")).err())
          .contains("it has no mark (.giga-volume)");
    }
  }

  /** The server that added the volume died before it wrote the mark. */
  @Test
  void addingAVolumeAgainWritesAMissingMark() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 1, 8, 1_000)) {
      URI one = emptyDirectory("one");
      cluster.change(
          view -> VolumeChanges.add(view, one, VolumeInfo.State.ACTIVE, VolumeSettings.UNCHANGED));
      cluster.client().admin().changeVolume(Kind.ADD, 0, one);
      assertThat(Path.of(one.getPath(), ".giga-volume")).exists();
    }
  }

  @Test
  void volumesAreConfinedToTheVolumeRoots() throws Exception {
    Path allowed = Files.createDirectory(directory.resolve("allowed"));
    try (TestCluster cluster =
        TestCluster.start(
            directory.resolve("cluster"),
            2,
            8,
            1_000,
            settings -> settings.volumeRoots(VolumeRoots.parse(allowed.toString())))) {
      GigaClient client = cluster.client();
      URI outside = emptyDirectory("outside");
      Path secret = Path.of(outside.getPath(), "secret");
      Files.writeString(secret, "root's");
      Path link = Files.createSymbolicLink(allowed.resolve("link"), Path.of(outside.getPath()));
      for (String place :
          List.of(outside.getPath(), allowed + "/../outside", link.toString(), allowed + "-not")) {
        for (Kind kind : List.of(Kind.ADD, Kind.ADOPT, Kind.RESTORE, Kind.RESTORE_ADOPTED)) {
          assertThatThrownBy(
                  () -> client.admin().changeVolume(kind, 0, URI.create("posix://" + place)))
              .as(kind + " " + place)
              .hasMessageContaining("is not below the directories in which this server lets")
              .hasMessageContaining("volume-roots");
        }
      }
      assertThat(cluster.view().volumes()).isEmpty();
      assertThat(Path.of(outside.getPath(), ".giga-volume")).doesNotExist();

      client
          .admin()
          .changeVolume(
              Kind.ADD, 0, URI.create("posix://" + Files.createDirectory(allowed.resolve("in"))));
      // Even if the view contains such a volume, no server touches it.
      new PosixProvider().prepare(outside, new VolumeMark(cluster.view().clusterId(), 2), true);
      cluster.change(
          view ->
              VolumeChanges.add(view, outside, VolumeInfo.State.ADOPTED, VolumeSettings.UNCHANGED));
      await(
          client,
          states ->
              states.get(0).totalBytes() > 0
                  && states.get(0).problem().isEmpty()
                  && states.get(1).problem().contains("volume-roots"));
    }
  }

  private static TestShell.Result run(TestCluster cluster, String line) {
    return new TestShell()
        .connectingBy(GigaClients::connect)
        .runWords((line + " -c giga://" + cluster.endpoints().get(0) + "/").split(" ", -1));
  }

  @Test
  void onlyTheSuperuserChangesVolumes() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 1, 8, 1_000)) {
      GigaClient user = cluster.client().as(new Caller(1_000, 1_000, new int[0]));
      URI one = emptyDirectory("one");
      assertThatThrownBy(() -> user.admin().changeVolume(Kind.ADD, 0, one))
          .isInstanceOf(GigaException.class)
          .hasMessageContaining("only the superuser may change the volumes");
    }
  }

  @Test
  void serverReportsVolumeProblems() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory.resolve("cluster"), 1, 8, 1_000)) {
      GigaClient client = cluster.client();
      cluster.addVolume("well");
      cluster.addVolume("ill").setReadOnly(true);
      await(client, states -> states.get(0).totalBytes() > 0 && !states.get(1).problem().isEmpty());
      List<VolumeState> states = client.admin().volumes(cluster.view().servers().get(0)).volumes();
      assertThat(states.get(0).problem()).isEmpty();
      assertThat(states.get(1).problem()).contains("memory:///ill");
    }
  }

  private static void await(GigaClient client, Predicate<List<VolumeState>> wanted)
      throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (true) {
      List<VolumeState> states =
          client.admin().volumes(client.clusterView().servers().get(0)).volumes();
      if (states.size() == 2 && wanted.test(states)) {
        return;
      }
      assertThat(System.nanoTime() - deadline).as("ns past the deadline").isNegative();
      Thread.sleep(20);
    }
  }
}
