package io.gigafs.client.lease;

import io.gigafs.client.FlushScope;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.RequestContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.lease.DelegateRequest;
import io.gigafs.protocol.lease.DelegateResult;
import java.util.function.IntConsumer;

/** Requests a delegation of a partition's names. Used by one thread at a time. */
final class DelegateCall extends PartitionCall<DelegateResult> {
  private static final int FAILED_MILLIS = 1_000;

  private final ClientOperation<Void> operation;
  private final Delegation delegation;
  private final IntConsumer refused;

  /**
   * A request.
   *
   * @param refused receives the time in ms after which the delegation may be requested again
   */
  DelegateCall(
      RequestContext context,
      ClientOperation<Void> operation,
      Delegation delegation,
      IntConsumer refused) {
    super(context, operation);
    this.operation = operation;
    this.delegation = delegation;
    this.refused = refused;
  }

  void begin() {
    start(delegation.directory(), delegation.index().value());
  }

  @Override
  protected FlushScope.Extent flushedFirst() {
    return FlushScope.Extent.NONE;
  }

  @Override
  public PartitionIndex route(PartitionMap map) {
    return delegation.index();
  }

  @Override
  protected Request<DelegateResult> request(InodeId directory, PartitionIndex partition) {
    return new DelegateRequest(directory, partition, operation.caller());
  }

  @Override
  protected void done(DelegateResult result) {
    if (!result.isDelegated()) {
      end(result.millis());
    } else if (!delegation.granted(result, sentNanos())) {
      end(0);
    }
    operation.complete(null);
  }

  @Override
  protected void failed(GigaException failure) {
    end(FAILED_MILLIS);
    operation.fail(failure);
  }

  private void end(int millis) {
    delegation.end();
    refused.accept(millis);
  }
}
