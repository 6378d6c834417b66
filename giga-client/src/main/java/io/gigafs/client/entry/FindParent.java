package io.gigafs.client.entry;

import io.gigafs.client.lookup.DirectoryOperation;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;

/** Finds the parent of a directory. */
public final class FindParent extends DirectoryOperation<InodeId> {
  public FindParent(ClientContext context, ClientOperation<InodeId> operation) {
    super(context, operation);
  }

  @Override
  public void resolved(ResolvedPath place) {
    InodeId parent = place.parent().id();
    operation().complete(parent.equals(InodeId.SUPER_ROOT) ? InodeId.ROOT : parent);
  }
}
