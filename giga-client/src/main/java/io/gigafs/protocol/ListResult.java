package io.gigafs.protocol;

import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a directory.
 *
 * @param next where to go on: a position, and a name if the page ended within the partition; null
 *     at the end of the directory
 * @param map the directory's partition map as this partition knows it
 */
public record ListResult(List<ListedEntry> entries, @Nullable Cursor next, PartitionMap map)
    implements Result {
  /**
   * Where a listing goes on.
   *
   * @param after the last name listed at {@code from}, or null if none was
   */
  public record Cursor(Position from, @Nullable Name after) {}

  void write(WireWriter out) {
    out.count(entries.size());
    for (ListedEntry entry : entries) {
      entry.write(out);
    }
    out.flag(next != null);
    if (next != null) {
      out.position(next.from).nameOrNone(next.after);
    }
    out.map(map);
  }

  static ListResult read(WireReader in) {
    return new ListResult(
        in.list(ListedEntry.MIN_BYTES, ListedEntry::read),
        in.flag() ? new Cursor(in.position(), in.nameOrNone()) : null,
        in.map());
  }
}
