package io.gigafs.protocol.file;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.HandleRequest;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          30,
          "UNLOCK",
          Codec.of(UnlockRequest.class, UnlockRequest::write, UnlockRequest::read),
          Empty.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(RequestDigest.mix(RequestDigest.mix(owner, start), length), 1);
  }

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
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
