package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
