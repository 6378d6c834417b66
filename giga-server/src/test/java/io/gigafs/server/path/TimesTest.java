package io.gigafs.server.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.server.crash.CrashPoint;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Timestamps that calls set, and the precision with which they are stored. */
class TimesTest {
  @TempDir Path directory;

  private SimulatedCluster cluster;
  private SimulatedClient simulated;
  private AsyncGigaClient client;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(11).withServers(3, 4).withSplitThreshold(4).start(directory);
    cluster.setClocksRight();
    simulated = cluster.client();
    client = simulated.async();
    simulated.makeDirectory("/d");
    for (int i = 0; i < 20; i++) {
      simulated.create("/d/f" + i);
    }
    await(client.symlink("f0".getBytes(StandardCharsets.UTF_8), path("/d/l")));
    pass();
  }

  /** In ns: before 1970, after 2038, and at the limits of 64 bits. */
  @ParameterizedTest
  @ValueSource(
      longs = {
        0,
        1,
        -1,
        -999_999_999,
        -1_000_000_001,
        999_999_999,
        (1L << 31) * 1_000_000_000,
        (1L << 31) * 1_000_000_000 + 123_456_789,
        (1L << 32) * 1_000_000_000 + 1,
        -(1L << 31) * 1_000_000_000 - 1,
        Long.MAX_VALUE,
        Long.MIN_VALUE
      })
  void timesAreStoredToTheNanosecond(long nanos) throws Exception {
    long other = nanos ^ 1;
    for (String name : new String[] {"/d/f0", "/d", "/d/l", "/"}) {
      await(
          client.setAttributes(
              path(name),
              AttributeChange.ofTimes(TimeChange.to(nanos), TimeChange.to(other)),
              Follow.NO));
    }
    cluster.servers().forEach(SimulatedServer::kill);
    cluster.heal();
    for (String name : new String[] {"/d/f0", "/d", "/d/l", "/"}) {
      FileAttributes read = await(client.stat(path(name), Follow.NO));
      assertThat(read.accessedNanos()).as("atime of %s", name).isEqualTo(nanos);
      assertThat(read.modifiedNanos()).as("mtime of %s", name).isEqualTo(other);
    }
  }

  /** Readers do not wait for a split, and some files that they read are in the half that moves. */
  @Test
  void readsDuringSplitsUpdateAccessTimes() throws Exception {
    AsyncGigaClient reader = cluster.client().async();
    List<GigaPath> unread = new ArrayList<>();
    List<CompletableFuture<?>> reads = new ArrayList<>();
    Map<GigaPath, Long> readAt = new HashMap<>();
    cluster.watchCrashPoints(
        (server, point) -> {
          if (point == CrashPoint.SPLIT_INTENT_DURABLE) {
            for (GigaPath each : unread) {
              reads.add(isLink(each) ? reader.readLink(each) : reader.readFile(each));
              readAt.put(each, cluster.wallNanos());
            }
            unread.clear();
          }
        });
    // The first splits of a directory go to other servers, which takes time.
    for (int i = 0; i < 30; i++) {
      String made = "/e" + i / 6;
      if (i % 6 == 0) {
        simulated.makeDirectory(made);
      }
      await(client.writeFile(path(made + "/small" + i), 0644, new byte[1], false));
      unread.add(path(made + "/small" + i));
      await(client.symlink(new byte[] {'x'}, path(made + "/link" + i)));
      unread.add(path(made + "/link" + i));
    }
    pass();
    for (CompletableFuture<?> read : List.copyOf(reads)) {
      await(read);
    }
    pass();
    assertThat(readAt).hasSizeGreaterThan(10);
    for (GigaPath each : readAt.keySet()) {
      assertThat(await(client.stat(each, Follow.NO)).accessedNanos())
          .as("atime of %s", each)
          .isGreaterThanOrEqualTo(readAt.get(each));
    }
  }

  private static boolean isLink(GigaPath path) {
    return path.toString().contains("link");
  }

  @Test
  void entryChangesUpdateTheDirectoryTimes() throws Exception {
    changesDirectory(() -> simulated.create("/d/new"));
    changesDirectory(() -> simulated.makeDirectory("/d/sub"));
    changesDirectory(() -> await(client.symlink(new byte[] {'x'}, path("/d/link"))));
    changesDirectory(() -> await(client.makeNode(path("/d/node"), FileType.FIFO, 0644, 0)));
    changesDirectory(() -> simulated.unlink("/d/link"));
    changesDirectory(() -> simulated.unlink("/d/new"));
    changesDirectory(() -> simulated.removeDirectory("/d/sub"));
    simulated.makeDirectory("/e");
    changesDirectory(() -> await(client.link(path("/d/f0"), path("/d/f0b"), Follow.NO)));
    changesDirectory(() -> simulated.unlink("/d/f0b"));
    changesDirectory(() -> rename("/d/f1", "/d/f1b"));
    changesDirectory(() -> rename("/d/f1b", "/e/f1"));
    changesDirectory(() -> rename("/e/f1", "/d/f1"));
  }

  private void rename(String from, String to) throws GigaException {
    await(client.rename(path(from), path(to), RenameMode.REPLACE));
  }

  private void changesDirectory(Step step) throws Exception {
    FileAttributes before = simulated.stat("/d");
    pass();
    long earliest = cluster.wallNanos();
    step.run();
    FileAttributes after = simulated.stat("/d");
    assertThat(after.modifiedNanos())
        .isBetween(earliest, cluster.wallNanos())
        .isEqualTo(after.changedNanos());
    assertThat(after.accessedNanos()).isEqualTo(before.accessedNanos());
  }

  @Test
  void otherCallsKeepTheDirectoryTimes() throws Exception {
    FileAttributes before = simulated.stat("/d");
    pass();
    simulated.changeMode("/d/f1", 0600);
    simulated.createOrFind("/d/f1");
    simulated.stat("/d/f1");
    await(client.readLink(path("/d/l")));
    assertThat(simulated.stat("/d")).isEqualTo(before);
  }

  @Test
  void newFileHasEqualTimes() throws Exception {
    FileAttributes made = simulated.create("/d/new");
    assertThat(made.accessedNanos()).isEqualTo(made.modifiedNanos()).isEqualTo(made.changedNanos());
  }

  @Test
  void directoryReadsUpdateAccessTimeAsWithRelatime() throws Exception {
    noticesReading(
        () -> simulated.stat("/d"),
        () -> simulated.list("/d"),
        () -> simulated.create("/d/more" + cluster.wallNanos()));
  }

  @Test
  void linkReadsUpdateAccessTimeAsWithRelatime() throws Exception {
    noticesReading(
        () -> await(client.stat(path("/d/l"), Follow.NO)),
        () -> await(client.readLink(path("/d/l"))),
        () ->
            await(client.setAttributes(path("/d/l"), AttributeChange.ofOwner(1, null), Follow.NO)));
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 200_000})
  void fileReadsUpdateAccessTimeAsWithRelatime(int length) throws Exception {
    cluster.addVolume("v");
    cluster.simulation().runMillis(2_000); // servers learn of it
    await(client.writeFile(path("/d/f0"), 0644, new byte[length], false));
    pass();
    noticesReading(
        () -> simulated.stat("/d/f0"),
        () -> {
          try (OpenFile file = simulated.open("/d/f0", Flag.READ)) {
            assertThat(await(file.read(0, ByteBuffer.allocate(10)))).isPositive();
            await(file.closeAsync());
          }
        },
        () -> simulated.changeMode("/d/f0", 0600));
  }

  @Test
  void openDoesNotUpdateAccessTime() throws Exception {
    FileAttributes before = simulated.stat("/d/f0");
    pass();
    OpenFile file = simulated.open("/d/f0", Flag.READ);
    await(file.closeAsync());
    assertThat(simulated.stat("/d/f0")).isEqualTo(before);
  }

  private void noticesReading(Look look, Step read, Step change) throws Exception {
    FileAttributes made = look.attributes();
    long earliest = cluster.wallNanos();
    read.run();
    FileAttributes once = look.attributes();
    assertThat(once.accessedNanos()).as("the first").isGreaterThanOrEqualTo(earliest);
    assertThat(once.changedNanos()).isEqualTo(made.changedNanos());
    assertThat(once.modifiedNanos()).isEqualTo(made.modifiedNanos());
    pass();
    read.run();
    assertThat(look.attributes()).as("soon again").isEqualTo(once);
    change.run();
    pass();
    earliest = cluster.wallNanos();
    read.run();
    FileAttributes again = look.attributes();
    assertThat(again.accessedNanos()).as("after a change").isGreaterThanOrEqualTo(earliest);
    pass();
    cluster.servers().forEach(server -> server.jumpWallClock(Duration.ofDays(1).toNanos()));
    read.run();
    assertThat(look.attributes().accessedNanos())
        .as("a day later")
        .isGreaterThanOrEqualTo(again.accessedNanos() + Duration.ofDays(1).toNanos());
  }

  @Test
  void deferredAccessTimesAreStoredWithinTwoMinutes() throws Exception {
    simulated.list("/d");
    FileAttributes read = simulated.stat("/d");
    cluster.simulation().runMillis(Duration.ofMinutes(2).toMillis());
    cluster.servers().forEach(SimulatedServer::kill);
    cluster.heal();
    assertThat(simulated.stat("/d")).isEqualTo(read);
  }

  /** Lets time pass, so that the next event has another timestamp. */
  private void pass() {
    cluster.simulation().runMillis(20);
  }

  private <T> T await(CompletableFuture<T> future) throws GigaException {
    return cluster.simulation().await(future);
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  /** A call. */
  private interface Step {
    void run() throws Exception;
  }

  /** A source of the attributes to check. */
  private interface Look {
    FileAttributes attributes() throws Exception;
  }
}
