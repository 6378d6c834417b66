package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;

/**
 * Asks whether a session is alive. It is sent to the owner of the session's slot, like {@link
 * RenewSessionRequest}.
 */
public record SessionStateRequest(InodeId directory, PartitionIndex partition, long session)
    implements PartitionRequest<SessionStateResult> {
  static final Codec<SessionStateRequest> CODEC = Codec.of(SessionStateRequest.class, HEAD, INT64);

  public static final Opcode<SessionStateResult> OPCODE =
      Opcode.of(83, "SESSION_STATE", CODEC, SessionStateResult.CODEC);
}
