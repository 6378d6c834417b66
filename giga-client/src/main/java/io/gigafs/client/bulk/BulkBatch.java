package io.gigafs.client.bulk;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.FlushScope;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.SequenceTracker;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.bulk.BulkCreateResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some of the names of a {@link BulkCreate}, sent to the partition that holds the first of them
 * and, as far as known, the others. Used by one thread at a time.
 */
final class BulkBatch extends PartitionCall<BulkCreateResult> implements SequenceTracker.Numbered {
  private final BulkCreate bulk;
  private final int[] places;
  private InodeId into = InodeId.SUPER_ROOT;

  BulkBatch(BulkCreate bulk, int[] places) {
    super(bulk.context(), bulk.operation());
    this.bulk = bulk;
    this.places = places;
  }

  void begin(InodeId directory) {
    into = directory;
    // Checked before it has numbers, because the changes to be flushed need numbers, too.
    FlushScope before =
        bulk.work().reportsWhatWasMade() ? FlushScope.NONE : FlushScope.ofDirectory(directory);
    operation().after(context().behind().flush(before), this::numberAndStart);
  }

  private void numberAndStart() {
    if (bulk.numbers()[places[0]] == 0) {
      context().sequences().begin(places.length, this);
    } else {
      startAtFirst();
    }
  }

  @Override
  public void numbered(long first) {
    for (int i = 0; i < places.length; i++) {
      bulk.numbers()[places[i]] = first + i;
    }
    startAtFirst();
  }

  private void startAtFirst() {
    start(into, bulk.name(places[0]).hash());
  }

  @Override
  protected Request<BulkCreateResult> request(InodeId directory, PartitionIndex partition) {
    long[] numbers = new long[places.length];
    for (int i = 0; i < places.length; i++) {
      numbers[i] = bulk.numbers()[places[i]];
    }
    return bulk.work()
        .request(
            directory,
            partition,
            operation().caller(),
            context().sequences().confirmed(),
            numbers,
            places);
  }

  @Override
  protected FlushScope.Extent flushedFirst() {
    return FlushScope.Extent.NONE;
  }

  @Override
  protected void done(BulkCreateResult result) {
    bulk.work().answered(partition(), places, result, sentNanos());
    int[] codes = result.outcomes();
    int[] here = new int[places.length];
    int[] elsewhere = new int[places.length];
    List<BulkOutcome> outcomes = new ArrayList<>(places.length);
    int settled = 0;
    int left = 0;
    for (int i = 0; i < places.length; i++) {
      if (codes[i] == BulkCreateResult.ELSEWHERE) {
        elsewhere[left++] = places[i];
      } else {
        here[settled++] = places[i];
        outcomes.add(outcome(codes[i], result.inodes()[i]));
      }
    }
    here = Arrays.copyOf(here, settled);
    finish(here);
    if (left > 0) {
      bulk.sendElsewhere(Arrays.copyOf(elsewhere, left), partition(), result.map());
    }
    bulk.ended(here, outcomes, null);
  }

  @Override
  protected void failed(GigaException failure) {
    ErrorCode code = failure.code() == ErrorCode.ESTALE ? ErrorCode.ENOENT : failure.code();
    finish(places);
    bulk.ended(places, Collections.nCopies(places.length, new BulkOutcome(null, code)), failure);
  }

  /** Finishes the sequence numbers of these names, one run at a time. */
  private void finish(int[] ended) {
    long[] numbers = bulk.numbers();
    int run = 0;
    for (int i = 0; i < ended.length; i++) {
      boolean runEnds = i + 1 == ended.length || numbers[ended[i + 1]] != numbers[ended[i]] + 1;
      if (runEnds) {
        context().sequences().finish(numbers[ended[run]], i - run + 1);
        run = i + 1;
      }
    }
  }

  private static BulkOutcome outcome(int code, long inode) {
    @Nullable ErrorCode error = code == 0 ? null : ErrorCode.ofNumber(code);
    return new BulkOutcome(error == null ? new InodeId(inode) : null, error);
  }
}
