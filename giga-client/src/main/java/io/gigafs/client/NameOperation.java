package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * An operation on the entry that a path names: resolves the path, then asks the partition that
 * holds the last name. Used by one thread at a time.
 *
 * <p>If it follows links, then a server that is asked for one answers ELOOP, and it is asked again
 * for what the link points to.
 *
 * @param <R> what the server's result holds
 * @param <T> what the caller gets
 */
abstract class NameOperation<R extends Result, T> extends PartitionCall<R> implements Resolution {
  private final Operation<T> operation;
  private final PathUse use;
  private final Follow follow;
  private final StalePath stale;
  private @Nullable Place place;

  NameOperation(Core core, Operation<T> operation, PathUse use, Follow follow) {
    super(core, operation);
    this.operation = operation;
    this.use = use;
    this.follow = follow;
    this.stale = new StalePath(operation);
  }

  /** Begins, or begins anew. */
  final void begin() {
    Resolver.resolve(core(), operation, operation.path(), use, this);
  }

  @Override
  public final void resolved(Place found) {
    place = found;
    located(found);
  }

  /** The path is resolved; by default the partition that holds the name is asked. */
  void located(Place found) {
    start(found.parent().id(), found.name().hash());
  }

  @Override
  public final void unresolved(GigaException failure) {
    failOrResolveAnew(failure);
  }

  @Override
  void failed(GigaException failure) {
    if (failure.code() == ErrorCode.ELOOP && follow == Follow.YES) {
      place().resolver().followLink(place());
    } else {
      failOrResolveAnew(failure);
    }
  }

  final void failOrResolveAnew(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }

  final void complete(@Nullable T value) {
    operation.complete(value);
  }

  final Follow follow() {
    return follow;
  }

  final Place place() {
    if (place == null) {
      throw new IllegalStateException("the path is not resolved");
    }
    return place;
  }

  final Name name() {
    return place().name();
  }
}
