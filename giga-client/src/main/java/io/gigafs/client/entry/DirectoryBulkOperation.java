package io.gigafs.client.entry;

import io.gigafs.client.bulk.Bulk;
import io.gigafs.client.lookup.DirectoryOperation;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import java.util.List;

/**
 * An operation on many names of the directory that the operation's target leads to. Used by one
 * thread at a time.
 *
 * @param <O> the outcome of a name
 */
public final class DirectoryBulkOperation<O> extends DirectoryOperation<List<O>> {
  private final Bulk<O> bulk;

  public DirectoryBulkOperation(
      ClientContext context, ClientOperation<List<O>> operation, Bulk<O> bulk) {
    super(context, operation);
    this.bulk = bulk;
  }

  @Override
  public void resolved(ResolvedPath place) {
    bulk.begin(place.requireDirectory().id(), this::unresolved);
  }
}
