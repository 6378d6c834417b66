package io.gigafs.server.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.volume.MemoryVolume;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files are moved off a volume while clients that read volumes directly have them open: these
 * readers must see all later changes.
 */
class DrainReadersTest {
  private static final String FILE = "/f";
  private static final int BYTES = 200_000;

  /** Passes of a drain begin a second apart; readers trust a location for this long. */
  private static final int SOON_MILLIS = 1_100;

  private static final int PASSES_MILLIS = 20_000;

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private MemoryVolume first;
  private MemoryVolume second;
  private SimulatedClient writer;
  private SimulatedClient reader;

  @BeforeEach
  void writeFile() throws GigaException {
    cluster = Setup.seeded(1).withServers(2, 4).start(directory);
    first = cluster.addVolume("first");
    writer = cluster.client();
    reader = cluster.client();
    cluster.simulation().runMillis(2_000); // servers learn of it
    OpenFile file = writer.open(FILE, Flag.CREATE, Flag.WRITE);
    writer.await(file.write(0, ByteBuffer.wrap("old".repeat(BYTES).getBytes(UTF_8))));
    writer.await(file.closeAsync());
    second = cluster.addVolume("second");
    assertThat(first.paths()).hasSize(1);
  }

  private void drain() {
    cluster.change(view -> VolumeChanges.drain(view, 1));
    cluster.simulation().runMillis(PASSES_MILLIS);
  }

  private String read(OpenFile file, int length) throws GigaException {
    byte[] bytes = new byte[length];
    int read = reader.await(file.read(0, ByteBuffer.wrap(bytes)));
    return new String(Arrays.copyOf(bytes, read), UTF_8);
  }

  private void change(String to) throws GigaException {
    OpenFile file = writer.open(FILE, Flag.WRITE);
    writer.await(file.write(0, ByteBuffer.wrap(to.getBytes(UTF_8))));
    writer.await(file.closeAsync());
    writer.setAttributes(FILE, AttributeChange.ofSize((long) to.length()));
  }

  /** Checks that calls of the reader show the current contents. */
  private void assertSees(OpenFile file, String expected) throws GigaException {
    cluster.simulation().runMillis(SOON_MILLIS);
    assertThat(read(file, expected.length() + 1)).isEqualTo(expected);
  }

  private void assertMoved() {
    assertThat(first.paths()).isEmpty();
    assertThat(second.paths()).hasSize(1);
  }

  private void assertMovesOnceClosed(OpenFile file) throws GigaException {
    reader.await(file.closeAsync());
    cluster.simulation().runMillis(PASSES_MILLIS);
    assertMoved();
  }

  /** A file that a client opened for reading on a draining volume before anything moves. */
  private OpenFile openedWhileNothingMoves() throws GigaException {
    second.setReadOnly(true);
    drain();
    OpenFile file = reader.open(FILE, Flag.READ);
    assertThat(read(file, 3)).isEqualTo("old");
    return file;
  }

  /** Such a reader reads its open object, and asks no server. */
  @Test
  void fileWithEarlierReadersIsNotMoved() throws Exception {
    OpenFile file = reader.open(FILE, Flag.READ);
    assertThat(read(file, 3)).isEqualTo("old");
    drain();
    assertThat(first.paths()).hasSize(1);
    change("new");
    assertSees(file, "new");

    assertMovesOnceClosed(file);
    assertSees(reader.open(FILE, Flag.READ), "new");
  }

  @Test
  void readersThatOpenDuringADrainFollowTheFile() throws Exception {
    OpenFile before = reader.open(FILE, Flag.READ);
    drain();
    reader.await(before.closeAsync());
    OpenFile file = reader.open(FILE, Flag.READ);
    assertThat(read(file, 3)).isEqualTo("old");
    assertThat(first.paths()).hasSize(1);
    cluster.simulation().runMillis(PASSES_MILLIS);
    assertMoved();
    change("new");
    assertSees(file, "new");
    change("newer");
    assertSees(file, "newer");
  }

  /** A location learnt by the earlier handle applies to all handles of the client. */
  @Test
  void secondOpenOfAnEarlierReaderKeepsTheFileInPlace() throws Exception {
    OpenFile before = reader.open(FILE, Flag.READ);
    assertThat(read(before, 3)).isEqualTo("old");
    cluster.change(view -> VolumeChanges.drain(view, 1));
    OpenFile meanwhile = reader.open(FILE, Flag.READ);
    assertThat(read(meanwhile, 3)).isEqualTo("old");
    cluster.simulation().runMillis(PASSES_MILLIS);
    change("new");
    assertSees(before, "new");
    assertSees(meanwhile, "new");

    reader.await(before.closeAsync());
    assertMovesOnceClosed(meanwhile);
  }

  @Test
  void restartedDrainWaitsForReadersInBetween() throws Exception {
    OpenFile file = openedWhileNothingMoves();
    cluster.change(view -> VolumeChanges.undrain(view, 1));
    cluster.simulation().runMillis(SOON_MILLIS);
    assertThat(read(file, 3)).isEqualTo("old"); // by the object alone, from now on
    second.setReadOnly(false);
    drain();
    change("new");
    assertSees(file, "new");

    assertMovesOnceClosed(file);
  }

  @Test
  void restartedServersWaitForAllOpenHandles() throws Exception {
    OpenFile file = openedWhileNothingMoves();
    cluster.servers().forEach(SimulatedServer::kill);
    cluster.servers().forEach(SimulatedServer::startIfDown);
    second.setReadOnly(false);
    cluster.simulation().runMillis(PASSES_MILLIS);
    assertThat(first.paths()).hasSize(1);
    change("new");
    assertSees(file, "new");

    assertMovesOnceClosed(file);
  }

  /** The lock owner sees all earlier changes, though the reader's location is still trusted. */
  @Test
  void lockOwnersSeeTheMovedFile() throws Exception {
    OpenFile file = openedWhileNothingMoves();
    second.setReadOnly(false);
    for (int i = 0; i < PASSES_MILLIS / 100 && !first.paths().isEmpty(); i++) {
      assertThat(read(file, 3)).isEqualTo("old");
      cluster.simulation().runMillis(100);
    }
    assertMoved();
    change("new");
    reader.await(file.flock(LockType.SHARED, false));
    assertThat(read(file, 4)).isEqualTo("new");
  }
}
