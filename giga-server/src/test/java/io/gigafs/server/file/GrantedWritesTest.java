package io.gigafs.server.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Below a quota, servers write to objects only bytes that are granted. */
class GrantedWritesTest {
  private static final int KIB = 1 << 10;
  private static final int MIB = 1 << 20;
  private static final long LIMIT = MIB;

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private SimulatedClient client;
  private RawClient liar;
  private RawFile file;
  private long requests;

  @BeforeEach
  void start() throws GigaException {
    cluster = Setup.seeded(1).withServers(1, 4).withInlineLimit(2_000).start(directory);
    cluster.addVolume("v");
    cluster.simulation().runMillis(100); // servers learn of it
    client = cluster.client(Duration.ofSeconds(60), DataPath.SERVER);
    InodeId inode = client.makeDirectory("/d").inode();
    file = new RawFile(inode, Name.of("f"), Caller.ROOT, 77);
    liar = cluster.rawClient();
  }

  private void setQuota() throws GigaException {
    client.await(client.async().setQuota(GigaPath.parse("/d"), 0, LIMIT));
  }

  private long used() throws GigaException {
    return client.await(client.async().quota(GigaPath.parse("/d"))).usedBytes();
  }

  private OpenFile open() throws GigaException {
    return client.open("/d/f", Flag.READ, Flag.WRITE, Flag.CREATE);
  }

  private void write(OpenFile open, long offset, int length) throws GigaException {
    client.await(open.write(offset, ByteBuffer.allocate(length)));
    client.await(open.flush());
  }

  private void writeOther() throws GigaException {
    client.await(
        client.async().writeFile(GigaPath.parse("/d/other"), 0644, new byte[1_000], false));
  }

  private Sequence next() {
    return new Sequence(++requests, 0);
  }

  private WriteObjectRequest write(FileHandle handle, boolean placed, long offset, int length) {
    return file.writeObject(next(), handle, placed, offset, new byte[length]);
  }

  private FileHandle openRaw(int flags) {
    return file.opened(liar, next(), flags);
  }

  private void grant(FileHandle handle, long end) {
    liar.result(file.grant(next(), handle, end));
  }

  @Test
  void clientsWithoutAGrantCannotExtendObjects() throws GigaException {
    setQuota();
    OpenFile open = open();
    write(open, 0, 64 * KIB);
    client.await(open.closeAsync());
    FileHandle handle = openRaw(RawFile.WRITES);
    liar.result(write(handle, false, 0, 64 * KIB));
    assertThat(liar.error(write(handle, false, 64 * KIB - 1, 2))).isEqualTo(ErrorCode.EDQUOT);
    assertThat(liar.error(write(handle, false, 1L << 50, 2))).isEqualTo(ErrorCode.EDQUOT);
    grant(handle, LIMIT);
    liar.result(write(handle, false, LIMIT - 64 * KIB, 64 * KIB));
    assertThat(liar.error(write(handle, false, LIMIT, 1))).isEqualTo(ErrorCode.EDQUOT);
    assertThat(used()).isEqualTo(LIMIT);
  }

  @Test
  void placedObjectsHaveASizeLimit() throws GigaException {
    setQuota();
    FileHandle handle = openRaw(RawFile.WRITES | RawFile.CREATES);
    liar.result(file.place(next(), handle));
    liar.result(write(handle, true, 0, 2_000));
    assertThat(liar.error(write(handle, true, 16 * MIB, 1))).isEqualTo(ErrorCode.EDQUOT);
  }

  @Test
  void newQuotaAppliesToOpenFiles() throws GigaException {
    OpenFile open = open();
    write(open, 0, 64 * KIB);
    setQuota();
    write(open, 64 * KIB, 64 * KIB);
    assertThat(used()).isBetween(128L * KIB, LIMIT);
    assertThatThrownBy(() -> write(open, LIMIT, 1))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EDQUOT));
    write(open, LIMIT - 1, 1);
    client.await(open.closeAsync());
    assertThat(used()).isEqualTo(LIMIT);
  }

  @Test
  void reservedBytesAreHeldUntilClose() throws GigaException {
    setQuota();
    OpenFile open = open();
    write(open, 0, 3_000);
    client.await(open.setAside(LIMIT));
    assertThat(client.await(open.stat()).size()).isEqualTo(3_000);
    cluster.simulation().runMillis(20_000);
    write(open, 0, 200);
    assertThatThrownBy(this::writeOther)
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EDQUOT));
    assertThatThrownBy(() -> client.await(open.setAside(LIMIT + 1)))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EDQUOT));
    client.await(open.closeAsync());
    cluster.simulation().runMillis(5_000);
    writeOther();
    assertThat(used()).isEqualTo(4_000);
  }
}
