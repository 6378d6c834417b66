package io.gigafs.protocol.namespace;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
      Codec.of(SumResult.class, SumResult::write, SumResult::read);

  void write(WireWriter out) {
    out.varlong(files).varlong(bytes).count(entries.size());
    for (ListedEntry entry : entries) {
      entry.write(out);
    }
    ListResult.Cursor.write(next, out);
    out.map(map);
  }

  static SumResult read(WireReader in) {
    return new SumResult(
        in.varlong(),
        in.varlong(),
        in.list(ListedEntry.MIN_BYTES, ListedEntry::read),
        ListResult.Cursor.read(in),
        in.map());
  }
}
