package io.gigafs.server.file;

import static io.gigafs.server.file.RawFile.APPENDS;
import static io.gigafs.server.file.RawFile.CREATES;
import static io.gigafs.server.file.RawFile.READS;
import static io.gigafs.server.file.RawFile.WRITES;
import static io.gigafs.server.file.RawFile.append;
import static io.gigafs.server.file.RawFile.at;
import static io.gigafs.server.file.RawFile.inlineOf;
import static io.gigafs.server.file.RawFile.locationOf;
import static io.gigafs.server.file.RawFile.textOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.ClientSettings.DataPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryVolume;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Access by handle to append-only and immutable files, with requests of all kinds. */
class ProtectedFilesTest {
  private static final RawFile FILE = RawFile.named("f");
  private static final byte[] MORE = "more".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;
  private RawClient raw;
  private MemoryVolume volume;
  private long requests;

  @BeforeEach
  void start() {
    cluster = Setup.seeded(1).withServers(1, 4).withInlineLimit(2_000).start(directory);
    volume = cluster.addVolume("v");
    client = cluster.client();
    raw = cluster.rawClient();
    cluster.simulation().runMillis(100);
  }

  private Sequence next() {
    return new Sequence(++requests, 0);
  }

  private FileHandle open(int flags) {
    return FILE.opened(raw, next(), flags);
  }

  private void setFlags(int flags) throws GigaException {
    client.setAttributes("/f", AttributeChange.ofFlags(flags));
  }

  private String text(FileHandle handle) {
    return textOf(raw.result(FILE.read(handle)).data());
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void appendHandlesOnlyAppend(boolean restarts) throws GigaException {
    FileHandle before = open(READS | WRITES | CREATES);
    FileHandle appends = open(WRITES | APPENDS);
    raw.result(FILE.write(next(), appends, at(0, "plain ")));
    setFlags(FileAttributes.APPEND_ONLY);
    if (restarts) {
      cluster.server(0).kill();
      cluster.server(0).start();
      raw = raw.reconnected();
    }
    for (DataWrite write : List.of(at(0, "over"), at(6, "behind"), at(100, "far"))) {
      assertThat(raw.error(FILE.write(next(), appends, append("x"), write)))
          .isEqualTo(ErrorCode.EPERM);
      assertThat(raw.error(FILE.close(next(), appends, false, write))).isEqualTo(ErrorCode.EPERM);
    }
    assertThat(text(before)).isEqualTo("plain ");
    raw.result(FILE.write(next(), appends, append("and ")));
    raw.result(FILE.close(next(), appends, false, append("more")));
    // As on Linux: handles opened before may write anywhere.
    raw.result(FILE.write(next(), before, at(0, "PLAIN")));
    assertThat(text(before)).isEqualTo("PLAIN and more");
  }

  @ParameterizedTest
  @EnumSource(names = {"CLIENT", "SERVER"})
  void appendHandlesOfClientsOnlyAppend(DataPath path) throws GigaException {
    SimulatedClient by = cluster.client(Duration.ofSeconds(30), path);
    by.create("/f");
    setFlags(FileAttributes.APPEND_ONLY);
    OpenFile file = by.open("/f", Flag.READ, Flag.WRITE, Flag.APPEND);
    for (int length : new int[] {10, 3_000}) {
      by.await(file.append(ByteBuffer.allocate(length)));
      by.await(file.flush());
      assertThatThrownBy(() -> by.await(file.write(5, ByteBuffer.wrap(MORE))))
          .isInstanceOfSatisfying(
              GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EPERM));
    }
    assertThat(by.await(file.stat()).size()).isEqualTo(3_010);
    setFlags(0);
    by.await(file.write(3_009, ByteBuffer.wrap(MORE)));
    by.await(file.closeAsync());
    assertThat(client.stat("/f").size()).isEqualTo(3_013);
  }

  @Test
  void immutableFileIsNeitherWrittenNorMoved() throws GigaException {
    FileHandle handle = open(READS | WRITES | CREATES);
    raw.result(FILE.write(next(), handle, at(0, "kept")));
    FileData.Inline copied = inlineOf(raw.result(FILE.read(handle)).data());
    DataLocation placed = raw.result(FILE.place(next(), handle)).location();
    setFlags(FileAttributes.IMMUTABLE);

    assertThat(raw.error(FILE.write(next(), handle, append("x")))).isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(FILE.writeObject(next(), handle, true, 0, MORE)))
        .isEqualTo(ErrorCode.EPERM);
    volume.put(placed.path(), MORE);
    DataReport report = new DataReport(MORE.length, cluster.wallNanos(), false, 0);
    assertThat(raw.error(FILE.spill(next(), handle, placed, copied, report)))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(FILE.place(next(), handle))).isEqualTo(ErrorCode.EPERM);
    assertThat(text(handle)).isEqualTo("kept");

    setFlags(0);
    assertThat(raw.result(FILE.spill(next(), handle, placed, copied, report)).applied()).isTrue();
  }

  @Test
  void serversDoNotWriteObjectsOfImmutableFiles() throws GigaException {
    FileHandle handle = open(READS | WRITES | CREATES);
    FileData.Inline copied = inlineOf(raw.result(FILE.read(handle)).data());
    DataLocation placed = raw.result(FILE.place(next(), handle)).location();
    volume.put(placed.path(), MORE);
    DataReport report = new DataReport(MORE.length, cluster.wallNanos(), false, 0);
    raw.result(FILE.spill(next(), handle, placed, copied, report));
    setFlags(FileAttributes.IMMUTABLE);

    assertThat(raw.error(FILE.writeObject(next(), handle, false, 0, new byte[4])))
        .isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(FILE.reserve(next(), handle, 9))).isEqualTo(ErrorCode.EPERM);
    assertThat(raw.error(FILE.grant(next(), handle, 9))).isEqualTo(ErrorCode.EPERM);
    FileHandle reader = open(READS);
    assertThat(locationOf(raw.result(FILE.read(reader)).data())).isEqualTo(placed);
    DataReport lie = new DataReport(999, 1, false, 0);
    assertThat(raw.result(FILE.report(next(), handle, lie)).attributes().size())
        .isEqualTo(MORE.length);
    raw.result(FILE.close(next(), handle, lie));
    cluster.simulation().runMillis(1_000);
    assertThat(client.stat("/f").size()).isEqualTo(MORE.length);
    assertThat(client.stat("/f").modifiedNanos()).isGreaterThan(1);
    assertThat(volume.bytesOf(placed.path())).isEqualTo(MORE);
  }

  @Test
  void immutableDirectoryRejectsRestores() throws GigaException {
    var d = client.makeDirectory("/d").inode();
    client.setAttributes("/d", AttributeChange.ofFlags(FileAttributes.APPEND_ONLY));
    assertThat(raw.result(raw.restore(d, 0, List.of("a"), 0, 1)).outcomes()).containsExactly(0);
    client.setAttributes("/d", AttributeChange.ofFlags(FileAttributes.IMMUTABLE));
    assertThat(raw.result(raw.restore(d, 0, List.of("b"), 1, 2)).outcomes())
        .containsExactly(ErrorCode.EPERM.number());
    assertThat(client.list("/d")).containsExactly("a");
  }
}
