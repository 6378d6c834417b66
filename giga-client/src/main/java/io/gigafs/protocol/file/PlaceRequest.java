package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Sequence;

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
    implements Mutation<PlaceResult>, HandleRequest<PlaceResult> {
  static final Codec<PlaceRequest> CODEC = Codec.of(PlaceRequest.class, HANDLE_MUTATION_HEAD);

  public static final Opcode<PlaceResult> OPCODE = Opcode.of(39, "PLACE", CODEC, PlaceResult.CODEC);
}
