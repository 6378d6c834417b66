package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.LOCATION;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Sequence;
import io.gigafs.volume.DataLocation;

/**
 * Creates an object on a volume for a handle to write the file's bytes to. The file is unchanged
 * until {@link SpillRequest}; if that never arrives, the object is deleted with the handle. Fails
 * with EEXIST if the file's bytes are on a volume already.
 */
public record PlaceRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle)
    implements Mutation<PlaceRequest.PlaceResult>, HandleRequest<PlaceRequest.PlaceResult> {
  static final Codec<PlaceRequest> CODEC = Codec.of(PlaceRequest.class, HANDLE_MUTATION_HEAD);

  public static final Opcode<PlaceResult> OPCODE = Opcode.of(39, "PLACE", CODEC, PlaceResult.CODEC);

  /**
   * The location of an empty object for a file's bytes.
   *
   * @param counted whether a quota applies to what is written to it, once it belongs to the file
   */
  public record PlaceResult(DataLocation location, boolean counted) implements Result {
    public static final Codec<PlaceResult> CODEC = Codec.of(PlaceResult.class, LOCATION, FLAG);
  }
}
