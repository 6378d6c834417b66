package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests a page of the directory entries in a partition.
 *
 * @param from no entry before this position
 * @param after no entry at {@code from} up to and including this name; null to start with the first
 */
public record SubdirectoriesRequest(
    InodeId directory, PartitionIndex partition, Position from, @Nullable Name after)
    implements PartitionRequest<SubdirectoriesRequest.SubdirectoriesResult> {
  static final Codec<SubdirectoriesRequest> CODEC =
      Codec.of(SubdirectoriesRequest.class, HEAD, POSITION, NAME_OR_NONE);

  public static final Opcode<SubdirectoriesResult> OPCODE =
      Opcode.of(97, "SUBDIRECTORIES", CODEC, SubdirectoriesResult.CODEC);

  /**
   * The subdirectories in a page of a partition.
   *
   * @param complete whether every row of the page could be read
   * @param after the last name of the page, or null if the partition has no more
   * @param next the position of that name
   * @param map the partition's map after the page was read
   */
  public record SubdirectoriesResult(
      List<InodeId> directories,
      boolean complete,
      @Nullable Name after,
      Position next,
      PartitionMap map)
      implements Result {
    public static final Codec<SubdirectoriesResult> CODEC =
        Codec.of(SubdirectoriesResult.class, listOf(INODE), FLAG, NAME_OR_NONE, POSITION, MAP);
  }
}
