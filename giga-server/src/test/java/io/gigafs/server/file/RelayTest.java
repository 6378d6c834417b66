package io.gigafs.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.SyncObjectRequest;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.protocol.file.FileData;
import io.gigafs.server.RawClient;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects read and written through a server, tested with single requests. */
class RelayTest {
  private static final RawFile FILE = RawFile.named("f");
  private static final String OBJECT = "1/0/f.7";

  @TempDir Path directory;
  private MemoryVolume volume;
  private RawClient raw;
  private long requests;

  @BeforeEach
  void start() {
    SimulatedCluster cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    raw = cluster.rawClient();
    volume = cluster.addVolume("v", VolumeInfo.State.ADOPTED);
    cluster.simulation().runMillis(100); // servers learn of it
    volume.put(OBJECT, bytes("hello, world"));
    raw.result(
        new RestoreEntriesRequest(
            InodeId.ROOT,
            PartitionIndex.ZEROTH,
            Caller.ROOT,
            0,
            new long[] {next().number()},
            List.of(entry())));
  }

  private static RestoredEntry entry() {
    FileData data = new FileData.Stored(new DataLocation(1, OBJECT), true);
    return new RestoredEntry(FILE.name(), FileType.REGULAR, 0644, 0, 0, 12, 1, 1, 1, 0, data);
  }

  @Test
  void readsEndAtTheEndOfTheObject() {
    FileHandle handle = open(FILE, RawFile.READS);
    assertThat(read(handle, 7, 5)).isEqualTo("world");
    assertThat(read(handle, 7, 100)).isEqualTo("world");
    assertThat(read(handle, 12, 100)).isEmpty();
    assertThat(read(handle, 1_000, 0)).isEmpty();
  }

  @Test
  void writesReachAnyOffset() {
    FileHandle handle = open(FILE, RawFile.READS | RawFile.WRITES);
    raw.result(write(handle, next(), 7, "earth, and moon"));
    raw.result(write(handle, next(), 25, "!"));
    assertThat(read(handle, 0, 100)).isEqualTo("hello, earth, and moon\0\0\0!");
  }

  @Test
  void accessRequiresAHandleOfThatMode() {
    FileHandle reads = open(FILE, RawFile.READS);
    FileHandle writes = open(FILE, RawFile.WRITES);
    assertThat(raw.error(write(reads, next(), 0, "x"))).isEqualTo(ErrorCode.EBADF);
    raw.result(sync(reads)); // fsync(2) takes any
    assertThat(raw.error(readRequest(writes, 0, 1))).isEqualTo(ErrorCode.EBADF);
    FileHandle unknown = new FileHandle(reads.inode(), reads.session(), 99);
    assertThat(raw.error(readRequest(unknown, 0, 1))).isEqualTo(ErrorCode.EIO);
  }

  @Test
  void inlineFilesReturnEnodata() {
    RawFile inline = RawFile.named("inline");
    FileHandle handle = open(inline, RawFile.CREATES | RawFile.READS | RawFile.WRITES);
    assertThat(raw.error(request(inline, handle, 0, 1))).isEqualTo(ErrorCode.ENODATA);
  }

  @Test
  void volumeErrorsAreReported() {
    FileHandle handle = open(FILE, RawFile.READS | RawFile.WRITES);
    volume.setReadOnly(true);
    assertThat(raw.error(write(handle, next(), 0, "x"))).isEqualTo(ErrorCode.EROFS);
    volume.setReadOnly(false);
    volume.setGone(true);
    assertThat(raw.error(readRequest(handle, 0, 1))).isEqualTo(ErrorCode.EIO);
    volume.setGone(false);
    volume.setCapacity(13);
    assertThat(raw.error(write(handle, next(), 12, "xyz"))).isEqualTo(ErrorCode.ENOSPC);
    volume.lose(OBJECT);
    RawFile other = FILE;
    assertThat(raw.error(request(other, open(other, RawFile.READS), 0, 1)))
        .isEqualTo(ErrorCode.ENODATA);
  }

  @Test
  void damagedPayloadsAreRejected() {
    FileHandle handle = open(FILE, RawFile.READS | RawFile.WRITES);
    WriteObjectRequest good = write(handle, next(), 0, "HELLO");
    WriteObjectRequest damaged =
        new WriteObjectRequest(
            good.directory(),
            good.partition(),
            good.caller(),
            good.sequence(),
            good.name(),
            handle,
            false,
            0,
            good.crc() + 1,
            good.payload());
    assertThat(raw.ask(damaged))
        .isInstanceOfSatisfying(
            Answer.Retry.class, retry -> assertThat(retry.reason()).contains("checksum"));
    assertThat(read(handle, 0, 5)).isEqualTo("hello");
  }

  @Test
  void writesOlderThanTheAcknowledgedOnesAreRejected() {
    FileHandle handle = open(FILE, RawFile.READS | RawFile.WRITES);
    WriteObjectRequest late = write(handle, next(), 0, "late!");
    Sequence later = new Sequence(next().number(), late.sequence().number());
    raw.result(write(handle, later, 0, "newer"));
    assertThat(raw.error(late)).isEqualTo(ErrorCode.EIO);
    assertThat(read(handle, 0, 5)).isEqualTo("newer");
  }

  @Test
  void duplicateWritesAreAppliedOnce() {
    FileHandle handle = open(FILE, RawFile.READS | RawFile.WRITES);
    Sequence slow = next();
    Sequence first = next();
    raw.result(write(handle, first, 0, "first"));
    raw.result(write(handle, next(), 0, "newer"));
    raw.result(write(handle, first, 0, "first"));
    assertThat(read(handle, 0, 5)).isEqualTo("newer");
    raw.result(write(handle, slow, 5, "."));
    assertThat(read(handle, 0, 12)).isEqualTo("newer. world");
  }

  @Test
  void syncFlushesTheObjectAndItsName() {
    List<String> calls = new ArrayList<>();
    FileHandle handle = open(FILE, RawFile.WRITES);
    raw.result(write(handle, next(), 0, "x"));
    volume.watch(
        (call, path) -> {
          calls.add(call);
          return null;
        });
    raw.result(sync(handle));
    assertThat(calls).hasSize(2);
    volume.watch((call, path) -> VolumeException.Kind.IO);
    assertThat(raw.error(sync(handle))).isEqualTo(ErrorCode.EIO);
  }

  private Sequence next() {
    return new Sequence(++requests, 0);
  }

  private FileHandle open(RawFile file, int flags) {
    return file.opened(raw, next(), flags);
  }

  private WriteObjectRequest write(FileHandle handle, Sequence sequence, long offset, String text) {
    Payload payload = Payload.of(bytes(text));
    return new WriteObjectRequest(
        FILE.directory(),
        PartitionIndex.ZEROTH,
        FILE.caller(),
        sequence,
        FILE.name(),
        handle,
        false,
        offset,
        payload.crc(),
        payload);
  }

  private static ReadObjectRequest readRequest(FileHandle handle, long offset, int length) {
    return request(FILE, handle, offset, length);
  }

  private static ReadObjectRequest request(
      RawFile file, FileHandle handle, long offset, int length) {
    return new ReadObjectRequest(
        file.directory(),
        PartitionIndex.ZEROTH,
        file.caller(),
        file.name(),
        handle,
        offset,
        length);
  }

  private static SyncObjectRequest sync(FileHandle handle) {
    return new SyncObjectRequest(
        FILE.directory(), PartitionIndex.ZEROTH, FILE.caller(), FILE.name(), handle, false);
  }

  private String read(FileHandle handle, long offset, int length) {
    DataChunk chunk = raw.result(readRequest(handle, offset, length));
    assertThat(chunk.payload().crc()).isEqualTo(chunk.crc());
    StringBuilder text = new StringBuilder();
    for (ByteBuffer buffer : chunk.payload().buffers()) {
      text.append(StandardCharsets.UTF_8.decode(buffer));
    }
    chunk.payload().release();
    return text.toString();
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
