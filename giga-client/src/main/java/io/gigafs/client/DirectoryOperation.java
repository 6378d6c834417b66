package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.protocol.GigaException;

/**
 * An operation on the directory that the operation's path leads to; resolves the path again if it
 * proves stale. Used by one thread at a time, unless a subclass says otherwise.
 *
 * @param <T> what the operation completes with
 */
abstract class DirectoryOperation<T> implements Resolution {
  private final Core core;
  private final ClientOperation<T> operation;
  private final StalePath stale;

  DirectoryOperation(Core core, ClientOperation<T> operation) {
    this.core = core;
    this.operation = operation;
    this.stale = new StalePath(operation);
  }

  final Core core() {
    return core;
  }

  final ClientOperation<T> operation() {
    return operation;
  }

  final void begin() {
    OperationResolver.resolve(core, operation, operation.path(), PathUse.DIRECTORY, this);
  }

  @Override
  public final void unresolved(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }
}
