package io.gigafs.protocol.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Locks a byte range of an open file, replacing the owner's previous locks of it: fcntl(2) with
 * F_SETLK and F_SETLKW.
 *
 * @param owner of the lock, as numbered by the client
 * @param length number of bytes; 0 for all from the start on
 * @param waitMillis how long to wait for others; 0 for EAGAIN at once
 */
public record LockRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    FileHandle handle,
    long owner,
    LockType type,
    long start,
    long length,
    int waitMillis)
    implements Mutation<LockResult>, HandleRequest<LockResult> {
  public static final Opcode<LockResult> OPCODE =
      Opcode.of(
          29,
          "LOCK",
          Codec.of(LockRequest.class, LockRequest::write, LockRequest::read),
          LockResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(
        RequestDigest.mix(RequestDigest.mix(RequestDigest.mix(type.code(), owner), start), length),
        1);
  }

  @Override
  public Opcode<LockResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    handle.write(out);
    out.int64(owner).int8(type.code()).varlong(start).varlong(length).count(waitMillis);
  }

  static LockRequest read(WireReader in) {
    return new LockRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        FileHandle.read(in),
        in.int64(),
        LockType.ofCode(in.int8()),
        in.varlong(),
        in.varlong(),
        in.count());
  }
}
