package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.Position;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.SumRequest;
import io.gigafs.protocol.namespace.SumRequest.SumResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryCounts;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums up entries of a directory, from a position to the end of the partition or for {@value
 * #MAX_ENTRIES} entries. It reads what was committed before its commit batch.
 */
final class SumOperation implements PartitionOperation<SumRequest, SumResult> {
  /** Limits how long the lane is occupied. */
  private static final int MAX_ENTRIES = 4_096;

  private final Store store;

  SumOperation(Store store) {
    this.store = store;
  }

  @Override
  public Decision decide(
      SumRequest request,
      Exchange<SumResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided =
        Admission.toList(
            request.from(),
            request.caller(),
            Access.READ | Access.SEARCH,
            exchange,
            partition,
            commitBatch);
    if (decided != null) {
      return decided;
    }
    PositionRange held = partition.partition().range();
    Position end = held.contains(request.last()) ? request.last() : held.last();
    Sum sum = new Sum();
    store.scanEntries(
        partition.rangeOf(new PositionRange(request.from(), end)),
        ListOperation.keyOf(partition, request.from(), request.after()),
        sum::add);
    commitBatch.done(exchange, sum.result(partition, end));
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  private static final class Sum {
    private final List<ListedEntry> asked = new ArrayList<>();
    private long files;
    private long bytes;
    private int entries;
    private @Nullable EntryKey last;

    boolean add(EntryKey key, Attributes entry) {
      if (entry.type() == FileType.DIRECTORY
          || entry.has(Attributes.LINKED)
          || StoredFiles.isMeasured(entry)) {
        asked.add(
            new ListedEntry(
                Name.of(key.name()),
                new InodeId(entry.inode()),
                WireAttributes.typeOf(entry.type()),
                null));
      } else {
        files++;
        bytes += EntryCounts.bytesOf(entry);
      }
      entries++;
      last = entries < MAX_ENTRIES ? null : key;
      return last == null;
    }

    SumResult result(PartitionState partition, Position end) {
      ListResult.Cursor next =
          last == null ? ListOperation.cursorBehind(end) : ListOperation.cursorAt(last);
      return new SumResult(files, bytes, asked, next, partition.map());
    }
  }
}
