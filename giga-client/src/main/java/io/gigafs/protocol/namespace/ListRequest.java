package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.NAME_OR_NONE;
import static io.gigafs.protocol.Elements.POSITION;
import static io.gigafs.protocol.Elements.listOf;
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
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Requests a page of a directory, in order of position and name. Requires read permission, and with
 * attributes also search permission.
 *
 * @param partition the partition that holds {@code from}
 * @param from no entry before this position
 * @param after no entry at {@code from} up to and including this name; null to start with the first
 * @param maxBytes the approximate maximum size of the page
 * @param attributes whether to return all attributes, or only type and inode id
 */
public record ListRequest(
    InodeId directory,
    PartitionIndex partition,
    Caller caller,
    Position from,
    @Nullable Name after,
    int maxBytes,
    boolean attributes)
    implements PartitionRequest<ListRequest.ListResult> {
  static final Codec<ListRequest> CODEC =
      Codec.of(ListRequest.class, HEAD, CALLER, POSITION, NAME_OR_NONE, COUNT, FLAG);

  public static final Opcode<ListResult> OPCODE = Opcode.of(9, "LIST", CODEC, ListResult.CODEC);

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
}
