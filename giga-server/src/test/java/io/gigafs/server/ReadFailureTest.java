package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.TestSeeds;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Reads of the servers' disks fail now and then, in the middle of operations on several servers,
 * and servers restart. Afterwards no name is locked for ever, and every operation has ended.
 */
class ReadFailureTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 300 : 12;
  private static final int STEPS = 400;
  private static final int DIRECTORIES = 4;
  private static final int NAMES = 6;

  /** Longer than all timeouts of clients and of servers among each other. */
  private static final long SETTLING_MILLIS = 120_000;

  @TempDir Path directory;

  @SuppressWarnings("NullAway.Init") // each case starts one of its own seed
  private SimulatedCluster cluster;

  @SuppressWarnings("NullAway.Init")
  private AsyncGigaClient client;

  @SuppressWarnings("NullAway.Init")
  private Random random;

  static LongStream seeds() {
    return TestSeeds.first(SEEDS);
  }

  private void start(long seed) throws GigaException {
    random = new Random(seed);
    cluster = Setup.seeded(seed).withServers(3, 4).withSplitThreshold(6).start(directory);
    client = cluster.client().async();
    for (int i = 0; i < DIRECTORIES; i++) {
      cluster.client().makeDirectory("/d" + i);
    }
  }

  private GigaPath anyName() {
    return GigaPath.parse("/d" + random.nextInt(DIRECTORIES) + "/n" + random.nextInt(NAMES));
  }

  private CompletableFuture<?> anyOperation() {
    return switch (random.nextInt(10)) {
      case 0, 1 -> client.create(anyName(), 0644, true);
      case 2, 3 -> client.makeDirectory(anyName(), 0755);
      case 4 -> client.unlink(anyName());
      case 5 -> client.removeDirectory(anyName());
      case 6 -> client.rename(anyName(), anyName(), RenameMode.REPLACE);
      case 7 -> client.rename(anyName(), anyName(), RenameMode.EXCHANGE);
      case 8 -> client.link(anyName(), anyName(), Follow.NO);
      default -> client.setAttributes(anyName(), AttributeChange.ofMode(0700));
    };
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allOperationsEndAndNoNameStaysLocked(long seed) throws GigaException {
    start(seed);
    List<CompletableFuture<?>> running = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      running.add(anyOperation());
      SimulatedServer server = cluster.server(random.nextInt(3));
      boolean fails = random.nextInt(8) == 0;
      if (fails) {
        server.disk().fail(Operation.READ, Kind.IO);
      }
      cluster.simulation().runMillis(random.nextInt(3));
      if (fails) {
        server.disk().fail(Operation.READ, null);
      } else if (random.nextInt(60) == 0) {
        server.kill();
        server.start();
      }
    }
    cluster.simulation().runMillis(SETTLING_MILLIS);
    assertThat(running).allMatch(CompletableFuture::isDone);
    assertNamesCanChange();
    SimulatedCheck check = SimulatedCheck.run(cluster, false);
    assertThat(check.findings()).as("%s", check).isEmpty();
  }

  private void assertNamesCanChange() throws GigaException {
    SimulatedClient other = cluster.client();
    for (int i = 0; i < DIRECTORIES; i++) {
      for (int j = 0; j < NAMES; j++) {
        String name = "/d" + i + "/n" + j;
        if (other.list("/d" + i).contains("n" + j)) {
          other.rename(name, "/moved");
        } else {
          other.create("/moved");
        }
        other.rename("/moved", name);
      }
    }
  }
}
