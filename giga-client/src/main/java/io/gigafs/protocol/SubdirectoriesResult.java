package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The directories that have entries in a page of a partition.
 *
 * @param complete whether every row of the page could be read
 * @param after the last name that was looked at, or null if the partition has no more
 * @param next where that name is
 * @param map the map of the partition as it was afterwards
 */
public record SubdirectoriesResult(
    List<InodeId> directories,
    boolean complete,
    @Nullable Name after,
    Position next,
    PartitionMap map)
    implements Result {
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
