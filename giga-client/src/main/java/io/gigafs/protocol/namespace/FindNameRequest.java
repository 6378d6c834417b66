package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.PartitionRequest;
import org.jspecify.annotations.Nullable;

/**
 * Searches the next entries of a directory, in order of position and name, for the name of an
 * inode: for a directory that was renamed since it was looked up. Requires no permission, like
 * {@link PartitionAttributesRequest}.
 *
 * @param partition the partition that holds {@code from}
 * @param inode that the name refers to
 * @param from no entry before this position
 * @param after no entry at {@code from} up to and including this name; null to start with the first
 */
public record FindNameRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    InodeId inode,
    Position from,
    @Nullable Name after)
    implements PartitionRequest<FindNameResult> {
  static final Codec<FindNameRequest> CODEC =
      Codec.of(FindNameRequest.class, HEAD, CALLER, INODE, POSITION, NAME_OR_NONE);

  public static final Opcode<FindNameResult> OPCODE =
      Opcode.of(60, "FIND_NAME", CODEC, FindNameResult.CODEC);
}
