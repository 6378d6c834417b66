package io.gigafs.client.bulk;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.RequestContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.util.Arrays;
import java.util.List;

/**
 * Creates many entries in one directory.
 *
 * <p>Invariant: a name keeps its sequence number from the first send until it has its outcome.
 */
public final class BulkCreate extends Bulk<BulkOutcome> {
  private final BulkWork work;

  /** By index of the name. A batch accesses only its own elements. */
  private final long[] numbers;

  public BulkCreate(
      RequestContext context,
      ClientOperation<List<BulkOutcome>> operation,
      List<Name> names,
      BulkWork work) {
    super(context, operation, names);
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
