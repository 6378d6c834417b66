package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.QuotaRequest;
import io.gigafs.protocol.QuotaResult;
import io.gigafs.protocol.Request;

/** Asks for a directory's quota. Used by one thread at a time. */
final class GetQuota extends PartitionCall<QuotaResult> implements Resolution {
  private final Operation<Quota> operation;
  private final StalePath stale;

  GetQuota(Core core, Operation<Quota> operation) {
    super(core, operation);
    this.operation = operation;
    this.stale = new StalePath(operation);
  }

  void begin() {
    Resolver.resolve(core(), operation, operation.path(), PathUse.DIRECTORY, this);
  }

  @Override
  public void resolved(Place place) {
    start(place.requireDirectory().id(), 0);
  }

  @Override
  public void unresolved(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }

  @Override
  Request<QuotaResult> request(InodeId directory, PartitionIndex partition) {
    return new QuotaRequest(directory, partition);
  }

  @Override
  void done(QuotaResult result) {
    operation.complete(
        new Quota(
            result.limits().entries(),
            result.limits().bytes(),
            result.used().entries(),
            result.used().bytes()));
  }

  @Override
  void failed(GigaException failure) {
    unresolved(failure);
  }
}
