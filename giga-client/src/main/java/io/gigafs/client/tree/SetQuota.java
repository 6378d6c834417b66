package io.gigafs.client.tree;

import io.gigafs.client.lookup.DirectoryOperation;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.quota.QuotaRequest;
import io.gigafs.protocol.quota.QuotaRequest.QuotaResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.protocol.quota.SetQuotaRequest;
import io.gigafs.protocol.quota.SetQuotaRequest.SetQuotaResult;
import io.gigafs.protocol.quota.SetQuotaRequest.Step;

/**
 * Sets or removes a directory's quota. For a new quota all entries below are counted first, which
 * takes as long as to list them; then the limits are set. Whatever part was done, the whole
 * operation may be repeated. Used by one thread at a time.
 */
public final class SetQuota extends DirectoryOperation<Void> {
  /** More passes mean that directories are moved all the time. */
  private static final int MAX_PASSES = 16;

  private final QuotaUsage limits;
  private InodeId directory = InodeId.ROOT;
  private int passes;

  public SetQuota(ClientContext context, ClientOperation<Void> operation, QuotaUsage limits) {
    super(context, operation);
    this.limits = limits;
  }

  @Override
  public void resolved(ResolvedPath place) {
    directory = place.requireDirectory().id();
    if (limits.isNothing()) {
      pass(Step.LEAVE, () -> operation().complete(null));
    } else {
      new Ask().start(directory, 0);
    }
  }

  private void pass(Step step, Runnable then) {
    if (passes++ == MAX_PASSES) {
      operation()
          .fail(
              operation()
                  .failure(
                      ErrorCode.EBUSY,
                      "directories below it keep moving; it is not in effect yet: set it again"));
      return;
    }
    QuotaPass.Passed passed =
        new QuotaPass.Passed() {
          @Override
          public void passed(boolean changed) {
            if (changed) {
              pass(step, then);
            } else {
              then.run();
            }
          }

          @Override
          public void notPassed(GigaException failure) {
            if (step == Step.JOIN && failure.code() == ErrorCode.EINVAL) {
              undo(failure);
            } else {
              unresolved(failure);
            }
          }
        };
    new QuotaPass(context(), operation(), step, directory, passed).begin();
  }

  /** There is another quota above or below. */
  private void undo(GigaException failure) {
    passes = 0;
    pass(Step.LEAVE, () -> operation().fail(failure));
  }

  /** Requests whether the directory already has a quota, so that everything below is counted. */
  private final class Ask extends PartitionCall<QuotaResult> {
    Ask() {
      super(SetQuota.this.context(), SetQuota.this.operation());
    }

    @Override
    protected Request<QuotaResult> request(InodeId id, PartitionIndex partition) {
      return new QuotaRequest(id, partition);
    }

    @Override
    protected void done(QuotaResult result) {
      new Limit().start(directory, 0);
    }

    @Override
    protected void failed(GigaException failure) {
      if (failure.code() == ErrorCode.ENODATA) {
        pass(Step.JOIN, () -> new Limit().start(directory, 0));
      } else {
        unresolved(failure);
      }
    }
  }

  /** Sets the limits, once everything below is counted. */
  private final class Limit extends PartitionCall<SetQuotaResult> {
    Limit() {
      super(
          SetQuota.this.context(),
          ClientOperation.internal(
              SetQuota.this.context(),
              "set quota",
              SetQuota.this.operation().target(),
              SetQuota.this.operation().caller()));
    }

    @Override
    protected Request<SetQuotaResult> request(InodeId id, PartitionIndex partition) {
      return new SetQuotaRequest(
          id, partition, operation().caller(), Step.LIMIT, directory, limits);
    }

    @Override
    protected void done(SetQuotaResult result) {
      SetQuota.this.operation().complete(null);
    }

    @Override
    protected void failed(GigaException failure) {
      unresolved(failure);
    }
  }
}
