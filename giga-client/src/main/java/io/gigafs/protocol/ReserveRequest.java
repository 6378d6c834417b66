package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

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
    implements Mutation<ReserveResult>, HandleRequest<ReserveResult> {
  @Override
  public long content() {
    return length;
  }

  @Override
  public Opcode<ReserveResult> opcode() {
    return Opcode.RESERVE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
    out.varlong(length);
  }

  static ReserveRequest read(WireReader in) {
    return new ReserveRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        in.varlong());
  }
}
