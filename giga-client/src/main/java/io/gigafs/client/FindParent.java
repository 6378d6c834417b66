package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.GigaException;

/** Finds the directory in which one is. */
final class FindParent implements Resolution {
  private final Core core;
  private final Operation<InodeId> operation;
  private final StalePath stale;

  FindParent(Core core, Operation<InodeId> operation) {
    this.core = core;
    this.operation = operation;
    this.stale = new StalePath(operation);
  }

  void begin() {
    Resolver.resolve(core, operation, operation.path(), PathUse.DIRECTORY, this);
  }

  @Override
  public void resolved(Place place) {
    InodeId parent = place.parent().id();
    operation.complete(parent.equals(InodeId.SUPER_ROOT) ? InodeId.ROOT : parent);
  }

  @Override
  public void unresolved(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }
}
