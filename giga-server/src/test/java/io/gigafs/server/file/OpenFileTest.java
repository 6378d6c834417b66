package io.gigafs.server.file;

import static io.gigafs.client.OpenOptions.Flag.CREATE;
import static io.gigafs.client.OpenOptions.Flag.DIRECTORY;
import static io.gigafs.client.OpenOptions.Flag.EXCLUSIVE;
import static io.gigafs.client.OpenOptions.Flag.READ;
import static io.gigafs.client.OpenOptions.Flag.TRUNCATE;
import static io.gigafs.client.OpenOptions.Flag.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.OpenFile;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** open(2), and handles whose file moves. */
class OpenFileTest {
  private static final Caller USER = new Caller(1000, 1000);
  private static final Caller STRANGER = new Caller(1001, 1001);

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(1).withServers(2, 4).start(directory);
    client = cluster.client();
    client.makeDirectory("/d");
    client.changeMode("/d", 0777);
  }

  private static void assertFails(ErrorCode code, Callable<?> call) {
    assertThatThrownBy(call::call)
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  private FileAttributes stat(OpenFile file) throws GigaException {
    return client.await(file.stat());
  }

  @Test
  void openCreatesMissingFiles() throws Exception {
    assertFails(ErrorCode.ENOENT, () -> client.open("/d/f", READ));
    OpenFile file = client.open("/d/f", WRITE, CREATE, EXCLUSIVE);
    assertThat(stat(file)).isEqualTo(client.stat("/d/f"));
    assertFails(ErrorCode.EEXIST, () -> client.open("/d/f", WRITE, CREATE, EXCLUSIVE));
    assertThat(client.open("/d/f", WRITE, CREATE).inode()).isEqualTo(file.inode());
  }

  @Test
  void openChecksPermissions() throws Exception {
    SimulatedClient user = client.as(USER);
    SimulatedClient stranger = client.as(STRANGER);
    user.create("/d/f", 0640);
    user.open("/d/f", READ, WRITE);
    assertFails(ErrorCode.EACCES, () -> stranger.open("/d/f", READ));
    assertFails(ErrorCode.EACCES, () -> stranger.open("/d/f", WRITE));
    user.changeMode("/d/f", 0444);
    stranger.open("/d/f", READ);
    assertFails(ErrorCode.EACCES, () -> stranger.open("/d/f", READ, TRUNCATE));
    client.changeMode("/d", 0700);
    assertFails(ErrorCode.EACCES, () -> stranger.open("/d/f", READ));
  }

  @Test
  void directoriesOpenForReadingOnly() throws Exception {
    assertThat(stat(client.open("/d", READ, DIRECTORY)).isDirectory()).isTrue();
    assertFails(ErrorCode.EISDIR, () -> client.open("/d", WRITE));
    assertFails(ErrorCode.EISDIR, () -> client.open("/d", READ, CREATE));
    client.create("/d/f");
    assertFails(ErrorCode.ENOTDIR, () -> client.open("/d/f", READ, DIRECTORY));
    assertFails(ErrorCode.ENOTDIR, () -> client.open("/d/f/g", READ));
  }

  /** Each client knows one partition, and opened a name that may stay there. */
  @Test
  void handlesFollowRenamesAndSplits() throws Exception {
    List<SimulatedClient> holders = new ArrayList<>();
    List<OpenFile> files = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      holders.add(cluster.client());
      files.add(holders.get(i).open("/d/f" + i, WRITE, CREATE));
      client.rename("/d/f" + i, "/d/r" + i);
    }
    for (int i = 0; i < 100; i++) {
      client.create("/d/n" + i);
    }
    for (int i = 0; i < 10; i++) {
      assertThat(holders.get(i).await(files.get(i).stat())).isEqualTo(client.stat("/d/r" + i));
    }
  }

  @Test
  void openTruncates() throws Exception {
    OpenFile file = client.open("/d/f", WRITE, CREATE);
    client.await(file.setAttributes(AttributeChange.ofSize(1_000)));
    assertThat(client.stat("/d/f").size()).isEqualTo(1_000);
    OpenFile reader = client.open("/d/f", READ, TRUNCATE);
    assertThat(stat(reader).size()).isZero();
    assertFails(
        ErrorCode.EINVAL, () -> client.await(reader.setAttributes(AttributeChange.ofSize(1))));
  }

  @Test
  void closedHandleReturnsEbadf() throws Exception {
    OpenFile file = client.open("/d/f", WRITE, CREATE);
    client.await(file.closeAsync());
    client.await(file.closeAsync());
    assertFails(ErrorCode.EBADF, () -> stat(file));
  }

  @Test
  void handleSurvivesServerRestart() throws Exception {
    OpenFile file = client.open("/d/f", WRITE, CREATE);
    client.await(file.lock(1, LockType.EXCLUSIVE, 0, 10, false));
    cluster.servers().forEach(server -> server.kill());
    cluster.servers().forEach(server -> server.startIfDown());
    assertThat(stat(file).inode()).isEqualTo(file.inode());
    OpenFile other = cluster.client().open("/d/f", READ, WRITE);
    assertFails(ErrorCode.EAGAIN, () -> client.await(other.lock(1, LockType.SHARED, 5, 1, false)));
    client.await(file.closeAsync());
    client.await(other.lock(1, LockType.SHARED, 5, 1, false));
  }

  @Test
  void handlesAndLocksFollowSplits() throws Exception {
    OpenFile[] files = new OpenFile[100];
    for (int i = 0; i < files.length; i++) {
      files[i] = client.open("/d/f" + i, WRITE, CREATE);
      client.await(files[i].lock(1, LockType.EXCLUSIVE, i, 1, false));
    }
    SimulatedClient other = cluster.client();
    for (int i = 0; i < files.length; i++) {
      assertThat(stat(files[i])).isEqualTo(client.stat("/d/f" + i));
      OpenFile same = other.open("/d/f" + i, READ);
      assertThat(client.await(same.findConflict(1, LockType.SHARED, 0, 0)))
          .get()
          .satisfies(lock -> assertThat(lock.length()).isEqualTo(1));
      client.await(files[i].closeAsync());
      assertThat(client.await(same.findConflict(1, LockType.SHARED, 0, 0))).isEmpty();
    }
  }

  @Test
  void locksOfADeadClientExpire() throws Exception {
    SimulatedClient mortal = cluster.client();
    OpenFile his = mortal.open("/d/f", WRITE, CREATE);
    client.await(his.lock(1, LockType.EXCLUSIVE, 0, 0, false));
    client.await(his.flock(LockType.EXCLUSIVE, false));
    OpenFile mine = client.open("/d/f", READ, WRITE);
    mortal.kill();
    assertFails(
        ErrorCode.EAGAIN, () -> client.await(mine.lock(1, LockType.EXCLUSIVE, 0, 0, false)));
    long begin = cluster.simulation().nowNanos();
    client.await(mine.lock(1, LockType.EXCLUSIVE, 0, 0, true));
    client.await(mine.flock(LockType.EXCLUSIVE, false));
    assertThat(cluster.simulation().nowNanos() - begin).isGreaterThan(2_000_000_000L);
  }

  @Test
  void locksOfALiveClientDoNotExpire() throws Exception {
    OpenFile file = client.open("/d/f", WRITE, CREATE);
    client.await(file.lock(1, LockType.EXCLUSIVE, 0, 0, false));
    cluster.simulation().runMillis(60_000);
    OpenFile other = cluster.client().open("/d/f", READ);
    assertFails(ErrorCode.EAGAIN, () -> client.await(other.lock(1, LockType.SHARED, 0, 0, false)));
    assertThat(stat(file).inode()).isEqualTo(file.inode());
  }

  @Test
  void disconnectedClientLearnsThatItsSessionExpired() throws Exception {
    OpenFile file = client.open("/d/f", WRITE, CREATE);
    client.await(file.lock(1, LockType.EXCLUSIVE, 0, 0, false));
    cluster.servers().forEach(server -> server.kill());
    cluster.simulation().runMillis(10_000);
    cluster.servers().forEach(server -> server.startIfDown());
    assertThatThrownBy(() -> stat(file))
        .hasMessageContaining("/d/f")
        .hasMessageContaining("the session is over");
    OpenFile again = client.open("/d/f", WRITE);
    client.await(again.lock(1, LockType.EXCLUSIVE, 0, 0, true));
  }
}
