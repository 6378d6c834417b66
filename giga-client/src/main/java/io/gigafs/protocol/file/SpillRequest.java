package io.gigafs.protocol.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.volume.DataLocation;

/**
 * Moves a file's bytes to an object that {@link PlaceRequest} created and the client wrote durably.
 * Not applied if the inline data has changed since the client copied it; the client then has the
 * new data, and starts again.
 *
 * @param location of the object
 * @param size the file's size, according to the client, when it copied
 * @param copied the number of inline bytes that the client copied
 * @param crc CRC32C of these
 * @param report what the object contains now
 */
public record SpillRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    DataLocation location,
    long size,
    int copied,
    int crc,
    DataReport report)
    implements Mutation<DataResult>, HandleRequest<DataResult> {
  public static final Opcode<DataResult> OPCODE =
      Opcode.of(
          40,
          "SPILL",
          Codec.of(SpillRequest.class, SpillRequest::write, SpillRequest::read),
          DataResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(RequestDigest.mix(crc, location.encode()), copied);
  }

  @Override
  public Opcode<DataResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
    out.bytes(location.encode()).varlong(size).count(copied).int32(crc);
    report.write(out);
  }

  static SpillRequest read(WireReader in) {
    return new SpillRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        in.location(),
        in.size(),
        in.count(),
        in.int32(),
        DataReport.read(in));
  }
}
