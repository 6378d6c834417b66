package io.gigafs.protocol.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileRequest;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
  public static final Opcode<EntryResult> OPCODE =
      Opcode.of(
          5,
          "SET_ATTRIBUTES",
          Codec.of(
              SetAttributesRequest.class, SetAttributesRequest::write, SetAttributesRequest::read),
          EntryResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(change.content(), follows);
  }

  @Override
  public Opcode<EntryResult> opcode() {
    return OPCODE;
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
