package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks whether a session is alive. It is sent to the owner of the session's slot, like {@link
 * RenewSessionRequest}.
 */
public record SessionStateRequest(InodeId directory, PartitionIndex partition, long session)
    implements PartitionRequest<SessionStateResult> {
  @Override
  public Opcode<SessionStateResult> opcode() {
    return Opcode.SESSION_STATE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).int64(session);
  }

  static SessionStateRequest read(WireReader in) {
    return new SessionStateRequest(in.inode(), in.partition(), in.int64());
  }
}
