package io.gigafs.client.lease;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.bulk.BulkRequest;
import io.gigafs.protocol.lease.DelegatedUnlinksRequest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names removed under a delegation, being flushed to the server. */
final class DelegatedRemovals extends DelegatedBatch<DelegatedRemoval> {
  private final long[] inodes;
  private final long[] times;

  DelegatedRemovals(
      LeaseContext context, Delegation delegation, Key key, List<DelegatedRemoval> removals) {
    super(context, delegation, key, removals);
    this.inodes = removals.stream().mapToLong(removal -> removal.file().value()).toArray();
    this.times = removals.stream().mapToLong(DelegatedRemoval::nanos).toArray();
  }

  @Override
  public BulkRequest request(
      InodeId directory,
      PartitionIndex partition,
      Caller caller,
      long confirmed,
      long[] numbers,
      int[] places) {
    return new DelegatedUnlinksRequest(
        directory,
        partition,
        caller,
        confirmed,
        numbers,
        names(places),
        Arrays.stream(places).mapToLong(place -> inodes[place]).toArray(),
        Arrays.stream(places).mapToLong(place -> times[place]).toArray());
  }

  /** A file that stays, for example because it is open, is removed by a separate request. */
  @Override
  void ended(DelegatedRemoval removal, @Nullable ErrorCode error, @Nullable Throwable failure) {
    if (error == ErrorCode.EOPNOTSUPP) {
      new DelegatedUnlink(context(), delegation().directory(), removal)
          .begin()
          .whenComplete(
              (done, refused) ->
                  end(removal, refused == null ? null : refused(removal, ErrorCode.EIO, refused)));
    } else {
      super.ended(removal, error, failure);
    }
  }
}
