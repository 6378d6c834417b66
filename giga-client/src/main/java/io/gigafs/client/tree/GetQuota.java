package io.gigafs.client.tree;

import io.gigafs.client.Quota;
import io.gigafs.client.lookup.DirectoryOperation;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.quota.QuotaRequest;
import io.gigafs.protocol.quota.QuotaRequest.QuotaResult;

/** Requests a directory's quota. Used by one thread at a time. */
public final class GetQuota extends DirectoryOperation<Quota> {
  public GetQuota(ClientContext context, ClientOperation<Quota> operation) {
    super(context, operation);
  }

  @Override
  public void resolved(ResolvedPath place) {
    new Ask().start(place.requireDirectory().id(), 0);
  }

  private final class Ask extends PartitionCall<QuotaResult> {
    Ask() {
      super(GetQuota.this.context(), GetQuota.this.operation());
    }

    @Override
    protected Request<QuotaResult> request(InodeId directory, PartitionIndex partition) {
      return new QuotaRequest(directory, partition);
    }

    @Override
    protected void done(QuotaResult result) {
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
    protected void failed(GigaException failure) {
      unresolved(failure);
    }
  }
}
