package io.gigafs.client.lookup;

import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.protocol.GigaException;

/**
 * An operation on the directory that the operation's target leads to; resolves it again if it
 * proves stale. Used by one thread at a time, unless a subclass says otherwise.
 *
 * @param <T> what the operation completes with
 */
public abstract class DirectoryOperation<T> implements Resolution {
  private final ClientContext context;
  private final ClientOperation<T> operation;
  private final StalePath stale;

  public DirectoryOperation(ClientContext context, ClientOperation<T> operation) {
    this.context = context;
    this.operation = operation;
    this.stale = new StalePath(operation);
  }

  protected final ClientContext context() {
    return context;
  }

  protected final ClientOperation<T> operation() {
    return operation;
  }

  public final void begin() {
    OperationResolver.resolve(context, operation, operation.target(), PathUse.DIRECTORY, this);
  }

  @Override
  public final void unresolved(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }
}
