package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.protocol.GigaException;

/** Adds up what a path leads to. Used by one thread at a time. */
final class SumContent implements Resolution {
  private final Core core;
  private final Operation<ContentSum> operation;
  private final StalePath stale;

  SumContent(Core core, Operation<ContentSum> operation) {
    this.core = core;
    this.operation = operation;
    this.stale = new StalePath(operation);
  }

  void begin() {
    Resolver.resolve(core, operation, operation.path(), PathUse.DIRECTORY, this);
  }

  @Override
  public void resolved(Place place) {
    SumPass.Summed then =
        new SumPass.Summed() {
          @Override
          public void summed(ContentSum sum) {
            operation.complete(sum);
          }

          @Override
          public void notSummed(GigaException failure) {
            unresolved(failure);
          }
        };
    new SumPass(core, operation, place.requireDirectory().id(), then).begin();
  }

  @Override
  public void unresolved(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }
}
