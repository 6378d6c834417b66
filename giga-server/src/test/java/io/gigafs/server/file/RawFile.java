package io.gigafs.server.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Payload;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.PlaceRequest;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadRequest;
import io.gigafs.protocol.file.ReportRequest;
import io.gigafs.protocol.file.ReserveRequest;
import io.gigafs.protocol.file.SpillRequest;
import io.gigafs.protocol.file.WriteRequest;
import io.gigafs.protocol.quota.GrantRequest;
import io.gigafs.server.RawClient;
import io.gigafs.volume.DataLocation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Requests about one file of a directory's zeroth partition, in one session.
 *
 * @param caller whom they are made for
 */
public record RawFile(InodeId directory, Name name, Caller caller, long session) {
  public static final int READS = 1;
  public static final int WRITES = 2;
  public static final int CREATES = 4;
  public static final int TRUNCATES = 8;
  public static final int APPENDS = 16;

  /** A file of the root. */
  public static RawFile named(String name) {
    return new RawFile(InodeId.ROOT, Name.of(name), Caller.ROOT, 77);
  }

  RawFile actingFor(Caller other) {
    return new RawFile(directory, name, other, session);
  }

  OpenRequest open(Sequence sequence, long handle, int flags) {
    return new OpenRequest(
        directory,
        PartitionIndex.ZEROTH,
        caller,
        sequence,
        name,
        session,
        handle,
        (flags & READS) != 0,
        (flags & WRITES) != 0,
        (flags & CREATES) != 0,
        false,
        false,
        (flags & TRUNCATES) != 0,
        (flags & APPENDS) != 0,
        false,
        0666,
        null);
  }

  /** Opens the file; the handle has the sequence's number. */
  public FileHandle opened(RawClient raw, Sequence sequence, int flags) {
    long number = sequence.number();
    return new FileHandle(
        raw.result(open(sequence, number, flags)).attributes().inode(), session, number);
  }

  WriteRequest write(Sequence sequence, FileHandle handle, DataWrite... writes) {
    return write(sequence, handle, false, writes);
  }

  WriteRequest write(Sequence sequence, FileHandle handle, boolean sync, DataWrite... writes) {
    return new WriteRequest(
        directory, PartitionIndex.ZEROTH, caller, sequence, name, handle, List.of(writes), sync);
  }

  CloseRequest close(Sequence sequence, FileHandle handle, boolean sync, DataWrite... writes) {
    return new CloseRequest(
        directory,
        PartitionIndex.ZEROTH,
        caller,
        sequence,
        name,
        handle,
        List.of(writes),
        null,
        false,
        sync);
  }

  /** Closes a handle that read the data returned by its open. */
  CloseRequest closeAfterReading(Sequence sequence, FileHandle handle, DataWrite... writes) {
    return new CloseRequest(
        directory,
        PartitionIndex.ZEROTH,
        caller,
        sequence,
        name,
        handle,
        List.of(writes),
        null,
        true,
        false);
  }

  public CloseRequest close(Sequence sequence, FileHandle handle, @Nullable DataReport report) {
    return new CloseRequest(
        directory,
        PartitionIndex.ZEROTH,
        caller,
        sequence,
        name,
        handle,
        List.of(),
        report,
        false,
        false);
  }

  PlaceRequest place(Sequence sequence, FileHandle handle) {
    return new PlaceRequest(directory, PartitionIndex.ZEROTH, caller, sequence, name, handle);
  }

  SpillRequest spill(
      Sequence sequence,
      FileHandle handle,
      DataLocation location,
      FileData.Inline copied,
      DataReport report) {
    return new SpillRequest(
        directory,
        PartitionIndex.ZEROTH,
        caller,
        sequence,
        name,
        handle,
        location,
        copied.bytes().length,
        copied.bytes().length,
        copied.crc(),
        report);
  }

  ReportRequest report(Sequence sequence, FileHandle handle, DataReport report) {
    return new ReportRequest(
        directory, PartitionIndex.ZEROTH, caller, sequence, name, handle, report, false);
  }

  ReserveRequest reserve(Sequence sequence, FileHandle handle, long length) {
    return new ReserveRequest(
        directory, PartitionIndex.ZEROTH, caller, sequence, name, handle, length);
  }

  GrantRequest grant(Sequence sequence, FileHandle handle, long end) {
    return new GrantRequest(
        directory, PartitionIndex.ZEROTH, caller, sequence, name, handle, 0, end);
  }

  /** Writes through the server. */
  public WriteObjectRequest writeObject(
      Sequence sequence, FileHandle handle, boolean placed, long offset, byte[] bytes) {
    Payload payload = Payload.of(bytes);
    return new WriteObjectRequest(
        directory,
        PartitionIndex.ZEROTH,
        caller,
        sequence,
        name,
        handle,
        placed,
        offset,
        payload.crc(),
        payload);
  }

  ReadRequest read(FileHandle handle) {
    return new ReadRequest(directory, PartitionIndex.ZEROTH, caller, name, handle);
  }

  ReadFileRequest readFile() {
    return new ReadFileRequest(directory, PartitionIndex.ZEROTH, caller, name);
  }

  static DataWrite at(long offset, String text) {
    return new DataWrite(offset, text.getBytes(StandardCharsets.UTF_8));
  }

  static DataWrite append(String text) {
    return at(DataWrite.APPEND, text);
  }

  /** The bytes of an inline file; fails if their checksum is wrong. */
  static String textOf(@Nullable FileData data) {
    FileData.Inline inline = inlineOf(data);
    CRC32C crc = new CRC32C();
    crc.update(inline.bytes());
    if ((int) crc.getValue() != inline.crc()) {
      throw new AssertionError("the bytes do not have the checksum that came with them");
    }
    return new String(inline.bytes(), StandardCharsets.UTF_8);
  }

  /** The inline bytes of a reply; fails if there are none. */
  static FileData.Inline inlineOf(@Nullable FileData data) {
    return (FileData.Inline) Objects.requireNonNull(data, "the answer came without data");
  }

  /** The location in a reply; fails if there is none. */
  static DataLocation locationOf(@Nullable FileData data) {
    return ((FileData.Stored) Objects.requireNonNull(data, "the answer came without data"))
        .location();
  }
}
