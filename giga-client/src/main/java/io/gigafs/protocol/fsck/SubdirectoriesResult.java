package io.gigafs.protocol.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
      Codec.of(SubdirectoriesResult.class, SubdirectoriesResult::write, SubdirectoriesResult::read);

  void write(WireWriter out) {
    out.count(directories.size());
    directories.forEach(out::inode);
    out.flag(complete).nameOrNone(after).position(next).map(map);
  }

  static SubdirectoriesResult read(WireReader in) {
    return new SubdirectoriesResult(
        in.list(Long.BYTES, WireReader::inode),
        in.flag(),
        in.nameOrNone(),
        in.position(),
        in.map());
  }
}
