package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.HANDLE_MUTATION_HEAD;
import static io.gigafs.protocol.Elements.INT64;
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
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;

/**
 * Releases an owner's locks of a byte range: fcntl(2) with F_UNLCK.
 *
 * @param length number of bytes; 0 for all from the start on
 */
public record UnlockRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    long owner,
    long start,
    long length)
    implements Mutation<Empty>, HandleRequest<Empty> {
  static final Codec<UnlockRequest> CODEC =
      Codec.of(UnlockRequest.class, HANDLE_MUTATION_HEAD, INT64, VARLONG, VARLONG);

  public static final Opcode<Empty> OPCODE = Opcode.of(30, "UNLOCK", CODEC, Empty.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(RequestDigest.mix(RequestDigest.mix(owner, start), length), 1);
  }
}
