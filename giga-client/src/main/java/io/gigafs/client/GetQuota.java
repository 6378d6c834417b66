package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.quota.QuotaRequest;
import io.gigafs.protocol.quota.QuotaResult;

/** Requests a directory's quota. Used by one thread at a time. */
final class GetQuota extends DirectoryOperation<Quota> {
  GetQuota(Core core, ClientOperation<Quota> operation) {
    super(core, operation);
  }

  @Override
  public void resolved(ResolvedPath place) {
    new Ask().start(place.requireDirectory().id(), 0);
  }

  private final class Ask extends PartitionCall<QuotaResult> {
    Ask() {
      super(GetQuota.this.core(), GetQuota.this.operation());
    }

    @Override
    Request<QuotaResult> request(InodeId directory, PartitionIndex partition) {
      return new QuotaRequest(directory, partition);
    }

    @Override
    void done(QuotaResult result) {
      GetQuota.this
          .operation()
          .complete(
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
}
