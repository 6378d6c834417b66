package io.gigafs.client;

import io.gigafs.index.InodeId;

/** Finds the parent of a directory. */
final class FindParent extends DirectoryOperation<InodeId> {
  FindParent(Core core, ClientOperation<InodeId> operation) {
    super(core, operation);
  }

  @Override
  public void resolved(ResolvedPath place) {
    InodeId parent = place.parent().id();
    operation().complete(parent.equals(InodeId.SUPER_ROOT) ? InodeId.ROOT : parent);
  }
}
