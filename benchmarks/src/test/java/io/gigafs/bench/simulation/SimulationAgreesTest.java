package io.gigafs.bench.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.cluster.StatusResult.PartitionStatus;
import io.gigafs.server.TestCluster;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compares the partitions of a simulated directory with those of a real cluster. */
class SimulationAgreesTest {
  private static final GigaPath DIRECTORY = GigaPath.parse("/d");
  private static final int SERVERS = 4;
  private static final int SLOTS = 64;
  private static final int THRESHOLD = 100;
  private static final int BULK = 50;
  private static final int SEEDS = 40;

  /** Wide enough for random variation; chosen before any measurement. */
  private static final double DEVIATIONS = 5;

  @TempDir private Path directory;

  /** Compares amid the splits of a level and at its end, with 2^7 partitions. */
  @Test
  void simulatedPartitionsMatchARealDirectory() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, SERVERS, SLOTS, THRESHOLD)) {
      GigaClient client = cluster.client();
      client.makeDirectory(DIRECTORY, 0755);
      create(client, 0, 10_000);
      compare(client, 10_000);
      create(client, 10_000, 12_800);
      compare(client, 12_800);
    }
  }

  private static void compare(GigaClient client, int entries) throws Exception {
    List<PartitionStatus> real = partitions(client);
    List<SimulationResult> simulated =
        LongStream.range(0, SEEDS).mapToObj(seed -> simulate(entries, seed)).toList();

    assertThat(real.stream().mapToLong(PartitionStatus::entries).sum()).isEqualTo(entries);
    agrees(
        "partitions",
        real.size(),
        simulated.stream().mapToDouble(each -> each.map().size()).toArray());
    agrees(
        "fullest partition",
        real.stream().mapToLong(PartitionStatus::entries).max().orElseThrow(),
        simulated.stream()
            .mapToDouble(
                each ->
                    Arrays.stream(each.entriesPerPartition()).asDoubleStream().max().orElseThrow())
            .toArray());
    agrees(
        "fullest server",
        perServer(real).stream().mapToLong(Long::longValue).max().orElseThrow(),
        simulated.stream()
            .mapToDouble(
                each -> Arrays.stream(each.entriesPerServer()).asDoubleStream().max().orElseThrow())
            .toArray());
    assertThat(mapOf(real).size()).isEqualTo(real.size());
  }

  private static void agrees(String what, long real, double[] simulated) {
    double mean = Arrays.stream(simulated).average().orElseThrow();
    double deviation =
        Math.sqrt(
            Arrays.stream(simulated).map(x -> (x - mean) * (x - mean)).average().orElseThrow());
    assertThat((double) real).as(what).isCloseTo(mean, within(DEVIATIONS * deviation));
  }

  private static SimulationResult simulate(int entries, long seed) {
    return DirectorySimulation.run(
        SimulationPlan.of(SERVERS, entries, SimulatedCosts.ofCreate(20_000, 0), seed)
            .withSettings(SLOTS, new ClusterSettings(THRESHOLD)));
  }

  /** Rebuilds the partition map from the real partitions. An impossible map is refused. */
  private static PartitionMap mapOf(List<PartitionStatus> real) {
    PartitionMap map = PartitionMap.UNSPLIT;
    for (PartitionStatus each :
        real.stream().sorted((a, b) -> a.partition().compareTo(b.partition())).toList()) {
      map = map.with(each.partition());
    }
    return map;
  }

  private static Collection<Long> perServer(List<PartitionStatus> real) {
    TreeMap<Integer, Long> entries = new TreeMap<>();
    real.forEach(each -> entries.merge(each.slot() % SERVERS, each.entries(), Long::sum));
    return entries.values();
  }

  private static void create(GigaClient client, int from, int to) throws Exception {
    for (int first = from; first < to; first += BULK) {
      List<Name> names =
          IntStream.range(first, Math.min(to, first + BULK))
              .mapToObj(i -> Name.of("f" + i))
              .toList();
      assertThat(client.async().createAll(DIRECTORY, names, 0644, true).get())
          .extracting(BulkOutcome::error)
          .containsOnlyNulls();
    }
  }

  private static List<PartitionStatus> partitions(GigaClient client) throws Exception {
    long directory = client.stat(DIRECTORY).inode().value();
    List<PartitionStatus> partitions = new ArrayList<>();
    for (ServerInfo server : client.clusterView().servers()) {
      for (PartitionStatus each : client.admin().status(server, true).details()) {
        if (each.directory().value() == directory) {
          partitions.add(each);
        }
      }
    }
    return partitions;
  }
}
