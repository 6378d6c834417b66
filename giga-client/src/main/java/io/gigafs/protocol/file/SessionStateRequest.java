package io.gigafs.protocol.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Asks whether a session is alive. It is sent to the owner of the session's slot, like {@link
 * RenewSessionRequest}.
 */
public record SessionStateRequest(InodeId directory, PartitionIndex partition, long session)
    implements PartitionRequest<SessionStateResult> {
  public static final Opcode<SessionStateResult> OPCODE =
      Opcode.of(
          83,
          "SESSION_STATE",
          Codec.of(
              SessionStateRequest.class, SessionStateRequest::write, SessionStateRequest::read),
          SessionStateResult.CODEC);

  @Override
  public Opcode<SessionStateResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(session);
  }

  static SessionStateRequest read(WireReader in) {
    return new SessionStateRequest(in.inode(), in.partition(), in.int64());
  }
}
