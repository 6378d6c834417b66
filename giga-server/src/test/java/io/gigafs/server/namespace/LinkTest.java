package io.gigafs.server.namespace;

import static io.gigafs.client.OpenOptions.Flag.CREATE;
import static io.gigafs.client.OpenOptions.Flag.READ;
import static io.gigafs.client.OpenOptions.Flag.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.OpenFile;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import io.gigafs.server.SimulatedServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests files with several names, in directories on several servers of a simulated cluster. */
class LinkTest {
  private static final Caller USER = new Caller(1000, 1000);
  private static final Caller STRANGER = new Caller(1001, 1001);
  private static final int DIRECTORIES = 8;

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(1).withSplitThreshold(1_000).start(directory);
    client = cluster.client();
    Set<Integer> slots = new HashSet<>();
    for (int i = 0; i < DIRECTORIES; i++) {
      slots.add(client.makeDirectory("/d" + i).inode().zerothSlot());
      client.changeMode("/d" + i, 0777);
    }
    assertThat(slots).hasSizeGreaterThan(2);
  }

  private static void assertFails(ErrorCode code, Callable<?> call) {
    assertThatThrownBy(call::call)
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  private void assertUnlinkFails(ErrorCode code, SimulatedClient by, String path) {
    assertThatThrownBy(() -> by.unlink(path))
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  @Test
  void allLinksNameOneFile() throws Exception {
    InodeId file = client.create("/d0/f", 0640).inode();
    for (int i = 1; i < DIRECTORIES; i++) {
      FileAttributes linked = client.link("/d" + (i - 1) + "/f", "/d" + i + "/f");
      assertThat(linked.inode()).isEqualTo(file);
      assertThat(linked.links()).isEqualTo(i + 1);
    }
    client.changeMode("/d3/f", 0600);
    FileAttributes attributes = client.stat("/d0/f");
    assertThat(attributes.mode()).isEqualTo(0600);
    assertThat(attributes.links()).isEqualTo(DIRECTORIES);
    for (int i = 0; i < DIRECTORIES; i++) {
      assertThat(client.stat("/d" + i + "/f")).isEqualTo(attributes);
      client.unlink("/d" + i + "/f");
      if (i + 1 < DIRECTORIES) {
        attributes = client.stat("/d" + (i + 1) + "/f");
        assertThat(attributes.links()).isEqualTo(DIRECTORIES - 1 - i);
      }
    }
    cluster.heal();
    for (int i = 0; i < DIRECTORIES; i++) {
      client.removeDirectory("/d" + i);
    }
    cluster.heal();
    cluster.check();
  }

  @Test
  void linkNeedsAFileAndAFreeName() throws Exception {
    client.create("/d0/f");
    client.create("/d1/g");
    assertFails(ErrorCode.EEXIST, () -> client.link("/d0/f", "/d1/g"));
    assertFails(ErrorCode.EEXIST, () -> client.link("/d0/f", "/d0/f"));
    assertFails(ErrorCode.ENOENT, () -> client.link("/d0/none", "/d1/h"));
    assertFails(ErrorCode.ENOENT, () -> client.link("/d0/f", "/none/h"));
    assertFails(ErrorCode.EPERM, () -> client.link("/d0", "/d1/h"));
    assertFails(ErrorCode.EEXIST, () -> client.link("/d0", "/d1/g"));
    client.changeMode("/d1", 0755);
    assertFails(ErrorCode.EACCES, () -> client.as(USER).link("/d0/f", "/d1/h"));
    client.changeMode("/d0", 0700);
    assertFails(ErrorCode.EACCES, () -> client.as(USER).link("/d0/f", "/d2/h"));
    assertThat(client.stat("/d0/f").links()).isEqualTo(1);
    cluster.heal();
    cluster.check();
  }

  @Test
  void stickyBitChecksTheOwnerOnUnlink() throws Exception {
    client.as(USER).create("/d0/f", 0666);
    client.changeMode("/d1", 01777);
    client.as(STRANGER).link("/d0/f", "/d1/f");
    assertUnlinkFails(ErrorCode.EPERM, client.as(STRANGER), "/d1/f");
    client.as(USER).unlink("/d1/f");
    assertThat(client.stat("/d0/f").links()).isEqualTo(1);
  }

  @Test
  void openFileOutlivesItsNames() throws Exception {
    OpenFile file = client.open("/d0/f", WRITE, CREATE);
    client.await(file.lock(1, LockType.EXCLUSIVE, 0, 0, false));
    SimulatedClient other = cluster.client();
    other.unlink("/d0/f");
    assertFails(ErrorCode.ENOENT, () -> client.stat("/d0/f"));
    FileAttributes attributes = client.await(file.stat());
    assertThat(attributes.inode()).isEqualTo(file.inode());
    assertThat(attributes.links()).isZero();
    client.await(file.setAttributes(AttributeChange.ofSize(7)));
    assertThat(client.await(file.stat()).size()).isEqualTo(7);
    other.create("/d0/f");
    assertThat(other.stat("/d0/f").inode()).isNotEqualTo(file.inode());
    client.await(file.unlock(1, 0, 0));
    client.await(file.closeAsync());
    cluster.heal();
    cluster.check();
  }

  @Test
  void openFileOutlivesItsSecondName() throws Exception {
    OpenFile file = client.open("/d0/f", READ, WRITE, CREATE);
    client.await(file.lock(1, LockType.EXCLUSIVE, 0, 0, false));
    client.link("/d0/f", "/d1/g");
    OpenFile same = cluster.client().open("/d1/g", READ);
    assertThat(same.inode()).isEqualTo(file.inode());
    assertFails(ErrorCode.EAGAIN, () -> client.await(same.lock(1, LockType.SHARED, 0, 0, false)));
    client.unlink("/d0/f");
    client.unlink("/d1/g");
    assertThat(client.await(same.stat()).links()).isZero();
    client.await(file.closeAsync());
    client.await(same.lock(1, LockType.SHARED, 0, 0, false));
    client.await(same.closeAsync());
    cluster.heal();
    cluster.check();
  }

  @Test
  void replacedNameReducesTheLinkCount() throws Exception {
    InodeId file = client.create("/d0/f").inode();
    client.link("/d0/f", "/d1/f");
    client.link("/d0/f", "/d2/f");
    client.create("/d3/g");
    client.rename("/d3/g", "/d1/f");
    assertThat(client.stat("/d0/f").links()).isEqualTo(2);
    client.rename("/d2/f", "/d4/f");
    assertThat(client.stat("/d4/f").links()).isEqualTo(2);
    assertThat(client.stat("/d4/f").inode()).isEqualTo(file);
    // Two names of one file: the rename does nothing.
    client.rename("/d0/f", "/d4/f");
    assertThat(client.stat("/d0/f").links()).isEqualTo(2);
    client.rename("/d4/f", "/d5/f", RenameMode.NO_REPLACE);
    client.rename("/d5/f", "/d1/f", RenameMode.EXCHANGE);
    assertThat(client.stat("/d1/f").inode()).isEqualTo(file);
    client.unlink("/d0/f");
    client.rename("/d5/f", "/d1/f");
    cluster.heal();
    cluster.check();
  }

  @Test
  void stickyBitChecksTheOwnerOnRename() throws Exception {
    client.as(USER).create("/d0/f", 0666);
    client.changeMode("/d1", 01777);
    client.link("/d0/f", "/d1/f");
    SimulatedClient stranger = client.as(STRANGER);
    stranger.create("/d2/g");
    assertRenameFails(ErrorCode.EPERM, stranger, "/d1/f", "/d2/f");
    assertRenameFails(ErrorCode.EPERM, stranger, "/d2/g", "/d1/f");
    client.as(USER).rename("/d1/f", "/d2/f");
    stranger.rename("/d2/g", "/d2/f");
    assertThat(client.stat("/d0/f").links()).isEqualTo(1);
  }

  @Test
  void missingRemovePermissionIsReportedFirst() throws Exception {
    client.as(USER).create("/d0/f", 0666);
    client.changeMode("/d1", 01777);
    client.link("/d0/f", "/d1/f");
    client.makeDirectory("/d2/other");
    client.makeDirectory("/d3/closed");
    client.create("/d3/closed/g");
    for (RenameMode mode : List.of(RenameMode.REPLACE, RenameMode.EXCHANGE)) {
      assertRenameFails(ErrorCode.EPERM, client.as(STRANGER), "/d1/f", "/d3/closed/g", mode);
      assertRenameFails(ErrorCode.EACCES, client.as(USER), "/d1/f", "/d3/closed/g", mode);
    }
    // The same if another check would fail, too: a directory of another owner gets another "..".
    SimulatedClient stranger = client.as(STRANGER);
    assertRenameFails(ErrorCode.EPERM, stranger, "/d1/f", "/d2/other", RenameMode.EXCHANGE);
    assertRenameFails(ErrorCode.EACCES, client.as(USER), "/d1/f", "/d2/other", RenameMode.EXCHANGE);
    // A missing name, and a rename without effect, take precedence.
    assertRenameFails(ErrorCode.ENOENT, stranger, "/d1/f", "/d2/none", RenameMode.EXCHANGE);
    stranger.rename("/d1/f", "/d0/f");
    assertThat(client.stat("/d1/f").links()).isEqualTo(2);
  }

  private void assertRenameFails(ErrorCode code, SimulatedClient by, String from, String to) {
    assertRenameFails(code, by, from, to, RenameMode.REPLACE);
  }

  private void assertRenameFails(
      ErrorCode code, SimulatedClient by, String from, String to, RenameMode mode) {
    assertThatThrownBy(() -> by.rename(from, to, mode))
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  @Test
  void openFileIsFoundAfterRenames() throws Exception {
    OpenFile file = client.open("/d0/f", READ, WRITE, CREATE);
    client.await(file.lock(1, LockType.EXCLUSIVE, 0, 0, false));
    SimulatedClient other = cluster.client();
    for (int i = 1; i < DIRECTORIES; i++) {
      other.rename("/d" + (i - 1) + "/f", "/d" + i + "/f");
      assertThat(client.await(file.stat())).isEqualTo(other.stat("/d" + i + "/f"));
    }
    OpenFile same = other.open("/d" + (DIRECTORIES - 1) + "/f", READ);
    assertFails(ErrorCode.EAGAIN, () -> client.await(same.lock(1, LockType.SHARED, 0, 0, false)));
    client.await(file.closeAsync());
    client.await(same.lock(1, LockType.SHARED, 0, 0, false));
    assertThat(other.stat("/d" + (DIRECTORIES - 1) + "/f").links()).isEqualTo(1);
    client.await(same.closeAsync());
    other.unlink("/d" + (DIRECTORIES - 1) + "/f");
    cluster.heal();
    cluster.check();
  }

  @Test
  void openFileIsFoundWhileItsDirectorySplits() throws Exception {
    SimulatedCluster splitting = Setup.seeded(2).start(directory.resolve("splitting"));
    SimulatedClient one = splitting.client();
    SimulatedClient other = splitting.client();
    one.makeDirectory("/d");
    OpenFile file = one.open("/d/f", READ, WRITE, CREATE);
    one.await(file.flock(LockType.EXCLUSIVE, false));
    for (int i = 0; i < 60; i++) {
      String name = i == 0 ? "/d/f" : "/d/g" + (i - 1);
      other.rename(name, "/d/g" + i);
      other.create("/d/other" + i);
      if (i % 20 == 0) {
        assertThat(one.await(file.stat())).isEqualTo(other.stat("/d/g" + i));
      }
    }
    OpenFile same = other.open("/d/g59", READ);
    assertFails(ErrorCode.EAGAIN, () -> one.await(same.flock(LockType.SHARED, false)));
    one.await(file.closeAsync());
    one.await(same.flock(LockType.SHARED, false));
  }

  @Test
  void replacedFileStaysOpen() throws Exception {
    OpenFile replaced = client.open("/d0/f", READ, WRITE, CREATE);
    OpenFile exchanged = client.open("/d1/f", READ, WRITE, CREATE);
    client.create("/d2/g");
    client.rename("/d2/g", "/d0/f");
    client.create("/d3/g");
    client.rename("/d3/g", "/d1/f", RenameMode.EXCHANGE);
    assertThat(client.await(replaced.stat()).links()).isZero();
    assertThat(client.await(exchanged.stat())).isEqualTo(client.stat("/d3/g"));
    client.await(replaced.closeAsync());
    client.await(exchanged.closeAsync());
    cluster.heal();
    cluster.check();
  }

  @Test
  void orphansOfADeadClientAreRemoved() throws Exception {
    SimulatedClient mortal = cluster.client();
    OpenFile file = mortal.open("/d0/f", WRITE, CREATE);
    client.unlink("/d0/f");
    assertThat(client.await(file.stat()).links()).isZero();
    mortal.kill();
    cluster.servers().forEach(server -> server.kill());
    cluster.heal();
    cluster.check();
  }

  /**
   * Another client took the new name before the coordinator could repeat the change on the server
   * that lost it.
   */
  @Test
  void linkIsUndoneIfItsLostNameWasTaken() throws Exception {
    String name = linkAndForget(List.of());
    assertThat(client.stat(name).links()).isEqualTo(1);
    client.unlink(name);
    cluster.simulation().runMillis(5_000);
    cluster.check();
  }

  @Test
  void lostAndTakenThirdNameIsNotCounted() throws Exception {
    String name = linkAndForget(List.of("/d0/second"));
    assertThat(client.stat(name).links()).isEqualTo(2);
    client.unlink(name);
    assertThat(client.stat("/d0/second").links()).isEqualTo(1);
  }

  /**
   * Creates a file with some names, links it to a server that crashes and loses the new name, and
   * lets another client take the new name; returns the file's name. A crash may lose nothing: then
   * it is repeated.
   */
  private String linkAndForget(List<String> others) throws Exception {
    for (int i = 0; i < 20; i++) {
      String name = "/d0/a" + i;
      InodeId file = client.create(name).inode();
      for (String other : others) {
        client.link(name, other);
      }
      cluster.simulation().runMillis(6_000);
      InodeId taken = linkWhileTheHolderDies(name, file, "/b" + i);
      cluster.heal();
      cluster.simulation().runMillis(15_000);
      cluster.check();
      if (taken != null) {
        assertThat(taken).isNotEqualTo(file);
        assertThat(client.stat(name).inode()).isEqualTo(file);
        return name;
      }
      for (String other : others) {
        client.unlink(other);
      }
    }
    throw new AssertionError("no machine forgot the new name");
  }

  /** The inode of another file that takes the new name; null if the name was not lost. */
  private @Nullable InodeId linkWhileTheHolderDies(String name, InodeId file, String newName)
      throws Exception {
    String to = "/d" + directoryApartFrom("/d0", file);
    SimulatedServer dying = holder(client.stat(to).inode());
    cluster
        .network()
        .setFaults(
            packet -> {
              boolean isTold =
                  packet.isOf(FinishStepRequest.OPCODE) && packet.to().equals(dying.name());
              return isTold || packet.isOf(CommitOutcomeRequest.OPCODE) ? Fate.LOST : Fate.ARRIVES;
            });
    client.link(name, to + newName);
    dying.crash();
    cluster.simulation().runMillis(2_000);
    dying.start();
    try {
      return cluster.client(Duration.ofSeconds(3)).create(to + newName).inode();
    } catch (GigaException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.ETIMEDOUT);
      return null;
    }
  }

  /** A directory on a server that owns neither another one nor a file's inode record. */
  private int directoryApartFrom(String other, InodeId file) throws Exception {
    SimulatedServer first = holder(client.stat(other).inode());
    SimulatedServer second = holder(file);
    for (int i = 0; i < DIRECTORIES; i++) {
      SimulatedServer holder = holder(client.stat("/d" + i).inode());
      if (holder != first && holder != second) {
        return i;
      }
    }
    throw new AssertionError("all directories are on two servers");
  }

  private SimulatedServer holder(InodeId directory) {
    return cluster.holderOf(directory.zerothSlot());
  }
}
