package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.MUTATION_HEAD;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Mutation;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.FileRequest;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.Sequence;
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
  static final Codec<SetAttributesRequest> CODEC =
      Codec.of(
          SetAttributesRequest.class, MUTATION_HEAD, AttributeChange.CODEC, FLAG, INODE_OR_NONE);

  public static final Opcode<EntryResult> OPCODE =
      Opcode.of(5, "SET_ATTRIBUTES", CODEC, EntryResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(change.content(), follows);
  }
}
