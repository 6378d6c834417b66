package io.gigafs.client.lookup;

import io.gigafs.client.GigaPath;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.path.PathWalk;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.LookupResult;

/** The resolution of an absolute path, from the root down. Used by one thread at a time. */
final class PathResolver extends OperationResolver {
  private final PathUse use;
  private final PathWalk<DirectoryEntry> walk;

  PathResolver(
      ClientContext context,
      ClientOperation<?> operation,
      GigaPath path,
      PathUse use,
      Resolution then) {
    super(context, operation, path, then);
    this.use = use;
    this.walk =
        new PathWalk<>(
            path.text(),
            use.goal(),
            DirectoryEntry.SUPER_ROOT,
            directory -> directory.allowsSearch(operation.caller()));
  }

  @Override
  public void follow(byte[] target) {
    walk.link(target);
    proceed();
  }

  @Override
  boolean goByCache() {
    while (walk.state() == PathWalk.State.LOOK_UP) {
      DirectoryEntry child = context().cached(operation(), wanted());
      if (child == null) {
        return false;
      }
      walk.found(child);
    }
    return true;
  }

  @Override
  DirectoryKey wanted() {
    return new DirectoryKey(walk.directory().id(), walk.name());
  }

  @Override
  void found(DirectoryEntry child) {
    walk.found(child);
  }

  @Override
  void foundLink(byte[] target) {
    walk.link(target);
  }

  @Override
  void foundOther() {
    walk.other();
  }

  @Override
  void notFound(GigaException failure) {
    unresolved(failure);
  }

  @Override
  void report() {
    if (walk.state() == PathWalk.State.FAILED) {
      refuse(walk.error());
      return;
    }
    ErrorCode refusal = use.refusal(walk.last(), walk.endsInSlash());
    if (refusal != null) {
      refuse(refusal);
      return;
    }
    ResolvedPath place =
        new ResolvedPath(
            walk.directory(), walk.name(), walk.last(), walk.endsInSlash(), walk.entered(), this);
    if (place.endsInSlash() && use.refusesSlash()) {
      refuseSlash(place);
    } else {
      resolved(place);
    }
  }

  private void refuseSlash(ResolvedPath place) {
    new NameLookup(context(), operation(), target()) {
      @Override
      protected boolean goesOn(FileType type) {
        return false;
      }

      @Override
      protected void found(LookupResult result) {
        refuse(use.refusalOfSlash(result.attributes().type()));
      }

      @Override
      protected void failed(GigaException failure) {
        unresolved(failure);
      }
    }.lookUp(place.key());
  }

  private void refuse(ErrorCode code) {
    unresolved(operation().failure(target(), code, ""));
  }
}
