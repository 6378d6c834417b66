package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.BulkCreateResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Some of the names of a {@link BulkCreate} on their way to the partition that holds the first of
 * them, and, as far as is known, the others. Used by one thread at a time.
 */
final class BulkBatch extends PartitionCall<BulkCreateResult> implements SequenceTracker.Numbered {
  private final BulkCreate bulk;
  private final int[] places;
  private InodeId into = InodeId.SUPER_ROOT;

  BulkBatch(BulkCreate bulk, int[] places) {
    super(bulk.core(), bulk.operation());
    this.bulk = bulk;
    this.places = places;
  }

  void begin(InodeId directory) {
    into = directory;
    if (bulk.numbers()[places[0]] == 0) {
      core().sequences().begin(places.length, this);
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
  Request<BulkCreateResult> request(InodeId directory, PartitionIndex partition) {
    long[] numbers = new long[places.length];
    for (int i = 0; i < places.length; i++) {
      numbers[i] = bulk.numbers()[places[i]];
    }
    return bulk.work()
        .request(
            directory,
            partition,
            operation().caller(),
            core().sequences().confirmed(),
            numbers,
            places);
  }

  @Override
  void done(BulkCreateResult result) {
    int[] told = result.outcomes();
    int[] here = new int[places.length];
    int[] elsewhere = new int[places.length];
    BulkOutcome[] outcomes = new BulkOutcome[places.length];
    int settled = 0;
    int left = 0;
    for (int i = 0; i < places.length; i++) {
      if (told[i] == BulkCreateResult.ELSEWHERE) {
        elsewhere[left++] = places[i];
      } else {
        here[settled] = places[i];
        outcomes[settled++] = outcome(told[i], result.inodes()[i]);
      }
    }
    here = Arrays.copyOf(here, settled);
    finish(here);
    if (left > 0) {
      sendElsewhere(Arrays.copyOf(elsewhere, left), result);
    }
    bulk.ended(here, Arrays.copyOf(outcomes, settled), null);
  }

  @Override
  void failed(GigaException failure) {
    ErrorCode code = failure.code() == ErrorCode.ESTALE ? ErrorCode.ENOENT : failure.code();
    BulkOutcome[] outcomes = new BulkOutcome[places.length];
    Arrays.fill(outcomes, new BulkOutcome(null, code));
    finish(places);
    bulk.ended(places, outcomes, failure);
  }

  private void sendElsewhere(int[] left, BulkCreateResult result) {
    boolean news = result.map() != null && core().maps().merge(into, result.map());
    PartitionIndex next = core().maps().of(into).indexOf(bulk.name(left[0]).hash());
    if (news || !next.equals(partition())) {
      bulk.sendAnew(left);
    } else {
      core().pauses().after(core().pauseMillis(1), () -> bulk.sendAnew(left));
    }
  }

  /** Says that the numbers of these places are finished, run by run. */
  private void finish(int[] ended) {
    long[] numbers = bulk.numbers();
    int run = 0;
    for (int i = 0; i < ended.length; i++) {
      boolean runEnds = i + 1 == ended.length || numbers[ended[i + 1]] != numbers[ended[i]] + 1;
      if (runEnds) {
        core().sequences().finish(numbers[ended[run]], i - run + 1);
        run = i + 1;
      }
    }
  }

  private static BulkOutcome outcome(int told, long inode) {
    @Nullable ErrorCode error = told == 0 ? null : ErrorCode.ofNumber(told);
    return new BulkOutcome(error == null ? new InodeId(inode) : null, error);
  }
}
