package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.client.path.PathWalk;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.LookupResult;

/**
 * The resolution of one path of an operation: by the cache, which waits for nobody, and from the
 * first miss on by a {@link Walk}. Used by one thread at a time.
 */
final class Resolver {
  private final Core core;
  private final Operation<?> operation;
  private final GigaPath path;
  private final PathUse use;
  private final Resolution then;
  private final PathWalk<DirectoryEntry> walk;

  private Resolver(Core core, Operation<?> operation, GigaPath path, PathUse use, Resolution then) {
    this.core = core;
    this.operation = operation;
    this.path = path;
    this.use = use;
    this.then = then;
    this.walk =
        new PathWalk<>(
            path.text(),
            use.goal(),
            DirectoryEntry.SUPER_ROOT,
            directory -> directory.allowsSearch(operation.caller()));
  }

  /**
   * Resolves a path for an operation's caller.
   *
   * @param path the operation's, or another one that it is about
   * @param use what for: a path that ends as it must not for that is not resolved
   */
  static void resolve(
      Core core, Operation<?> operation, GigaPath path, PathUse use, Resolution then) {
    new Resolver(core, operation, path, use, then).goOn();
  }

  /** Goes on from where the path has ended, as the name there is a link. */
  void follow(byte[] target) {
    walk.link(target);
    goOn();
  }

  private void goOn() {
    if (goByCache()) {
      tell();
    } else {
      new Walk(core, operation, path, this).goOn();
    }
  }

  /** Goes as far as the cache leads; whether that is the end. */
  boolean goByCache() {
    while (walk.state() == PathWalk.State.LOOK_UP) {
      DirectoryEntry child = operation.cached(wanted());
      if (child == null) {
        return false;
      }
      walk.found(child);
    }
    return true;
  }

  /** What has to be looked up next. */
  DirectoryKey wanted() {
    return new DirectoryKey(walk.directory().id(), walk.name());
  }

  PathWalk<DirectoryEntry> walk() {
    return walk;
  }

  /** Tells where the walk has ended. */
  void tell() {
    if (walk.state() == PathWalk.State.FAILED) {
      refuse(walk.error());
      return;
    }
    ErrorCode refusal = use.refusal(walk.last(), walk.endsInSlash());
    if (refusal != null) {
      refuse(refusal);
      return;
    }
    Place place =
        new Place(
            walk.directory(), walk.name(), walk.last(), walk.endsInSlash(), walk.entered(), this);
    if (place.endsInSlash() && use.refusesSlash()) {
      refuseSlash(place);
    } else {
      then.resolved(place);
    }
  }

  private void refuseSlash(Place place) {
    new NameLookup(core, operation, path) {
      @Override
      boolean goesOn(FileType type) {
        return false;
      }

      @Override
      void found(LookupResult result) {
        refuse(use.refusalOfSlash(result.attributes().type()));
      }

      @Override
      void failed(GigaException failure) {
        then.unresolved(failure);
      }
    }.lookUp(place.key());
  }

  private void refuse(ErrorCode code) {
    then.unresolved(operation.failure(path, code, ""));
  }

  void unresolved(GigaException failure) {
    then.unresolved(failure);
  }

  void broke(Throwable cause) {
    then.unresolved(operation.bug(cause));
  }
}
