package io.gigafs.server.file;

import static io.gigafs.server.file.RawFile.CREATES;
import static io.gigafs.server.file.RawFile.READS;
import static io.gigafs.server.file.RawFile.TRUNCATES;
import static io.gigafs.server.file.RawFile.WRITES;
import static io.gigafs.server.file.RawFile.append;
import static io.gigafs.server.file.RawFile.at;
import static io.gigafs.server.file.RawFile.inlineOf;
import static io.gigafs.server.file.RawFile.locationOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.OpenResult;
import io.gigafs.protocol.file.PlaceRequest.PlaceResult;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryVolume;
import io.gigafs.volume.VolumeException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose bytes move to volumes, tested with single requests. */
class SpillTest {
  private static final RawFile FILE = RawFile.named("f");
  private static final RawFile OTHERS =
      new RawFile(FILE.directory(), FILE.name(), FILE.caller(), 78);
  private static final int SESSION_MILLIS = 6_000;
  private static final int BUSY_CLIENTS = 8;

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;
  private RawClient raw;
  private MemoryVolume first;
  private MemoryVolume second;
  private long requests;

  @BeforeEach
  void start() {
    cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    first = cluster.addVolume("first");
    second = cluster.addVolume("second");
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

  private DataLocation place(FileHandle handle) {
    return raw.result(FILE.place(next(), handle)).location();
  }

  private MemoryVolume volume(DataLocation location) {
    return location.volume() == 1 ? first : second;
  }

  /** Fills an object as a client does; returns its report. */
  private DataReport fill(DataLocation location, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    volume(location).put(location.path(), bytes);
    return new DataReport(bytes.length, cluster.wallNanos(), false, 0);
  }

  private FileData.Inline inline(FileHandle handle) {
    return inlineOf(raw.result(FILE.read(handle)).data());
  }

  private DataLocation stored(FileHandle handle) {
    return locationOf(raw.result(FILE.read(handle)).data());
  }

  private DataResult spill(
      FileHandle handle, DataLocation location, FileData.Inline copied, String text) {
    return raw.result(FILE.spill(next(), handle, location, copied, fill(location, text)));
  }

  private void settle() {
    cluster.simulation().runMillis(5_000);
  }

  @Test
  void spillMovesAFileToAnObject() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    raw.result(FILE.write(next(), handle, at(0, "small")));
    FileData.Inline copied = inline(handle);
    DataLocation location = place(handle);
    assertThat(volume(location).bytesOf(location.path())).isEmpty();
    assertThat(inline(handle).bytes()).isEqualTo(copied.bytes());

    DataResult spilled = spill(handle, location, copied, "small and more");
    assertThat(spilled.applied()).isTrue();
    assertThat(spilled.attributes().size()).isEqualTo(14);
    assertThat(stored(handle)).isEqualTo(location);

    DataReport more = fill(location, "small and more and more");
    assertThat(client.stat("/f").size()).isEqualTo(23);
    assertThat(raw.result(FILE.close(next(), handle, more)).applied()).isTrue();
    volume(location).lose(location.path());
    assertThat(client.stat("/f").size()).isEqualTo(23);
    assertThat(client.stat("/f").modifiedNanos()).isEqualTo(more.modifiedNanos());
  }

  @Test
  void eachPlaceRequestAllocatesAnObject() {
    FileHandle handle = open(WRITES | CREATES);
    Sequence once = next();
    PlaceResult placed = raw.result(FILE.place(once, handle));
    assertThat(raw.result(FILE.place(once, handle))).isEqualTo(placed);
    DataLocation fresh = place(handle);
    assertThat(fresh).isNotEqualTo(placed.location());
    cluster.servers().forEach(server -> server.kill());
    cluster.servers().forEach(server -> server.startIfDown());
    assertThat(place(handle)).isNotIn(placed.location(), fresh);
  }

  @Test
  void spillIsRetriedAfterConcurrentWrites() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    FileHandle other = open(WRITES);
    raw.result(FILE.write(next(), handle, at(0, "mine")));
    FileData.Inline copied = inline(handle);
    DataLocation location = place(handle);
    raw.result(FILE.write(next(), other, at(0, "theirs")));

    DataResult refused = spill(handle, location, copied, "mine!");
    assertThat(refused.applied()).isFalse();
    FileData.Inline newer = inlineOf(refused.data());
    assertThat(new String(newer.bytes(), StandardCharsets.UTF_8)).isEqualTo("theirs");
    assertThat(spill(handle, location, newer, "theirs!").applied()).isTrue();
    assertThat(stored(handle)).isEqualTo(location);
    assertThat(client.stat("/f").size()).isEqualTo(7);
  }

  /** So the second copy is consistent, however fast other clients write. */
  @Test
  void otherWritersWaitDuringTheSecondCopy() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    FileHandle other = openByAnother(WRITES);
    raw.result(FILE.write(next(), handle, at(0, "mine")));
    FileData.Inline copied = inline(handle);
    DataLocation location = place(handle);
    raw.result(OTHERS.write(next(), other, at(0, "theirs")));
    DataResult refused = spill(handle, location, copied, "mine!");
    assertThat(refused.applied()).isFalse();

    CompletableFuture<Answer<DataResult>> write =
        raw.send(OTHERS.write(next(), other, append(" again")));
    CompletableFuture<Answer<DataResult>> close =
        raw.send(OTHERS.close(next(), openByAnother(WRITES), false, at(0, "and again")));
    CompletableFuture<Answer<OpenResult>> emptying =
        raw.send(OTHERS.open(next(), requests, WRITES | TRUNCATES));
    CompletableFuture<FileAttributes> cut =
        client.async().setAttributes(GigaPath.parse("/f"), AttributeChange.ofSize(3));
    cluster.simulation().runMillis(200);
    assertThat(write.isDone() || close.isDone() || emptying.isDone() || cut.isDone()).isFalse();

    DataLocation fresh = place(handle);
    assertThat(spill(handle, fresh, inlineOf(refused.data()), "theirs!").applied()).isTrue();
    assertThat(resultOf(write).applied()).isFalse();
    assertThat(resultOf(close).applied()).isFalse();
    assertThat(locationOf(resultOf(write).data())).isEqualTo(fresh);
    cluster.simulation().await(cut);
    cluster.simulation().await(emptying);
  }

  @Test
  void otherWritersResumeWhenTheCopierGivesUpOrTimesOut() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    FileHandle other = openByAnother(WRITES);
    for (int i = 0; i < 2; i++) {
      FileData.Inline copied = inline(handle);
      DataLocation location = place(handle);
      raw.result(OTHERS.write(next(), other, append("more")));
      assertThat(spill(handle, location, copied, "copy").applied()).isFalse();
      CompletableFuture<Answer<DataResult>> write =
          raw.send(OTHERS.write(next(), other, append("and more")));
      cluster.simulation().runMillis(100);
      assertThat(write.isDone()).isFalse();
      if (i == 0) {
        raw.result(FILE.write(next(), handle, append("instead")));
      } else {
        keepAliveFor(12_000);
      }
      assertThat(resultOf(write).applied()).isTrue();
    }
    // A session that blocked others in vain may not do so again at once.
    FileData.Inline copied = inline(handle);
    DataLocation location = place(handle);
    raw.result(OTHERS.write(next(), other, append("last")));
    assertThat(spill(handle, location, copied, "copy").applied()).isFalse();
    assertThat(raw.result(OTHERS.write(next(), other, append("!"))).applied()).isTrue();
  }

  /** A client completes a spill, however fast others open, append to and close the file. */
  @Test
  void spillCompletesUnderConstantWrites() throws Exception {
    GigaPath path = GigaPath.parse("/f");
    byte[] line = "a line of another client\n".getBytes(StandardCharsets.UTF_8);
    int[] lines = new int[1];
    boolean[] stops = new boolean[1];
    List<CompletableFuture<Void>> appending = new ArrayList<>();
    for (int i = 0; i < BUSY_CLIENTS; i++) {
      appending.add(appendTo(cluster.client(), path, line, lines, stops));
    }
    cluster.simulation().runMillis(100);
    OpenFile file = client.open("/f", OpenOptions.Flag.WRITE);
    byte[] much = new byte[200_000];
    client.await(file.append(ByteBuffer.wrap(much)));
    client.await(file.closeAsync());
    stops[0] = true;
    for (CompletableFuture<Void> each : appending) {
      client.await(each);
    }
    assertThat(client.stat("/f").size()).isEqualTo(much.length + (long) lines[0] * line.length);
    assertThat(first.paths().size() + second.paths().size()).isPositive();
  }

  private static CompletableFuture<Void> appendTo(
      SimulatedClient by, GigaPath path, byte[] line, int[] lines, boolean[] stops) {
    if (stops[0]) {
      return CompletableFuture.completedFuture(null);
    }
    return by.async()
        .open(path, OpenOptions.of(OpenOptions.Flag.WRITE, OpenOptions.Flag.CREATE))
        .thenCompose(
            file -> file.append(ByteBuffer.wrap(line)).thenCompose(appended -> file.closeAsync()))
        .thenCompose(
            closed -> {
              lines[0]++;
              return appendTo(by, path, line, lines, stops);
            });
  }

  private FileHandle openByAnother(int flags) {
    return OTHERS.opened(raw, next(), flags);
  }

  private DataResult resultOf(CompletableFuture<Answer<DataResult>> answer) throws Exception {
    return ((Answer.Done<DataResult>) cluster.simulation().await(answer)).result();
  }

  private void keepAliveFor(int millis) {
    for (int left = millis; left > 0; left -= 500) {
      for (RawFile each : List.of(FILE, OTHERS)) {
        var unused =
            raw.send(
                new RenewSessionRequest(
                    RenewSessionRequest.placeOf(each.session(), cluster.view().slots().slots()),
                    PartitionIndex.ZEROTH,
                    each.session()));
      }
      cluster.simulation().runMillis(500);
    }
  }

  /** A truncation extends a file by zeros, which its inline bytes do not show. */
  @Test
  void spillIsRefusedAfterAnExtension() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    FileData.Inline copied = inline(handle);
    DataLocation location = place(handle);
    client.setAttributes("/f", AttributeChange.ofSize(3));
    DataResult refused = spill(handle, location, copied, "appended at 0");
    assertThat(refused.applied()).isFalse();
    assertThat(refused.attributes().size()).isEqualTo(3);
    assertThat(inline(handle).bytes()).isEmpty();
  }

  @Test
  void firstOfTwoSpillsWinsAndTheOtherObjectIsDeleted() {
    FileHandle winner = open(READS | WRITES | CREATES);
    FileHandle loser = open(READS | WRITES);
    FileData.Inline copied = inline(winner);
    DataLocation won = place(winner);
    DataLocation lost = place(loser);
    assertThat(won).isNotEqualTo(lost);
    assertThat(spill(winner, won, copied, "first").applied()).isTrue();
    DataResult refused = spill(loser, lost, copied, "second");
    assertThat(refused.applied()).isFalse();
    assertThat(locationOf(refused.data())).isEqualTo(won);
    assertThat(raw.error(FILE.place(next(), loser))).isEqualTo(ErrorCode.EEXIST);
    settle();
    assertThat(volume(lost).bytesOf(lost.path())).isNull();
    assertThat(volume(won).bytesOf(won.path())).isNotNull();
  }

  @Test
  void closeDeletesAnUnusedObject() {
    FileHandle handle = open(WRITES | CREATES);
    DataLocation location = place(handle);
    raw.result(FILE.close(next(), handle, null));
    settle();
    assertThat(volume(location).bytesOf(location.path())).isNull();
  }

  @Test
  void sessionExpiryDeletesAnUnusedObject() {
    DataLocation location = place(open(WRITES | CREATES));
    cluster.simulation().runMillis(5 * SESSION_MILLIS);
    assertThat(volume(location).bytesOf(location.path())).isNull();
  }

  @Test
  void placementSkipsFullVolumes() {
    FileHandle handle = open(WRITES | CREATES);
    first.watch((call, path) -> call.equals("create") ? VolumeException.Kind.NO_SPACE : null);
    assertThat(place(handle).volume()).isEqualTo(2);
    raw.result(FILE.close(next(), handle, null));

    second.setReadOnly(true);
    FileHandle again = open(WRITES);
    Answer.Failed<PlaceResult> refused =
        (Answer.Failed<PlaceResult>) raw.ask(FILE.place(next(), again));
    assertThat(refused.code()).isEqualTo(ErrorCode.ENOSPC);
    assertThat(refused.detail()).contains("memory:///first").contains("memory:///second");
    first.watch((call, path) -> null);
    assertThat(place(again).volume()).isEqualTo(1);
  }

  @Test
  void filesOfSeveralWritersAreMeasured() throws Exception {
    FileHandle one = open(READS | WRITES | CREATES);
    DataLocation location = place(one);
    assertThat(spill(one, location, inline(one), "first").applied()).isTrue();
    FileHandle two = open(WRITES);
    DataReport longer = fill(location, "first and second");
    raw.result(FILE.close(next(), two, longer));
    DataReport stale = new DataReport(5, 1, false, 0);
    raw.result(FILE.close(next(), one, stale));
    assertThat(client.stat("/f").size()).isEqualTo(16);
    settle();
    volume(location).lose(location.path());
    assertThat(client.stat("/f").size()).isEqualTo(16);
  }

  @Test
  void appendsReserveDistinctRanges() {
    FileHandle one = open(READS | WRITES | CREATES);
    DataLocation location = place(one);
    assertThat(spill(one, location, inline(one), "12345").applied()).isTrue();
    FileHandle two = open(WRITES);
    assertThat(raw.result(FILE.reserve(next(), one, 10)).offset()).isEqualTo(5);
    assertThat(raw.result(FILE.reserve(next(), two, 10)).offset()).isEqualTo(15);
    Sequence once = next();
    assertThat(raw.result(FILE.reserve(once, one, 1)).offset()).isEqualTo(25);
    assertThat(raw.result(FILE.reserve(once, one, 1)).offset()).isEqualTo(25);
  }

  @Test
  void unlinkDeletesTheObjectAfterTheLastHandle() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    DataLocation location = place(handle);
    assertThat(spill(handle, location, inline(handle), "bytes").applied()).isTrue();
    client.unlink("/f");
    settle();
    assertThat(volume(location).bytesOf(location.path())).isNotNull();
    cluster.simulation().runMillis(5 * SESSION_MILLIS);
    assertThat(volume(location).bytesOf(location.path())).isNull();
  }

  @Test
  void renameDeletesTheReplacedObject() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    DataLocation location = place(handle);
    assertThat(spill(handle, location, inline(handle), "bytes").applied()).isTrue();
    raw.result(FILE.close(next(), handle, null));
    client.rename("/f", "/g");
    settle();
    assertThat(volume(location).bytesOf(location.path())).isNotNull();
    client.create("/new");
    client.rename("/new", "/g");
    settle();
    assertThat(volume(location).bytesOf(location.path())).isNull();
  }
}
