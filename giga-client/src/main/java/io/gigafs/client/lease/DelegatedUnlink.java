package io.gigafs.client.lease;

import io.gigafs.client.FlushScope;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.client.request.RequestContext;
import io.gigafs.client.request.SequenceTracker;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.UnlinkRequest;
import java.util.concurrent.CompletableFuture;

/**
 * Removes a name that its user believes to be gone, by a separate request. Used by one thread at a
 * time.
 */
final class DelegatedUnlink extends PartitionCall<Empty> implements SequenceTracker.Numbered {
  private final ClientOperation<Void> operation;
  private final InodeId directory;
  private final DelegatedRemoval removal;
  private long number;

  DelegatedUnlink(RequestContext context, InodeId directory, DelegatedRemoval removal) {
    this(
        context,
        ClientOperation.internal(context, "unlink", removal.target(), removal.caller()),
        directory,
        removal);
  }

  private DelegatedUnlink(
      RequestContext context,
      ClientOperation<Void> operation,
      InodeId directory,
      DelegatedRemoval removal) {
    super(context, operation);
    this.operation = operation;
    this.directory = directory;
    this.removal = removal;
  }

  CompletableFuture<Void> begin() {
    context().sequences().begin(1, this);
    return operation.future();
  }

  @Override
  public void numbered(long first) {
    number = first;
    start(directory, removal.name().hash());
  }

  @Override
  protected FlushScope.Extent flushedFirst() {
    return FlushScope.Extent.NONE;
  }

  @Override
  protected Request<Empty> request(InodeId into, PartitionIndex partition) {
    Sequence sequence = new Sequence(number, context().sequences().confirmed());
    return new UnlinkRequest(
        into, partition, removal.caller(), sequence, removal.name(), removal.file());
  }

  @Override
  protected void done(Empty result) {
    context().sequences().finish(number, 1);
    operation.complete(null);
  }

  @Override
  protected void failed(GigaException failure) {
    context().sequences().finish(number, 1);
    if (failure.code() == ErrorCode.ENOENT) {
      operation.complete(null);
    } else {
      operation.fail(failure);
    }
  }
}
