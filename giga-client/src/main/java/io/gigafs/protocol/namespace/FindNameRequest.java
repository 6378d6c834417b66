package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
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
    implements PartitionRequest<FindNameRequest.FindNameResult> {
  static final Codec<FindNameRequest> CODEC =
      Codec.of(FindNameRequest.class, HEAD, CALLER, INODE, POSITION, NAME_OR_NONE);

  public static final Opcode<FindNameResult> OPCODE =
      Opcode.of(60, "FIND_NAME", CODEC, FindNameResult.CODEC);

  /**
   * The name of an inode in a directory.
   *
   * @param name null if it is not among the searched entries
   * @param next where to continue; null at the end of the directory, or if the name was found
   * @param map the directory's partition map as this partition knows it
   */
  public record FindNameResult(
      @Nullable Name name, ListResult.@Nullable Cursor next, PartitionMap map) implements Result {
    public static final Codec<FindNameResult> CODEC =
        Codec.of(FindNameResult.class, NAME_OR_NONE, optional(ListResult.Cursor.CODEC), MAP);
  }
}
