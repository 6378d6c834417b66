package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.rpc.Clock;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryStorage;
import io.gigafs.volume.OpenVolumes;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.VolumeMark;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Health of volumes as servers see it, and placement of new files. */
class VolumeChooserTest {
  private static final ServerId SELF = new ServerId("s1");
  private static final UUID CLUSTER = new UUID(1, 1);
  private static final InodeId DIRECTORY = InodeId.of(2, 100);

  private final MemoryStorage storage = new MemoryStorage();
  private long nowNanos = 1;
  private ServerVolumes volumes;

  private final Clock clock =
      new Clock() {
        @Override
        public long nanos() {
          return nowNanos;
        }

        @Override
        public long wallNanos() {
          return nowNanos;
        }
      };

  @BeforeEach
  void addVolumes() throws Exception {
    List<VolumeInfo> infos = new ArrayList<>();
    for (int id = 1; id <= 5; id++) {
      URI uri = URI.create("memory:///" + id);
      storage.prepare(uri, new VolumeMark(CLUSTER, id), false);
      VolumeInfo.State state =
          switch (id) {
            case 2 -> VolumeInfo.State.DRAINING;
            case 4 -> VolumeInfo.State.ADOPTED;
            default -> VolumeInfo.State.ACTIVE;
          };
      infos.add(new VolumeInfo(id, uri, state));
    }
    ClusterView view =
        new ClusterView(
            CLUSTER,
            1,
            ClusterSettings.DEFAULTS,
            List.of(new ServerInfo(SELF, new Endpoint("s1", 1))),
            SlotTable.of(0, 0, 0, 0),
            List.of(),
            Set.of(),
            infos,
            6);
    volumes =
        new ServerVolumes(
            new CurrentView(SELF, view, clock),
            new OpenVolumes(List.of(storage)),
            Runnable::run,
            clock);
    sweepAfter(0);
  }

  private void sweepAfter(long seconds) {
    nowNanos += seconds * 1_000_000_000L;
    volumes.sweep();
  }

  private List<Integer> candidates(int partition) {
    return volumes.chooser().candidates(DIRECTORY, new PartitionIndex(partition));
  }

  @Test
  void partitionsAlternateBetweenVolumes() {
    assertThat(candidates(0)).containsExactly(5, 1, 3);
    assertThat(candidates(1)).containsExactly(1, 3, 5);
    assertThat(candidates(2)).containsExactly(3, 5, 1);
    assertThat(candidates(3)).containsExactly(5, 1, 3);
  }

  @Test
  void unhealthyVolumesComeLast() {
    storage.volume(URI.create("memory:///1")).setReadOnly(true);
    storage.volume(URI.create("memory:///5")).setCapacity(0);
    sweepAfter(30);
    assertThat(candidates(0)).startsWith(3).containsOnly(3, 5, 1);

    storage.volume(URI.create("memory:///1")).setReadOnly(false);
    storage.volume(URI.create("memory:///5")).setCapacity(1 << 20);
    sweepAfter(30);
    assertThat(candidates(0)).containsExactly(5, 1, 3);
  }

  @Test
  void failedCallsDemoteAVolumeUntilTheNextProbe() {
    storage.volume(URI.create("memory:///5")).setGone(true);
    assertThat(failureOf(5)).contains("memory:///5");
    assertThat(candidates(0)).containsExactly(1, 3, 5);
    storage.volume(URI.create("memory:///5")).setGone(false);
    sweepAfter(1);
    assertThat(candidates(0)).containsExactly(5, 1, 3);
  }

  @Test
  void fullerVolumesGetASmallerShare() {
    for (int id : new int[] {1, 3, 5}) {
      storage.volume(URI.create("memory:///" + id)).setCapacity(100_000);
    }
    storage.volume(URI.create("memory:///1")).put("some", new byte[10_000]);
    storage.volume(URI.create("memory:///3")).put("much", new byte[60_000]);
    sweepAfter(30);

    assertThat(sharesOf(1, 3, 5)).containsExactly(0.4, 0.2, 0.4);
    storage.volume(URI.create("memory:///3")).lose("much");
    sweepAfter(30);
    assertThat(candidates(0)).containsExactly(5, 1, 3);
  }

  /** Latencies are those of file creates and of probes, by a clock that the test sets. */
  @Test
  void slowGroupLosesItsShareAndRegainsIt() {
    AtomicLong latencyOf5 = new AtomicLong(10);
    for (int id : new int[] {1, 3, 5}) {
      storage
          .volume(URI.create("memory:///" + id))
          .watch(
              (call, path) -> {
                if (call.equals("create")) {
                  nowNanos += 1_000_000L * (id == 5 ? latencyOf5.get() : 10);
                }
                return null;
              });
    }
    createEverywhere(8);
    sweepAfter(1);
    assertThat(sharesOf(1, 3, 5)).containsExactly(0.333, 0.333, 0.333);

    latencyOf5.set(1_000);
    createEverywhere(40);
    sweepAfter(1);
    assertThat(sharesOf(1, 3, 5)).containsExactly(0.471, 0.471, 0.059);
    assertThat(candidates(3)).hasSize(3).contains(5);
    assertThat(firstChoicesOf5()).isBetween(1, 120);

    latencyOf5.set(10);
    createEverywhere(30);
    sweepAfter(1);
    assertThat(sharesOf(5).get(0)).isGreaterThan(0.059).isLessThan(0.2);
    for (int probe = 0; probe < 40; probe++) {
      sweepAfter(21);
    }
    sweepAfter(1);
    assertThat(sharesOf(1, 3, 5)).containsExactly(0.333, 0.333, 0.333);
    assertThat(candidates(0)).containsExactly(5, 1, 3);
  }

  private void createEverywhere(int objects) {
    for (int id : new int[] {1, 3, 5}) {
      for (int i = 0; i < objects; i++) {
        String path = "object" + nowNanos;
        volumes.create(new DataLocation(id, path), new ObjectOwner(0, 0, 0600)).join();
      }
    }
  }

  /** How many of 1,000 partitions choose volume 5 first. */
  private int firstChoicesOf5() {
    return (int) IntStream.range(0, 1_000).filter(i -> candidates(i).get(0) == 5).count();
  }

  private List<Double> sharesOf(int... ids) {
    return IntStream.of(ids)
        .mapToObj(id -> Math.round(volumes.chooser().circle().shareOf(id) * 1_000) / 1_000.0)
        .toList();
  }

  private String failureOf(int volume) {
    try {
      volumes.call(volume, reached -> reached.status("none")).join();
      return "";
    } catch (CompletionException e) {
      return String.valueOf(Objects.requireNonNull(e.getCause()).getMessage());
    }
  }

  @Test
  void missingObjectDoesNotDemoteAVolume() {
    assertThat(failureOf(5)).contains("none");
    assertThat(candidates(0)).containsExactly(5, 1, 3);
  }

  @Test
  void probesLeaveNoObjects() {
    sweepAfter(60);
    List<String> left = new ArrayList<>();
    storage.volumes().forEach(volume -> left.addAll(volume.paths()));
    assertThat(left).isEmpty();
  }
}
