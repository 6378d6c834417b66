package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.INT32;
import static io.gigafs.protocol.Elements.LOCATION;
import static io.gigafs.protocol.Elements.SIZE;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
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
  static final Codec<SpillRequest> CODEC =
      Codec.of(
          SpillRequest.class, HANDLE_MUTATION_HEAD, LOCATION, SIZE, COUNT, INT32, DataReport.CODEC);

  public static final Opcode<DataResult> OPCODE = Opcode.of(40, "SPILL", CODEC, DataResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(RequestDigest.mix(crc, location.encode()), copied);
  }
}
