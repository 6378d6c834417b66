package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.MUTATION_HEAD;
import static io.gigafs.protocol.Elements.NAME;
import static io.gigafs.protocol.Elements.PARTITION;

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
  static final Codec<LinkRequest> CODEC =
      Codec.of(LinkRequest.class, MUTATION_HEAD, INODE, PARTITION, NAME, FLAG, INODE_OR_NONE);

  public static final Opcode<EntryResult> OPCODE = Opcode.of(20, "LINK", CODEC, EntryResult.CODEC);

  @Override
  public long content() {
    return RequestDigest.mix(
        RequestDigest.mix(RequestDigest.mix(1, toDirectory.value()), toName.hash()), follows);
  }
}
