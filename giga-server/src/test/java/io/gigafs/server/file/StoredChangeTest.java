package io.gigafs.server.file;

import static io.gigafs.server.file.RawFile.READS;
import static io.gigafs.server.file.RawFile.TRUNCATES;
import static io.gigafs.server.file.RawFile.WRITES;
import static io.gigafs.server.file.RawFile.locationOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.ExposeRequest;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryVolume;
import io.gigafs.volume.Volume.ObjectOwner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attributes of files that are stored on a volume. */
class StoredChangeTest {
  private static final String BYTES = "0123456789";

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;
  private RawClient raw;
  private MemoryVolume volume;
  private FileOnVolume stored;
  private FileHandle handle;
  private DataLocation object;

  @BeforeEach
  void start() {
    stored = FileOnVolume.start(directory, BYTES);
    cluster = stored.cluster;
    client = stored.client;
    raw = stored.raw;
    volume = stored.volume;
    object = stored.object;
    handle = stored.writer;
  }

  private Sequence next() {
    return stored.next();
  }

  private FileHandle open(int flags) {
    return stored.open(flags);
  }

  private DataReport fill(String text) {
    return stored.fill(text);
  }

  private void close() {
    stored.close(handle, fill(BYTES));
  }

  private String bytes() {
    byte[] bytes = volume.bytesOf(object.path());
    return bytes == null ? "none" : new String(bytes, StandardCharsets.UTF_8);
  }

  private void settle() {
    cluster.simulation().runMillis(5_000);
  }

  @Test
  void truncationShortensAndExtendsTheObject() throws Exception {
    close();
    assertThat(client.setAttributes("/f", AttributeChange.ofSize(4)).size()).isEqualTo(4);
    assertThat(bytes()).isEqualTo("0123");
    assertThat(client.setAttributes("/f", AttributeChange.ofSize(6)).size()).isEqualTo(6);
    assertThat(bytes()).isEqualTo("0123\0\0");
    volume.lose(object.path());
    assertThat(client.stat("/f").size()).isEqualTo(6);
  }

  @Test
  void closedFileIsEmptiedWithoutItsVolume() throws Exception {
    close();
    volume.setGone(true);
    assertThat(client.setAttributes("/f", AttributeChange.ofSize(0)).size()).isZero();
    FileHandle reader = open(READS);
    assertThat(raw.result(FileOnVolume.FILE.read(reader)).data())
        .isInstanceOf(FileData.Inline.class);
    volume.setGone(false);
    cluster.simulation().runMillis(100_000);
    assertThat(volume.bytesOf(object.path())).isNull();
  }

  @Test
  void openFileKeepsItsObject() throws Exception {
    FileHandle emptied = open(WRITES | TRUNCATES);
    assertThat(bytes()).isEmpty();
    assertThat(locationOf(raw.result(FileOnVolume.FILE.read(emptied)).data())).isEqualTo(object);
    assertThat(client.stat("/f").size()).isZero();
  }

  @Test
  void openWithTruncateDeletesTheObjectOfAClosedFile() {
    close();
    FileHandle emptied = open(WRITES | TRUNCATES);
    assertThat(raw.result(FileOnVolume.FILE.read(emptied)).data())
        .isInstanceOf(FileData.Inline.class);
    settle();
    assertThat(volume.bytesOf(object.path())).isNull();
  }

  @Test
  void unreachableVolumeFailsOnlyItsFiles() throws Exception {
    close();
    volume.setGone(true);
    assertThatThrownBy(() -> client.setAttributes("/f", AttributeChange.ofSize(4)))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EIO))
        .hasMessageContaining("memory:///only");
    client.create("/g");
    volume.setGone(false);
    assertThat(client.stat("/f").size()).isEqualTo(10);
  }

  @Test
  void setTimeHoldsUntilTheNextWrite() throws Exception {
    client.setAttributes("/f", AttributeChange.ofTimes(null, TimeChange.to(12_345)));
    assertThat(client.stat("/f").modifiedNanos()).isEqualTo(12_345);
    cluster.simulation().runMillis(1_000);
    DataReport written = fill("more than that");
    assertThat(client.stat("/f").modifiedNanos()).isEqualTo(written.modifiedNanos());
  }

  @Test
  void setTimeHoldsAfterClose() throws Exception {
    DataReport written = fill(BYTES);
    client.setAttributes("/f", AttributeChange.ofTimes(null, TimeChange.to(12_345)));
    raw.result(FileOnVolume.FILE.close(next(), handle, written));
    assertThat(client.stat("/f").modifiedNanos()).isEqualTo(12_345);
    handle = open(WRITES);
    assertThat(client.stat("/f").modifiedNanos()).isEqualTo(12_345);
    raw.result(FileOnVolume.FILE.close(next(), handle, null));
    settle();
    assertThat(client.stat("/f").modifiedNanos()).isEqualTo(12_345);
  }

  @Test
  void objectsGetTheOwnerOfTheirFile() throws Exception {
    close();
    client.setAttributes("/f", AttributeChange.ofOwner(5, 6));
    client.changeMode("/f", 0640);
    assertThat(volume.ownerOf(object.path())).isEqualTo(new ObjectOwner(5, 6, 0640));
  }

  @Test
  void writesOfADeadClientAreMeasured() throws Exception {
    String written = "written and never reported";
    fill(written);
    cluster.simulation().runMillis(60_000);
    volume.lose(object.path());
    assertThat(client.stat("/f").size()).isEqualTo(written.length());
  }

  @Test
  void exposedFileIsAlwaysMeasured() throws Exception {
    close();
    ExposeRequest expose =
        new ExposeRequest(
            FileOnVolume.FILE.directory(),
            PartitionIndex.ZEROTH,
            Caller.ROOT,
            next(),
            FileOnVolume.FILE.name(),
            null);
    assertThat(locationOf(raw.result(expose).data())).isEqualTo(object);
    fill("by another program");
    assertThat(client.stat("/f").size()).isEqualTo(18);
    settle();
    fill("again");
    assertThat(client.stat("/f").size()).isEqualTo(5);
    client.setAttributes("/f", AttributeChange.ofSize(0));
    assertThat(bytes()).isEmpty();
  }

  @Test
  void listingsMeasureFilesBeingWritten() throws Exception {
    fill("longer than before");
    assertThat(client.listEntries("/", true))
        .filteredOn(entry -> entry.name().equals(FileOnVolume.FILE.name()))
        .allSatisfy(
            entry -> assertThat(Objects.requireNonNull(entry.attributes()).size()).isEqualTo(18));
  }
}
