package io.gigafs.client;

import io.gigafs.protocol.GigaException;

/** Computes the totals of what a path leads to. Used by one thread at a time. */
final class SumContent extends DirectoryOperation<ContentSum> implements SumPass.Summed {
  SumContent(Core core, ClientOperation<ContentSum> operation) {
    super(core, operation);
  }

  @Override
  public void resolved(ResolvedPath place) {
    new SumPass(core(), operation(), place.requireDirectory().id(), this).begin();
  }

  @Override
  public void summed(ContentSum sum) {
    operation().complete(sum);
  }

  @Override
  public void notSummed(GigaException failure) {
    unresolved(failure);
  }
}
