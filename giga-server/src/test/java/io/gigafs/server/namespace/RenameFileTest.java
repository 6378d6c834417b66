package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.SimulatedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests renames of files within and between servers, in a simulated cluster. */
class RenameFileTest {
  private static final Caller USER = new Caller(1000, 1000);
  private static final int DIRECTORIES = 12;

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(11).start(directory);
    client = cluster.client();
    for (int i = 0; i < DIRECTORIES; i++) {
      client.makeDirectory("/d" + i);
    }
  }

  private static ErrorCode error(ThrowingCallable call) {
    GigaException failure = catchThrowableOfType(GigaException.class, call);
    assertThat(failure).isNotNull();
    return failure.code();
  }

  private void settle() {
    cluster.simulation().runMillis(5_000);
    cluster.check();
  }

  @Test
  void fileMovesFromEachDirectoryToEachOther() throws Exception {
    for (int i = 0; i < DIRECTORIES; i++) {
      for (int j = 0; j < DIRECTORIES; j++) {
        String from = "/d" + i + "/f" + i + "-" + j;
        String to = "/d" + j + "/g" + i + "-" + j;
        InodeId made = client.create(from).inode();
        client.rename(from, to);
        assertThat(client.stat(to).inode()).isEqualTo(made);
        assertThat(error(() -> client.stat(from))).isEqualTo(ErrorCode.ENOENT);
        assertThat(client.list("/d" + j)).contains("g" + i + "-" + j);
      }
    }
    settle();
    assertThat(client.stat("/d0").size()).isEqualTo(DIRECTORIES);
  }

  @Test
  void replacesAFile() throws Exception {
    InodeId made = client.create("/d0/a").inode();
    for (int i = 0; i < DIRECTORIES; i++) {
      client.create("/d" + i + "/b");
    }
    String from = "/d0/a";
    for (int i = 0; i < DIRECTORIES; i++) {
      client.rename(from, "/d" + i + "/b");
      from = "/d" + i + "/b";
      assertThat(client.stat(from).inode()).isEqualTo(made);
    }
    settle();
    assertThat(client.list("/d0")).isEmpty();
  }

  @Test
  void noReplaceModeReplacesNothing() throws Exception {
    client.create("/d0/a");
    InodeId other = client.create("/d1/b").inode();
    assertThat(error(() -> client.rename("/d0/a", "/d1/b", RenameMode.NO_REPLACE)))
        .isEqualTo(ErrorCode.EEXIST);
    assertThat(client.stat("/d1/b").inode()).isEqualTo(other);
    client.rename("/d0/a", "/d1/c", RenameMode.NO_REPLACE);
    assertThat(client.list("/d1")).containsExactly("b", "c");
    settle();
  }

  @Test
  void leavesAWhiteout() throws Exception {
    SimulatedClient user = client.as(USER);
    client.changeMode("/d0", 02777);
    for (int i = 0; i < DIRECTORIES; i++) {
      client.changeMode("/d" + i, 02777);
      String from = "/d0/from" + i;
      String there = "/d" + i + "/there";
      InodeId made = user.create(from).inode();
      client.create(there);
      user.rename(from, there, RenameMode.WHITEOUT);
      assertThat(client.stat(there).inode()).isEqualTo(made);
      assertIsWhiteout(client.stat(from), USER.uid());
      assertThat(client.list("/d0")).contains("from" + i);
      assertThat(error(() -> user.rename(there, from, RenameMode.WHITEOUT_NO_REPLACE)))
          .isEqualTo(ErrorCode.EEXIST);
      user.rename(there, from, RenameMode.REPLACE);
      assertThat(client.stat(from).inode()).isEqualTo(made);
      user.rename(from, there, RenameMode.WHITEOUT_NO_REPLACE);
      assertThat(client.stat(there).inode()).isEqualTo(made);
      assertIsWhiteout(client.stat(from), USER.uid());
    }
    settle();
  }

  private static void assertIsWhiteout(FileAttributes file, int uid) {
    assertThat(file.type()).isEqualTo(FileType.CHARACTER_DEVICE);
    assertThat(file.device()).isZero();
    assertThat(file.mode()).isZero();
    assertThat(file.uid()).isEqualTo(uid);
    assertThat(file.links()).isEqualTo(1);
  }

  @Test
  void directoriesAndLinkedFilesLeaveAWhiteout() throws Exception {
    for (int i = 0; i < DIRECTORIES; i++) {
      InodeId moved = client.makeDirectory("/d0/sub" + i).inode();
      client.create("/d0/sub" + i + "/f");
      client.rename("/d0/sub" + i, "/d" + i + "/moved", RenameMode.WHITEOUT);
      assertThat(client.stat("/d" + i + "/moved").inode()).isEqualTo(moved);
      assertIsWhiteout(client.stat("/d0/sub" + i), 0);
      assertThat(client.list("/d" + i + "/moved")).containsExactly("f");
      client.create("/d0/one" + i);
      client.link("/d0/one" + i, "/d" + i + "/other");
      client.rename("/d0/one" + i, "/d" + i + "/third", RenameMode.WHITEOUT);
      assertThat(client.stat("/d" + i + "/third").links()).isEqualTo(2);
      assertIsWhiteout(client.stat("/d0/one" + i), 0);
    }
    settle();
    assertThat(client.stat("/d0").links()).isEqualTo(3);
  }

  @Test
  void anyUserMakesWhiteouts() throws Exception {
    client.changeMode("/d0", 0777);
    SimulatedClient user = client.as(USER);
    GigaPath whiteout = GigaPath.parse("/d0/whiteout");
    GigaPath device = GigaPath.parse("/d0/null");
    user.await(user.async().makeNode(whiteout, FileType.CHARACTER_DEVICE, 0, 0));
    assertIsWhiteout(client.stat("/d0/whiteout"), USER.uid());
    assertThat(
            error(
                () ->
                    user.await(
                        user.async().makeNode(device, FileType.CHARACTER_DEVICE, 0666, 0x103))))
        .isEqualTo(ErrorCode.EPERM);
  }

  @Test
  void exchangesFiles() throws Exception {
    for (int i = 1; i < DIRECTORIES; i++) {
      String there = "/d" + i + "/b";
      InodeId one = client.create("/d0/a").inode();
      InodeId other = client.create(there).inode();
      client.rename("/d0/a", there, RenameMode.EXCHANGE);
      assertThat(client.stat("/d0/a").inode()).isEqualTo(other);
      assertThat(client.stat(there).inode()).isEqualTo(one);
      client.unlink("/d0/a");
    }
    assertThat(error(() -> client.rename("/d1/b", "/d2/none", RenameMode.EXCHANGE)))
        .isEqualTo(ErrorCode.ENOENT);
    settle();
  }

  @Test
  void droppedCapabilityStaysDroppedAfterRenames() throws Exception {
    String at = "/d0/f";
    client.create(at);
    client.setXattr(at, "user.k", new byte[] {1});
    client.setAttributes(at, AttributeChange.ofOwner(1, 1));
    for (int i = 1; i < DIRECTORIES; i++) {
      String to = "/d" + i + "/f";
      client.rename(at, to);
      assertThat(client.getXattr(to, "user.k")).containsExactly(1);
      at = to;
    }
    settle();
  }

  @Test
  void updatesTimes() throws Exception {
    FileAttributes before = client.create("/d0/a");
    cluster.simulation().runMillis(5_000);
    client.rename("/d0/a", "/d1/b");
    FileAttributes after = client.stat("/d1/b");
    assertThat(after.changedNanos()).isGreaterThan(before.changedNanos());
    assertThat(after.modifiedNanos()).isEqualTo(before.modifiedNanos());
    assertThat(client.stat("/d0").modifiedNanos()).isGreaterThan(before.changedNanos());
    cluster.simulation().runMillis(3_000);
    assertThat(client.stat("/d1").modifiedNanos()).isGreaterThan(before.changedNanos());
  }

  @Test
  void renameToTheSameNameDoesNothing() throws Exception {
    client.create("/d0/a");
    client.rename("/d0/a", "/d0/a");
    assertThat(error(() -> client.rename("/d0/a", "/d0/a", RenameMode.NO_REPLACE)))
        .isEqualTo(ErrorCode.EEXIST);
    assertThat(client.list("/d0")).containsExactly("a");
  }

  @Test
  void refusesWhatLinuxRefuses() throws Exception {
    client.create("/d0/a");
    client.makeDirectory("/d1/sub");
    assertThat(error(() -> client.rename("/d0/none", "/d1/b"))).isEqualTo(ErrorCode.ENOENT);
    assertThat(error(() -> client.rename("/d0/a", "/none/b"))).isEqualTo(ErrorCode.ENOENT);
    assertThat(error(() -> client.rename("/d0/a", "/d0/a/b"))).isEqualTo(ErrorCode.ENOTDIR);
    assertThat(error(() -> client.rename("/d0/a", "/d1/sub"))).isEqualTo(ErrorCode.EISDIR);
    assertThat(error(() -> client.rename("/", "/d1/b"))).isEqualTo(ErrorCode.EBUSY);
    assertThat(error(() -> client.rename("/d0/a", "/"))).isEqualTo(ErrorCode.EBUSY);
    settle();
  }

  @Test
  void needsPermissionOnBothDirectories() throws Exception {
    SimulatedClient user = client.as(USER);
    client.changeMode("/d0", 0777);
    client.changeMode("/d1", 0777);
    user.create("/d0/mine");
    client.create("/d2/theirs");
    assertThat(error(() -> user.rename("/d0/mine", "/d2/mine"))).isEqualTo(ErrorCode.EACCES);
    assertThat(error(() -> user.rename("/d2/theirs", "/d0/theirs"))).isEqualTo(ErrorCode.EACCES);
    client.changeMode("/d0", 01777);
    client.create("/d0/theirs");
    assertThat(error(() -> user.rename("/d0/theirs", "/d1/stolen"))).isEqualTo(ErrorCode.EPERM);
    client.changeMode("/d1", 01777);
    client.create("/d1/theirs");
    assertThat(error(() -> user.rename("/d0/mine", "/d1/theirs"))).isEqualTo(ErrorCode.EPERM);
    client.changeMode("/d1", 0666);
    assertThat(error(() -> user.rename("/d0/mine", "/d1/mine"))).isEqualTo(ErrorCode.EACCES);
    client.changeMode("/d1", 0777);
    user.rename("/d0/mine", "/d1/mine");
    settle();
  }

  /** The server receives the rename again but cannot ask whether the message is old. */
  @Test
  void keepsALostNewNameUntilTheOutcomeIsKnown() throws Exception {
    SimulatedClient hasty = cluster.client(Duration.ofSeconds(3));
    InodeId made = client.create("/d0/a").inode();
    cluster.simulation().runMillis(6_000);
    Set<String> holders = new TreeSet<>();
    boolean[] isCrashed = new boolean[1];
    cluster
        .network()
        .setFaults(
            packet -> {
              if (packet.isOf(PrepareRequest.OPCODE) && !packet.isAnswer()) {
                holders.add(packet.to());
              }
              // The step must not be finished before the crash, which loses its prepared state.
              boolean isTooEarly = packet.isOf(FinishStepRequest.OPCODE) && !isCrashed[0];
              return isTooEarly || packet.isOf(CommitOutcomeRequest.OPCODE)
                  ? Fate.LOST
                  : Fate.ARRIVES;
            });
    String from = "/d0/a";
    String to = from;
    for (int i = 1; holders.isEmpty(); i++) {
      from = to;
      to = "/d" + i + "/b";
      client.rename(from, to);
    }
    String name = to;
    SimulatedServer holder =
        cluster.servers().stream()
            .filter(each -> holders.contains(each.name()))
            .findFirst()
            .orElseThrow();
    holder.crash();
    isCrashed[0] = true;
    cluster.simulation().runMillis(2_000);
    holder.start();
    cluster.simulation().runMillis(8_000);
    assertThat(error(() -> hasty.create(name))).isEqualTo(ErrorCode.ETIMEDOUT);
    holder.kill();
    holder.start();
    assertThat(error(() -> hasty.create(name))).isEqualTo(ErrorCode.ETIMEDOUT);
    cluster.heal();
    settle();
    String old = from;
    assertThat(client.stat(name).inode()).isEqualTo(made);
    assertThat(error(() -> client.stat(old))).isEqualTo(ErrorCode.ENOENT);
  }
}
