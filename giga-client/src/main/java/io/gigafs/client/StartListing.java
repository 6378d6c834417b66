package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import org.jspecify.annotations.Nullable;

/**
 * Begins a listing: finds the directory and fetches the first page, so that whatever is wrong with
 * it is said at once. Used by one thread at a time.
 */
final class StartListing implements Resolution {
  private final Core core;
  private final Operation<Listing> operation;
  private final boolean attributes;
  private int stale;

  StartListing(Core core, Operation<Listing> operation, boolean attributes) {
    this.core = core;
    this.operation = operation;
    this.attributes = attributes;
  }

  void begin() {
    Resolver.resolve(core, operation, operation.path().names().size(), this);
  }

  @Override
  public void resolved(DirectoryEntry directory) {
    ListedDirectory listed =
        new ListedDirectory(directory.id(), operation.path(), operation.caller(), attributes);
    ListingPages pages = new ListingPages(core, listed);
    pages
        .prefetch()
        .whenComplete(
            (page, failure) -> {
              if (failure == null) {
                operation.complete(pages);
              } else {
                failOrResolveAnew(failure);
              }
            });
  }

  @Override
  public void unresolved(GigaException failure) {
    failOrResolveAnew(failure);
  }

  private void failOrResolveAnew(@Nullable Throwable failure) {
    GigaException cause =
        failure instanceof GigaException e ? e : operation.bug(new IllegalStateException(failure));
    if (cause.code() != ErrorCode.ESTALE) {
      operation.fail(cause);
    } else if (stale < NameOperation.MAX_STALE) {
      stale++;
      Resolver.forget(core, operation.path());
      begin();
    } else {
      operation.fail(operation.failure(ErrorCode.ENOENT, ""));
    }
  }
}
