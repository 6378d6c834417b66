package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

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
  @Override
  public long content() {
    return RequestDigest.mix(RequestDigest.mix(RequestDigest.mix(owner, start), length), 1);
  }

  @Override
  public Opcode<Empty> opcode() {
    return Opcode.UNLOCK;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
    out.int64(owner).varlong(start).varlong(length);
  }

  static UnlockRequest read(WireReader in) {
    return new UnlockRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        in.int64(),
        in.varlong(),
        in.varlong());
  }
}
