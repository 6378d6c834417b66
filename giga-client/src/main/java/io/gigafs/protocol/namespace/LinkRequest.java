package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * Creates another name for a file: link(2). Requires search permission on both directories and
 * write permission on that of the new name.
 *
 * @param name an existing name of the file
 * @param toPartition the partition of the new name, according to the client's map
 * @param follows if true, a symbolic link is answered with ELOOP instead of being acted on itself
 * @param expected the inode that {@code name} must resolve to, otherwise nothing is done and the
 *     answer is ESTALE; null for any
 */
public record LinkRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    InodeId toDirectory,
    PartitionIndex toPartition,
    Name toName,
    boolean follows,
    @Nullable InodeId expected)
    implements Mutation<EntryResult> {
  public static final Opcode<EntryResult> OPCODE =
      Opcode.of(
          20,
          "LINK",
          Codec.of(LinkRequest.class, LinkRequest::write, LinkRequest::read),
          EntryResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(
        RequestDigest.mix(RequestDigest.mix(1, toDirectory.value()), toName.hash()), follows);
  }

  @Override
  public Opcode<EntryResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    out.inode(toDirectory).partition(toPartition).name(toName).flag(follows);
    out.inodeOrNone(expected);
  }

  static LinkRequest read(WireReader in) {
    return new LinkRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        in.inode(),
        in.partition(),
        in.name(),
        in.flag(),
        in.inodeOrNone());
  }
}
