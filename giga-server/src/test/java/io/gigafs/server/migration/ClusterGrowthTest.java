package io.gigafs.server.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.index.Name;
import io.gigafs.server.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Real servers join and drain under load; all created files are found afterwards. */
class ClusterGrowthTest {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterGrowthTest.class);

  private static final int THREADS = 8;
  private static final int DIRECTORIES = 10;
  private static final int SLOTS = 32;
  private static final int THRESHOLD = 1_000;
  private static final int FILES = Boolean.getBoolean("giga.full") ? 1_000_000 : 50_000;
  private static final Duration MOVES = Duration.ofMinutes(3);

  /**
   * The limit for the 99th percentile of creates while slots move; checked only in a run with
   * enough creates.
   */
  private static final long P99_NANOS = 100_000_000L;

  @TempDir Path directory;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void serverJoinsAndAnotherIsDrainedUnderLoad() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 4, SLOTS, THRESHOLD)) {
      Set<String> expected = fill(cluster.client());
      Load load = new Load(cluster);

      cluster.add();
      cluster.awaitBalance(MOVES);
      Latencies joining = load.latencies();
      assertThat(slotsOf(cluster.view())).containsExactlyInAnyOrder(7, 7, 6, 6, 6);

      cluster.change(view -> ViewChanges.drain(view, view.servers().get(1).id()));
      cluster.awaitBalance(MOVES);
      Latencies draining = load.latencies();
      assertThat(slotsOf(cluster.view())).containsExactly(8, 0, 8, 8, 8);

      expected.addAll(load.stop());
      LOG.info("joining: {}, draining: {}", joining, draining);
      assertThat(names(cluster.client())).isEqualTo(expected);
      if (Boolean.getBoolean("giga.full")) {
        assertThat(joining.p99()).isLessThan(P99_NANOS);
        assertThat(draining.p99()).isLessThan(P99_NANOS);
      }
    }
  }

  private static Set<String> fill(GigaClient client) throws Exception {
    Set<String> made = new HashSet<>();
    for (int d = 0; d < DIRECTORIES; d++) {
      GigaPath in = GigaPath.parse("/d" + d);
      client.makeDirectory(in, 0755);
      List<Name> names = new ArrayList<>();
      for (int i = 0; i < FILES / DIRECTORIES; i++) {
        names.add(Name.of("old" + i));
        made.add("d" + d + "/old" + i);
      }
      client.createAll(in, names, 0644, true);
    }
    return made;
  }

  private static List<Integer> slotsOf(ClusterView view) {
    List<Integer> counts = new ArrayList<>();
    for (ServerInfo server : view.servers()) {
      counts.add(view.slotsOf(server.id()));
    }
    return counts;
  }

  private static Set<String> names(GigaClient client) throws Exception {
    Set<String> names = new HashSet<>();
    for (int d = 0; d < DIRECTORIES; d++) {
      try (EntryIterator entries = client.list(GigaPath.parse("/d" + d), false)) {
        while (entries.hasNext()) {
          assertThat(names.add("d" + d + "/" + entries.next().name())).isTrue();
        }
      }
    }
    return names;
  }

  /** Threads that create files, each one after the other, until they are stopped. */
  private static final class Load {
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final List<Future<Set<String>>> running = new ArrayList<>();
    private final AtomicBoolean stop = new AtomicBoolean();
    private List<Long> nanos = new ArrayList<>();

    Load(TestCluster cluster) throws Exception {
      for (int i = 0; i < THREADS; i++) {
        GigaClient client = cluster.client();
        int number = i;
        running.add(threads.submit(() -> create(client, number)));
      }
    }

    private Set<String> create(GigaClient client, int number) throws Exception {
      Set<String> made = new HashSet<>();
      for (int i = 0; !stop.get(); i++) {
        String name = "d" + i % DIRECTORIES + "/new" + number + "-" + i;
        long start = System.nanoTime();
        client.create(GigaPath.parse("/" + name), 0644, true);
        add(System.nanoTime() - start);
        made.add(name);
      }
      return made;
    }

    private synchronized void add(long taken) {
      nanos.add(taken);
    }

    /** The latencies since the last call. */
    synchronized Latencies latencies() {
      Latencies taken = Latencies.of(nanos);
      nanos = new ArrayList<>();
      return taken;
    }

    Set<String> stop() throws Exception {
      stop.set(true);
      Set<String> made = new HashSet<>();
      for (Future<Set<String>> each : running) {
        made.addAll(each.get());
      }
      threads.shutdown();
      return made;
    }
  }

  private record Latencies(int count, long p50, long p99, long max) {
    static Latencies of(List<Long> nanos) {
      long[] sorted = nanos.stream().mapToLong(Long::longValue).toArray();
      Arrays.sort(sorted);
      return new Latencies(
          sorted.length,
          sorted[sorted.length / 2],
          sorted[sorted.length * 99 / 100],
          sorted[sorted.length - 1]);
    }

    @Override
    public String toString() {
      return "%,d creates, p50 %.2f ms, p99 %.2f ms, longest %.2f ms"
          .formatted(count, p50 / 1e6, p99 / 1e6, max / 1e6);
    }
  }
}
