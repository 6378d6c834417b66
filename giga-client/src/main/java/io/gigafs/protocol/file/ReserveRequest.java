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
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
  public static final Opcode<ReserveResult> OPCODE =
      Opcode.of(
          42,
          "RESERVE",
          Codec.of(ReserveRequest.class, ReserveRequest::write, ReserveRequest::read),
          ReserveResult.CODEC);

  @Override
  public long content() {
    return length;
  }

  @Override
  public Opcode<ReserveResult> opcode() {
    return OPCODE;
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
