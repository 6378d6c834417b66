package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;
import static io.gigafs.protocol.Elements.listOf;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
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
      Codec.of(ListResult.class, listOf(ListedEntry.CODEC), optional(Cursor.CODEC), MAP);

  /**
   * Where a listing continues.
   *
   * @param after the last name listed at {@code from}, or null if none was
   */
  public record Cursor(Position from, @Nullable Name after) {
    static final Codec<Cursor> CODEC = Codec.of(Cursor.class, POSITION, NAME_OR_NONE);

    /** Whether this cursor is beyond another one. */
    public boolean isBehind(Cursor other) {
      int positions = from.compareTo(other.from);
      if (positions != 0 || after == null) {
        return positions > 0;
      }
      return other.after == null || after.compareTo(other.after) > 0;
    }
  }
}
