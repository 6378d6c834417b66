package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;

/**
 * Asks for a partition's names to be delegated to the client: it alone knows them for a while, and
 * may make files under those that are free before it tells. Not to be asked by a waiting thread's
 * connection: the server asks for them back by a notice.
 *
 * @param caller for whom the client wants to make files: it needs write and search permission
 */
public record DelegateRequest(InodeId directory, PartitionIndex partition, Caller caller)
    implements PartitionRequest<DelegateResult> {
  @Override
  public Opcode<DelegateResult> opcode() {
    return Opcode.DELEGATE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller);
  }

  static DelegateRequest read(WireReader in) {
    return new DelegateRequest(in.inode(), in.partition(), in.caller());
  }
}
