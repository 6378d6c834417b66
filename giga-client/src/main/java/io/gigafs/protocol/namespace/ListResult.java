package io.gigafs.protocol.namespace;

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
 * A page of a directory.
 *
 * @param next where to continue: a position, and a name if the page ended within the partition;
 *     null at the end of the directory
 * @param map the directory's partition map as this partition knows it
 */
public record ListResult(List<ListedEntry> entries, @Nullable Cursor next, PartitionMap map)
    implements Result {
  public static final Codec<ListResult> CODEC =
      Codec.of(ListResult.class, ListResult::write, ListResult::read);

  /**
   * Where a listing continues.
   *
   * @param after the last name listed at {@code from}, or null if none was
   */
  public record Cursor(Position from, @Nullable Name after) {
    /** Whether this cursor is beyond another one. */
    public boolean isBehind(Cursor other) {
      int positions = from.compareTo(other.from);
      if (positions != 0 || after == null) {
        return positions > 0;
      }
      return other.after == null || after.compareTo(other.after) > 0;
    }

    static void write(@Nullable Cursor cursor, WireWriter out) {
      out.flag(cursor != null);
      if (cursor != null) {
        out.position(cursor.from).nameOrNone(cursor.after);
      }
    }

    static @Nullable Cursor read(WireReader in) {
      return in.flag() ? new Cursor(in.position(), in.nameOrNone()) : null;
    }
  }

  void write(WireWriter out) {
    out.count(entries.size());
    for (ListedEntry entry : entries) {
      entry.write(out);
    }
    Cursor.write(next, out);
    out.map(map);
  }

  static ListResult read(WireReader in) {
    return new ListResult(
        in.list(ListedEntry.MIN_BYTES, ListedEntry::read), Cursor.read(in), in.map());
  }
}
