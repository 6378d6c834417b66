package io.gigafs.protocol.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Queries for a lock that conflicts with this one: fcntl(2) with F_GETLK.
 *
 * @param length number of bytes; 0 for all from the start on
 */
public record FindLockRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Name name,
    FileHandle handle,
    long owner,
    LockType type,
    long start,
    long length)
    implements HandleRequest<FindLockResult> {
  public static final Opcode<FindLockResult> OPCODE =
      Opcode.of(
          31,
          "FIND_LOCK",
          Codec.of(FindLockRequest.class, FindLockRequest::write, FindLockRequest::read),
          FindLockResult.CODEC);

  @Override
  public Opcode<FindLockResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).name(name);
    handle.write(out);
    out.int64(owner).int8(type.code()).varlong(start).varlong(length);
  }

  static FindLockRequest read(WireReader in) {
    return new FindLockRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.name(),
        FileHandle.read(in),
        in.int64(),
        LockType.ofCode(in.int8()),
        in.varlong(),
        in.varlong());
  }
}
