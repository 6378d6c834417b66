package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.util.Arrays;
import java.util.List;

/**
 * Makes many entries in one directory.
 *
 * <p>Invariant: a name has its number from the first time that it is sent until it has its outcome.
 */
final class BulkCreate extends Bulk<BulkOutcome> {
  private final BulkWork work;

  /** By place in names; a batch alone uses those of its places. */
  private final long[] numbers;

  BulkCreate(Core core, Operation<List<BulkOutcome>> operation, List<Name> names, BulkWork work) {
    super(core, operation, names);
    this.work = work;
    this.numbers = new long[names.size()];
  }

  @Override
  void send(InodeId directory, int[] places) {
    new BulkBatch(this, places).begin(directory);
  }

  @Override
  void forget() {
    Arrays.fill(numbers, 0);
  }

  @Override
  BulkGroups.Limit limit() {
    return work.limit();
  }

  BulkWork work() {
    return work;
  }

  long[] numbers() {
    return numbers;
  }
}
