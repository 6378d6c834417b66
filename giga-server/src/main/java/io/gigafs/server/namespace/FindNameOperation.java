package io.gigafs.server.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PositionRange;
import io.gigafs.protocol.namespace.FindNameRequest;
import io.gigafs.protocol.namespace.FindNameRequest.FindNameResult;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.Store;
import org.jspecify.annotations.Nullable;

/**
 * Finds the name of an inode in a directory, from a position to the end of the partition or for
 * {@value #MAX_ENTRIES} entries. It reads what was committed before its commit batch.
 */
final class FindNameOperation implements PartitionOperation<FindNameRequest, FindNameResult> {
  /** Limits how long the lane is occupied. */
  private static final int MAX_ENTRIES = 4_096;

  private final Store store;

  FindNameOperation(Store store) {
    this.store = store;
  }

  @Override
  public Decision decide(
      FindNameRequest request,
      Exchange<FindNameResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided =
        Admission.toList(request.from(), request.caller(), 0, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    PositionRange held = partition.partition().range();
    Search search = new Search(request.inode());
    store.scanEntries(
        partition.rangeOf(new PositionRange(request.from(), held.last())),
        ListOperation.keyOf(partition, request.from(), request.after()),
        search::look);
    commitBatch.done(exchange, search.result(partition, held));
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  private static final class Search {
    private final long inode;
    private @Nullable EntryKey found;
    private @Nullable EntryKey last;
    private int entries;

    Search(InodeId inode) {
      this.inode = inode.value();
    }

    boolean look(EntryKey key, Attributes entry) {
      if (entry.inode() == inode) {
        found = key;
        return false;
      }
      entries++;
      last = entries < MAX_ENTRIES ? null : key;
      return last == null;
    }

    FindNameResult result(PartitionState partition, PositionRange held) {
      if (found != null) {
        return new FindNameResult(Name.of(found.name()), null, partition.map());
      }
      ListResult.Cursor next =
          last == null ? ListOperation.cursorBehind(held.last()) : ListOperation.cursorAt(last);
      return new FindNameResult(null, next, partition.map());
    }
  }
}
