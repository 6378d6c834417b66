package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * An operation on the entry that a path names: resolves the parent, then asks the partition that
 * holds the name. Used by one thread at a time.
 *
 * @param <R> what the server's result holds
 * @param <T> what the caller gets
 */
abstract class NameOperation<R extends Result, T> extends PartitionCall<R> implements Resolution {
  private final Operation<T> operation;
  private final Name name;
  private @Nullable StalePath stale;

  NameOperation(Core core, Operation<T> operation) {
    super(core, operation);
    this.operation = operation;
    GigaPath path = operation.path();
    this.name = path.isRoot() ? InodeId.ROOT_NAME : path.name();
  }

  /** Begins, or begins anew. */
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
    if (stale == null) {
      stale = new StalePath(core(), operation);
    }
    stale.retryOrFail(failure, this::begin);
  }

  final void complete(@Nullable T value) {
    operation.complete(value);
  }

  final Name name() {
    return name;
  }
}
