package io.gigafs.client.tree;

import io.gigafs.client.ContentSum;
import io.gigafs.client.lookup.DirectoryOperation;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.protocol.GigaException;

/** Computes the totals of what a path leads to. Used by one thread at a time. */
public final class SumContent extends DirectoryOperation<ContentSum> implements SumPass.Summed {
  public SumContent(ClientContext context, ClientOperation<ContentSum> operation) {
    super(context, operation);
  }

  @Override
  public void resolved(ResolvedPath place) {
    new SumPass(context(), operation(), place.requireDirectory().id(), this).begin();
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
