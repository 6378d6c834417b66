package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Renames a file or directory, by the rules of renameat2(2). Requires write and search permission
 * on both directories.
 *
 * @param toPartition the partition of the new name, according to the client's map
 * @param slash whether the old name has a trailing slash, so that it must be a directory
 * @param toSlash whether the new name has a trailing slash, so that it must become a directory
 */
public record RenameRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    InodeId toDirectory,
    PartitionIndex toPartition,
    Name toName,
    RenameMode mode,
    boolean slash,
    boolean toSlash)
    implements Mutation<Empty> {
  public static final Opcode<Empty> OPCODE =
      Opcode.of(
          19,
          "RENAME",
          Codec.of(RenameRequest.class, RenameRequest::write, RenameRequest::read),
          Empty.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(
        RequestDigest.mix(RequestDigest.mix(mode.code(), toDirectory.value()), toName.hash()),
        toSlash);
  }

  @Override
  public Opcode<Empty> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    out.inode(toDirectory).partition(toPartition).name(toName).int8(mode.code());
    out.flag(slash).flag(toSlash);
  }

  static RenameRequest read(WireReader in) {
    return new RenameRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        in.inode(),
        in.partition(),
        in.name(),
        RenameMode.read(in),
        in.flag(),
        in.flag());
  }
}
