package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.tablefs.StoreException.Kind;
import io.gigafs.tablefs.engine.memory.MemoryDisk.Operation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Disks of simulated servers fail: requests fail with the right error, nothing is half done, and
 * the server recovers.
 */
class DiskFailureTest {
  private static final int SEEDS = Boolean.getBoolean("giga.full") ? 100 : 8;

  /** The time in which a server notices that its disk works again. */
  private static final long RECOVERY_MILLIS = 1_500;

  @TempDir Path directory;

  /** Operations while the disk fails, with the names that they need. */
  @SuppressWarnings("ImmutableEnumChecker") // steps of a test, without state
  enum Attempt {
    CREATE,
    UNLINK,
    MAKE_DIRECTORY,
    REMOVE_DIRECTORY,
    CHANGE_FILE,
    CHANGE_DIRECTORY;

    CompletableFuture<?> start(AsyncGigaClient client) {
      return switch (this) {
        case CREATE -> client.create(path("/new"), 0644, true);
        case UNLINK -> client.unlink(path("/file"));
        case MAKE_DIRECTORY -> client.makeDirectory(path("/new"), 0755);
        case REMOVE_DIRECTORY -> client.removeDirectory(path("/dir"));
        case CHANGE_FILE -> client.setAttributes(path("/file"), AttributeChange.ofMode(0600));
        case CHANGE_DIRECTORY -> client.setAttributes(path("/dir"), AttributeChange.ofMode(0700));
      };
    }
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static ErrorCode error(Simulation simulation, CompletableFuture<?> result) {
    try {
      simulation.await(result);
    } catch (GigaException e) {
      return e.code();
    }
    throw new AssertionError("it succeeded");
  }

  @ParameterizedTest
  @EnumSource
  void fullDiskIsReportedAndRecovers(Attempt attempt) throws Exception {
    refuse(attempt, Kind.NO_SPACE, ErrorCode.ENOSPC);
  }

  @ParameterizedTest
  @EnumSource
  void brokenDiskIsReportedAndRecovers(Attempt attempt) throws Exception {
    refuse(attempt, Kind.IO, ErrorCode.EIO);
  }

  private void refuse(Attempt attempt, Kind kind, ErrorCode expected) throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    SimulatedClient client = cluster.client();
    client.create("/file");
    client.makeDirectory("/dir");
    String before = state(client);
    cluster.server(0).disk().fail(Operation.WRITE, kind);
    for (int i = 0; i < 3; i++) {
      assertThat(error(cluster.simulation(), attempt.start(client.async()))).isEqualTo(expected);
      assertThat(state(client)).isEqualTo(before);
    }
    cluster.server(0).disk().fail(Operation.WRITE, null);
    cluster.simulation().runMillis(RECOVERY_MILLIS);
    cluster.simulation().await(attempt.start(client.async()));
    cluster.heal();
    cluster.check();
    cluster.server(0).kill();
    cluster.server(0).start();
    cluster.check();
    assertThat((long) client.list("/").size()).isEqualTo(client.stat("/").size());
  }

  private static String state(SimulatedClient client) throws GigaException {
    return client.list("/")
        + " "
        + client.stat("/file")
        + " "
        + client.stat("/dir")
        + " "
        + client.stat("/").size();
  }

  @Test
  void fullDiskRefusesCreatesOnly() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    SimulatedClient client = cluster.client();
    client.create("/file");
    client.makeDirectory("/dir");
    cluster.server(0).disk().setFreeBytes(0);
    cluster.simulation().runMillis(RECOVERY_MILLIS);
    for (Attempt attempt : List.of(Attempt.CREATE, Attempt.MAKE_DIRECTORY)) {
      assertThat(error(cluster.simulation(), attempt.start(client.async())))
          .isEqualTo(ErrorCode.ENOSPC);
    }
    for (Attempt attempt :
        List.of(
            Attempt.CHANGE_FILE,
            Attempt.CHANGE_DIRECTORY,
            Attempt.UNLINK,
            Attempt.REMOVE_DIRECTORY)) {
      cluster.simulation().await(attempt.start(client.async()));
    }
    assertThat(client.list("/")).isEmpty();
    cluster.server(0).disk().setFreeBytes(1 << 20);
    cluster.simulation().runMillis(RECOVERY_MILLIS);
    cluster.simulation().await(Attempt.CREATE.start(client.async()));
    assertThat(client.list("/")).containsExactly("new");
  }

  /** So the same mutations may have another outcome once there is space. */
  @Test
  void fullDiskDecidesNothingOfABulkRequest() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    RawClient client = cluster.rawClient();
    CreateRequest request = client.bulkCreate(InodeId.ROOT, 0, List.of("a", "b"), 0, 1, 2);
    cluster.server(0).disk().setFreeBytes(0);
    cluster.simulation().runMillis(RECOVERY_MILLIS);
    int full = ErrorCode.ENOSPC.number();
    assertThat(client.result(request).outcomes()).containsExactly(full, full);
    cluster.server(0).disk().setFreeBytes(1 << 20);
    cluster.simulation().runMillis(RECOVERY_MILLIS);
    BulkCreateResult made = client.result(request);
    assertThat(made.outcomes()).containsExactly(0, 0);
    assertThat(client.result(request).inodes()).isEqualTo(made.inodes());
    assertThat(cluster.client().list("/")).containsExactlyInAnyOrder("a", "b");
  }

  /** A commit batch that fails ends its changes, not its reads. */
  @Test
  void readsSucceedInAFailedBatch() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    SimulatedClient client = cluster.client();
    client.create("/file");
    client.makeDirectory("/dir");
    cluster.server(0).disk().fail(Operation.WRITE, Kind.IO);
    List<CompletableFuture<?>> changes = new ArrayList<>();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      changes.add(client.async().create(path("/new" + i), 0644, true));
      reads.add(client.async().stat(path("/file")));
      reads.add(client.async().stat(path("/dir")));
      reads.add(client.async().list(path("/"), true));
    }
    for (CompletableFuture<?> read : reads) {
      cluster.simulation().await(read);
    }
    for (CompletableFuture<?> change : changes) {
      assertThat(error(cluster.simulation(), change)).isEqualTo(ErrorCode.EIO);
    }
  }

  /** The disk of one of the servers fails for a while during random operations. */
  @ParameterizedTest
  @CsvSource({"WRITE, NO_SPACE", "WRITE, IO", "SORTED_FILE, IO", "SORTED_FILE, NO_SPACE"})
  void operationsAreAtomicDuringDiskFailures(Operation operation, Kind kind) throws Exception {
    for (int seed = 0; seed < SEEDS; seed++) {
      SimulatedCluster cluster =
          Setup.seeded(seed).withServers(3, 8).start(directory.resolve("seed" + seed));
      SimulationWorkload workload = new SimulationWorkload(cluster);
      workload.prepare(cluster.client());
      for (int i = 0; i < 3; i++) {
        workload.start(cluster.client(), 150);
      }
      refuseNowAndThen(cluster, workload, operation, kind, new Random(seed));
      cluster.simulation().runUntil("all clients are done", workload::isOver);
      cluster.servers().forEach(server -> server.disk().fail(operation, null));
      cluster.heal();
      cluster.check();
      assertThat(workload.verdict(cluster.client())).as("seed %d", seed).isEmpty();
    }
  }

  private static void refuseNowAndThen(
      SimulatedCluster cluster,
      SimulationWorkload workload,
      Operation operation,
      Kind kind,
      Random random) {
    cluster
        .simulation()
        .after(
            1_000_000L * random.nextInt(300),
            () -> {
              if (!workload.isOver()) {
                SimulatedServer server = cluster.server(random.nextInt(cluster.servers().size()));
                server.disk().fail(operation, kind);
                cluster
                    .simulation()
                    .after(
                        1_000_000L * random.nextInt(200),
                        () -> {
                          server.disk().fail(operation, null);
                          refuseNowAndThen(cluster, workload, operation, kind, random);
                        });
              }
            });
  }

  /**
   * After a failed sync the store accepts no writes until its disk works or the server restarts.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void splitIsUndoneIfItsSyncFails(long seed) throws Exception {
    SimulatedCluster cluster = Setup.seeded(seed).withServers(2, 4).start(directory);
    SimulatedClient client = cluster.client();
    Set<String> names = new TreeSet<>(TestNames.in(0, 0, 8));
    for (String name : names) {
      client.create("/" + name);
    }
    SimulatedServer failing = cluster.server((int) (seed % 2));
    failing.disk().fail(Operation.SYNC, Kind.IO);
    client.create("/one-more");
    names.add("one-more");
    cluster.simulation().runMillis(2_000);
    failing.disk().fail(Operation.SYNC, null);
    if (seed > 2) {
      failing.kill();
    } else {
      cluster.simulation().runMillis(RECOVERY_MILLIS);
    }
    cluster.heal();
    assertThat(cluster.check().names(InodeId.ROOT)).isEqualTo(names);
    assertThat(client.list("/")).isEqualTo(names);
  }
}
