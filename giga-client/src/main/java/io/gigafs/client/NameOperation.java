package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * An operation on the entry that a path names: resolves the parent, then asks the partition that
 * holds the name. Used by one thread at a time.
 *
 * <p>If the parent turns out to be gone from under its cached entry (ESTALE), the path is forgotten
 * and resolved anew, twice at most; then it is as if it had not existed (ENOENT).
 *
 * @param <R> what the server's result holds
 * @param <T> what the caller gets
 */
abstract class NameOperation<R extends Result, T> extends PartitionCall<R> implements Resolution {
  static final int MAX_STALE = 2;

  private final Operation<T> operation;
  private final Name name;
  private int stale;

  NameOperation(Core core, Operation<T> operation) {
    super(core, operation);
    this.operation = operation;
    GigaPath path = operation.path();
    this.name = path.isRoot() ? InodeId.ROOT_NAME : path.name();
  }

  /** Begins; to be called once. */
  final void begin() {
    GigaPath path = operation.path();
    if (path.isRoot()) {
      resolved(DirectoryEntry.SUPER_ROOT);
    } else {
      Resolver.resolve(core(), operation, path.names().size() - 1, this);
    }
  }

  @Override
  public void resolved(DirectoryEntry parent) {
    start(parent.id(), name.hash());
  }

  @Override
  public final void unresolved(GigaException failure) {
    failOrResolveAnew(failure);
  }

  @Override
  void failed(GigaException failure) {
    failOrResolveAnew(failure);
  }

  final void failOrResolveAnew(GigaException failure) {
    if (failure.code() != ErrorCode.ESTALE) {
      operation.fail(failure);
    } else if (stale < MAX_STALE) {
      stale++;
      Resolver.forget(core(), operation.path());
      begin();
    } else {
      operation.fail(operation.failure(ErrorCode.ENOENT, ""));
    }
  }

  final void complete(@Nullable T value) {
    operation.complete(value);
  }

  final Name name() {
    return name;
  }
}
