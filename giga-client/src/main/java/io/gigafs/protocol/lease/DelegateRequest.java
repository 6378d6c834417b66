package io.gigafs.protocol.lease;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;

/**
 * Requests the delegation of a partition's names. The client alone then knows the names for a
 * while, and may create files under free names before it reports them. Must not be sent over a
 * direct connection of a waiting thread, because the server recalls the delegation by a notice.
 *
 * @param caller for whom the client wants to create files, which requires write and search
 *     permission
 */
public record DelegateRequest(InodeId directory, PartitionIndex partition, Caller caller)
    implements PartitionRequest<DelegateResult> {
  static final Codec<DelegateRequest> CODEC = Codec.of(DelegateRequest.class, HEAD, CALLER);

  public static final Opcode<DelegateResult> OPCODE =
      Opcode.of(56, "DELEGATE", CODEC, DelegateResult.CODEC);
}
