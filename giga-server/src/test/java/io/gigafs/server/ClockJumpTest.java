package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The wall clock of a simulated server jumps: the times of files follow it, and nothing else does.
 */
class ClockJumpTest {
  private static final long DAY_NANOS = TimeUnit.DAYS.toNanos(1);

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(longs = {1, -1, 36_525, -36_525})
  void clockJumpAffectsOnlyFileTimes(long days) throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    SimulatedClient client = cluster.client();
    SimulatedServer server = cluster.server(0);
    client.makeDirectory("/d");
    FileAttributes before = client.create("/d/before");
    Set<InodeId> ids = new HashSet<>(Set.of(before.inode()));
    long began = cluster.simulation().nowNanos();

    server.jumpWallClock(days * DAY_NANOS);
    FileAttributes after = client.create("/d/after");
    assertThat(ids.add(after.inode())).isTrue();
    long passed = cluster.simulation().nowNanos() - began;
    assertThat(after.modifiedNanos() - before.modifiedNanos() - days * DAY_NANOS)
        .isBetween(0L, passed + DAY_NANOS / 86_400);
    assertThat(client.stat("/d").modifiedNanos()).isEqualTo(after.modifiedNanos());
    assertThat(client.stat("/d/before")).isEqualTo(before);

    // Leases, recalls and deadlines use the monotonic clock.
    client.changeMode("/d", 0700);
    assertThat(cluster.simulation().nowNanos() - began).isLessThan(TimeUnit.SECONDS.toNanos(3));

    server.kill();
    server.start();
    FileAttributes restarted = client.create("/d/restarted");
    assertThat(ids.add(restarted.inode())).isTrue();
    assertThat(client.list("/d")).containsExactlyInAnyOrder("before", "after", "restarted");
    assertThat(client.stat("/d").size()).isEqualTo(3);
  }
}
