package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.VARLONG;

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

/**
 * Reserves bytes at the end of a file on a volume for an append by this handle.
 *
 * @param length number of bytes
 */
public record ReserveRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    long length)
    implements Mutation<ReserveRequest.ReserveResult>, HandleRequest<ReserveRequest.ReserveResult> {
  static final Codec<ReserveRequest> CODEC =
      Codec.of(ReserveRequest.class, HANDLE_MUTATION_HEAD, VARLONG);

  public static final Opcode<ReserveResult> OPCODE =
      Opcode.of(42, "RESERVE", CODEC, ReserveResult.CODEC);

  @Override
  public long content() {
    return length;
  }

  /** The offset of the reserved bytes. */
  public record ReserveResult(long offset) implements Result {
    public static final Codec<ReserveResult> CODEC = Codec.of(ReserveResult.class, VARLONG);
  }
}
