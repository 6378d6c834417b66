package io.gigafs.protocol.namespace;

import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.listOf;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates over entries of a directory.
 *
 * @param files the number of entries that are no directories and not in the list
 * @param bytes the sum of the sizes of those that are regular files
 * @param entries those that the client has to query separately, without attributes: directories,
 *     names of hard-linked files, and files whose size is only known to the volume
 * @param next where to continue: a position, and a name if there is more in the partition; null at
 *     the end of the directory
 * @param map the directory's partition map as this partition knows it
 */
public record SumResult(
    long files,
    long bytes,
    List<ListedEntry> entries,
    ListResult.@Nullable Cursor next,
    PartitionMap map)
    implements Result {
  public static final Codec<SumResult> CODEC =
      Codec.of(
          SumResult.class,
          VARLONG,
          VARLONG,
          listOf(ListedEntry.CODEC),
          optional(ListResult.Cursor.CODEC),
          MAP);
}
