package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.FreezePartitionRequest;
import io.gigafs.protocol.transaction.MovePartitionRequest;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.server.SimulatedCheck;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.SimulatedNetwork.Faults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests renames of directories with their contents within and between servers, in a simulated
 * cluster.
 */
class RenameDirectoryTest {
  private static final Caller USER = new Caller(1000, 1000);
  private static final int PARENTS = 8;

  /** When a coordinator has aborted a step that does not answer. */
  private static final long ABORTED_MILLIS = 2_012;

  /** When a step has sent the last of its requests that are not answered. */
  private static final long LAST_REQUEST_MILLIS = 4_500;

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(5).start(directory);
    client = cluster.client();
    for (int i = 0; i < PARENTS; i++) {
      client.makeDirectory("/p" + i);
    }
  }

  private static ErrorCode error(ThrowingCallable call) {
    GigaException failure = catchThrowableOfType(GigaException.class, call);
    assertThat(failure).isNotNull();
    return failure.code();
  }

  private void settle() throws Exception {
    cluster.simulation().runMillis(10_000);
    cluster.check();
    assertThat(SimulatedCheck.run(cluster, false).findings()).isEmpty();
  }

  private void fill(String path, int files) throws Exception {
    for (int i = 0; i < files; i++) {
      client.create(path + "/f" + i);
    }
  }

  @Test
  void directoryMovesWithinItsParent() throws Exception {
    InodeId made = client.makeDirectory("/p0/a").inode();
    fill("/p0/a", 40);
    client.rename("/p0/a", "/p0/b");
    assertThat(client.stat("/p0/b").inode()).isEqualTo(made);
    assertThat(client.list("/p0/b")).hasSize(40);
    assertThat(error(() -> client.stat("/p0/a/f1"))).isEqualTo(ErrorCode.ENOENT);
    assertThat(client.list("/p0")).containsExactly("b");
    settle();
  }

  @Test
  void directoryMovesToEveryOtherParent() throws Exception {
    client.makeDirectory("/p0/a");
    fill("/p0/a", 40);
    client.makeDirectory("/p0/a/sub");
    fill("/p0/a/sub", 3);
    for (int i = 1; i < PARENTS; i++) {
      client.rename("/p" + (i - 1) + "/a", "/p" + i + "/a");
      assertThat(client.list("/p" + i + "/a")).hasSize(41);
      assertThat(client.list("/p" + i + "/a/sub")).hasSize(3);
      assertThat(client.list("/p" + (i - 1))).isEmpty();
    }
    client.unlink("/p7/a/sub/f0");
    client.unlink("/p7/a/sub/f1");
    client.unlink("/p7/a/sub/f2");
    client.removeDirectory("/p7/a/sub");
    settle();
  }

  @Test
  void directoryReplacesAnEmptyDirectory() throws Exception {
    InodeId made = client.makeDirectory("/p0/a").inode();
    client.makeDirectory("/p1/b");
    fill("/p1/b", 30);
    assertThat(error(() -> client.rename("/p0/a", "/p1/b"))).isEqualTo(ErrorCode.ENOTEMPTY);
    for (int i = 0; i < 30; i++) {
      client.unlink("/p1/b/f" + i);
    }
    client.rename("/p0/a", "/p1/b");
    assertThat(client.stat("/p1/b").inode()).isEqualTo(made);
    client.create("/p1/b/new");
    settle();
    assertThat(client.list("/p1/b")).containsExactly("new");
  }

  @Test
  void refusesWhatLinuxRefuses() throws Exception {
    client.makeDirectory("/p0/a");
    client.makeDirectory("/p0/a/b");
    client.makeDirectory("/p0/a/b/c");
    client.create("/p1/file");
    assertThat(error(() -> client.rename("/p0/a", "/p0/a/x"))).isEqualTo(ErrorCode.EINVAL);
    assertThat(error(() -> client.rename("/p0/a", "/p0/a/b/x"))).isEqualTo(ErrorCode.EINVAL);
    assertThat(error(() -> client.rename("/p0/a", "/p0/a/b/c/x"))).isEqualTo(ErrorCode.EINVAL);
    assertThat(error(() -> client.rename("/p0/a", "/p1/file"))).isEqualTo(ErrorCode.ENOTDIR);
    assertThat(error(() -> client.rename("/p0/a/b/c", "/p0/a"))).isEqualTo(ErrorCode.ENOTEMPTY);
    assertThat(error(() -> client.rename("/p0/a/b", "/p0/a"))).isEqualTo(ErrorCode.ENOTEMPTY);
    assertThat(error(() -> client.rename("/p0/a", "/p0/a/b/c", RenameMode.EXCHANGE)))
        .isEqualTo(ErrorCode.EINVAL);
    assertThat(error(() -> client.rename("/p0/a/b/c", "/p0/a", RenameMode.EXCHANGE)))
        .isEqualTo(ErrorCode.EINVAL);
    assertThat(error(() -> client.rename("/p0/a", "/p1", RenameMode.NO_REPLACE)))
        .isEqualTo(ErrorCode.EEXIST);
    settle();
  }

  @Test
  void exchangesDirectories() throws Exception {
    for (int i = 1; i < PARENTS; i++) {
      InodeId one = client.makeDirectory("/p0/a").inode();
      fill("/p0/a", 20);
      InodeId other = client.makeDirectory("/p" + i + "/b").inode();
      client.makeDirectory("/p" + i + "/b/sub");
      client.rename("/p0/a", "/p" + i + "/b", RenameMode.EXCHANGE);
      assertThat(client.stat("/p0/a").inode()).isEqualTo(other);
      assertThat(client.stat("/p" + i + "/b").inode()).isEqualTo(one);
      assertThat(client.list("/p0/a")).containsExactly("sub");
      InodeId file = client.create("/p" + i + "/c").inode();
      client.rename("/p0/a", "/p" + i + "/c", RenameMode.EXCHANGE);
      assertThat(client.stat("/p0/a").inode()).isEqualTo(file);
      assertThat(client.list("/p" + i + "/c")).containsExactly("sub");
      client.rename("/p0/a", "/p" + i + "/c", RenameMode.EXCHANGE);
      assertThat(client.list("/p0/a")).containsExactly("sub");
      client.rename("/p0/a", "/p" + i + "/away");
    }
    settle();
  }

  @Test
  void parentChangeNeedsWritePermissionOnTheDirectory() throws Exception {
    SimulatedClient user = client.as(USER);
    client.changeMode("/p0", 0777);
    client.changeMode("/p1", 0777);
    client.makeDirectory("/p0/theirs");
    assertThat(error(() -> user.rename("/p0/theirs", "/p1/theirs"))).isEqualTo(ErrorCode.EACCES);
    user.rename("/p0/theirs", "/p0/other");
    client.changeMode("/p0/other", 0777);
    user.rename("/p0/other", "/p1/theirs");
    client.changeMode("/p1/theirs", 0755);
    user.makeDirectory("/p0/mine");
    assertThat(error(() -> user.rename("/p0/mine", "/p1/theirs", RenameMode.EXCHANGE)))
        .isEqualTo(ErrorCode.EACCES);
    settle();
  }

  @Test
  void oldPathsNoLongerResolve() throws Exception {
    SimulatedClient other = cluster.client();
    client.makeDirectory("/p0/a");
    client.create("/p0/a/f");
    for (int i = 1; i < PARENTS; i++) {
      String before = "/p" + (i - 1) + "/a";
      other.stat(before + "/f");
      client.rename(before, "/p" + i + "/a");
      assertThat(error(() -> other.stat(before + "/f"))).isEqualTo(ErrorCode.ENOENT);
      other.stat("/p" + i + "/a/f");
    }
    settle();
  }

  /**
   * Participants ask for the outcome meanwhile, and the coordinator dies before it can notify them.
   */
  @Test
  void directoriesLearnTheirParentAfterALongOutage() throws Exception {
    for (int i = 1; i < PARENTS; i++) {
      client.makeDirectory("/p0/a" + i);
      client.makeDirectory("/p" + i + "/b");
      boolean[] prepared = {false};
      cluster
          .network()
          .setFaults(
              packet -> {
                prepared[0] |= packet.isOf(PrepareRequest.OPCODE) && packet.isAnswer();
                boolean isLost = prepared[0] && packet.isOf(MovePartitionRequest.OPCODE);
                return isLost ? Fate.LOST : Fate.ARRIVES;
              });
      client.rename("/p0/a" + i, "/p" + i + "/b", RenameMode.EXCHANGE);
      cluster.simulation().runMillis(4_000);
      for (int server = 0; server < cluster.servers().size(); server++) {
        cluster.server(server).kill();
        cluster.server(server).start();
      }
      cluster.heal();
      settle();
    }
  }

  /**
   * Faults from the first preparation of a step on. Requests to a directory's partitions are lost
   * until the coordinator has aborted the step, two seconds later. After that, messages that end
   * steps are lost until the aborted step would send its last requests.
   */
  private Faults abandonPreparation(Opcode<?> toPartitions) {
    long[] start = {-1};
    return packet -> {
      long now = TimeUnit.NANOSECONDS.toMillis(cluster.simulation().nowNanos());
      if (start[0] < 0 && packet.isOf(PrepareRequest.OPCODE)) {
        start[0] = now;
      }
      long passed = start[0] < 0 ? -1 : now - start[0];
      boolean mayEnd =
          packet.isOf(FinishStepRequest.OPCODE) || packet.isOf(CommitOutcomeRequest.OPCODE);
      boolean isToPartition = packet.isOf(toPartitions) && !packet.isAnswer();
      boolean isLost =
          isToPartition
              ? (passed >= 0 && passed < ABORTED_MILLIS)
              : (mayEnd && passed > ABORTED_MILLIS && passed < LAST_REQUEST_MILLIS);
      return isLost ? Fate.LOST : Fate.ARRIVES;
    };
  }

  @Test
  void abandonedExchangeChangesNoPlaceLater() throws Exception {
    for (int i = 1; i < PARENTS; i++) {
      client.makeDirectory("/p0/a" + i);
      client.makeDirectory("/p" + i + "/b");
      cluster.network().setFaults(abandonPreparation(MovePartitionRequest.OPCODE));
      client.rename("/p0/a" + i, "/p" + i + "/b", RenameMode.EXCHANGE);
      cluster.simulation().runMillis(LAST_REQUEST_MILLIS);
      cluster.heal();
      settle();
    }
  }

  @Test
  void abandonedReplacementThawsNoDirectoryOfAnother() throws Exception {
    for (int i = 1; i < PARENTS; i++) {
      client.makeDirectory("/p0/a" + i);
      client.makeDirectory("/p" + i + "/b");
      cluster.network().setFaults(abandonPreparation(FreezePartitionRequest.OPCODE));
      client.rename("/p0/a" + i, "/p" + i + "/b");
      cluster.simulation().runMillis(LAST_REQUEST_MILLIS);
      cluster.heal();
      settle();
    }
  }

  /** Several clients move the same few directories into each other at once. */
  @Test
  void concurrentMovesNeverMakeALoop() throws Exception {
    int directories = 6;
    for (int i = 0; i < directories; i++) {
      client.makeDirectory("/d" + i);
    }
    Random random = new Random(7);
    List<CompletableFuture<Void>> all = new ArrayList<>();
    List<SimulatedClient> clients = List.of(client, cluster.client(), cluster.client());
    for (int round = 0; round < 120; round++) {
      String from = path(random, directories);
      String to = path(random, directories);
      RenameMode mode = random.nextInt(4) == 0 ? RenameMode.EXCHANGE : RenameMode.REPLACE;
      all.add(
          clients
              .get(round % clients.size())
              .async()
              .rename(GigaPath.parse(from), GigaPath.parse(to + "/" + last(from)), mode));
      if (round % 3 == 0) {
        cluster.simulation().runMillis(random.nextInt(60));
      }
    }
    for (CompletableFuture<Void> each : all) {
      try {
        cluster.simulation().await(each);
      } catch (GigaException e) {
        assertThat(e.code())
            .isIn(
                ErrorCode.ENOENT,
                ErrorCode.EINVAL,
                ErrorCode.ENOTEMPTY,
                ErrorCode.EBUSY,
                ErrorCode.EEXIST);
      }
    }
    settle();
  }

  private static String path(Random random, int directories) {
    StringBuilder path = new StringBuilder("/d" + random.nextInt(directories));
    for (int depth = random.nextInt(3); depth > 0; depth--) {
      path.append("/d").append(random.nextInt(directories));
    }
    return path.toString();
  }

  private static String last(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
