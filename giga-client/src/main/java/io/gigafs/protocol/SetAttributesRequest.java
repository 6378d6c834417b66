package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import org.jspecify.annotations.Nullable;

/**
 * Changes attributes of a name, by the rules of chmod(2), chown(2) and utimensat(2).
 *
 * @param follows if true, a symbolic link is answered with ELOOP instead of being acted on itself
 * @param expected the inode that the name must resolve to, otherwise nothing is done and the answer
 *     is ESTALE; null for any
 */
public record SetAttributesRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Sequence sequence,
    Name name,
    AttributeChange change,
    boolean follows,
    @Nullable InodeId expected)
    implements Mutation<EntryResult>, FileRequest<EntryResult> {
  @Override
  public long content() {
    return RequestDigest.mix(change.content(), follows);
  }

  @Override
  public Opcode<EntryResult> opcode() {
    return Opcode.SET_ATTRIBUTES;
  }

  void write(WireWriter out) {
    out.inode(directory).partition(partition).caller(caller).sequence(sequence).name(name);
    change.write(out);
    out.flag(follows).inodeOrNone(expected);
  }

  static SetAttributesRequest read(WireReader in) {
    return new SetAttributesRequest(
        in.inode(),
        in.partition(),
        in.caller(),
        in.sequence(),
        in.name(),
        AttributeChange.read(in),
        in.flag(),
        in.inodeOrNone());
  }
}
