package io.gigafs.server.commit;

import static io.gigafs.client.OpenOptions.Flag.CREATE;
import static io.gigafs.client.OpenOptions.Flag.READ;
import static io.gigafs.client.OpenOptions.Flag.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.OpenFile;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.LockType;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Names of one file in directories on several servers. */
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
  void allNamesAreOneFile() throws Exception {
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
  void aLinkTakesAFileAndAFreeName() throws Exception {
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
  void aStickyDirectoryAsksWhoOwnsTheFile() throws Exception {
    client.as(USER).create("/d0/f", 0666);
    client.changeMode("/d1", 01777);
    client.as(STRANGER).link("/d0/f", "/d1/f");
    assertUnlinkFails(ErrorCode.EPERM, client.as(STRANGER), "/d1/f");
    client.as(USER).unlink("/d1/f");
    assertThat(client.stat("/d0/f").links()).isEqualTo(1);
  }

  @Test
  void anOpenFileOutlivesItsNames() throws Exception {
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
  void anOpenFileOutlivesItsSecondName() throws Exception {
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
  void aDeadClientsOrphansGo() throws Exception {
    SimulatedClient mortal = cluster.client();
    OpenFile file = mortal.open("/d0/f", WRITE, CREATE);
    client.unlink("/d0/f");
    assertThat(client.await(file.stat()).links()).isZero();
    mortal.kill();
    cluster.servers().forEach(server -> server.kill());
    cluster.heal();
    cluster.check();
  }
}
