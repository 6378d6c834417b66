package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.protocol.GigaException;

/**
 * Begins a listing: finds the directory and fetches the first page, so that whatever is wrong with
 * it is said at once. Used by one thread at a time.
 */
final class StartListing implements Resolution {
  private final Core core;
  private final Operation<Listing> operation;
  private final boolean attributes;
  private final StalePath stale;

  StartListing(Core core, Operation<Listing> operation, boolean attributes) {
    this.core = core;
    this.operation = operation;
    this.attributes = attributes;
    this.stale = new StalePath(operation);
  }

  void begin() {
    Resolver.resolve(core, operation, operation.path(), PathUse.DIRECTORY, this);
  }

  @Override
  public void resolved(Place place) {
    ListedDirectory listed =
        new ListedDirectory(
            place.requireDirectory().id(), operation.path(), operation.caller(), attributes);
    ListingPages pages = new ListingPages(core, listed);
    pages
        .prefetch()
        .whenComplete(
            (page, failure) -> {
              if (failure == null) {
                operation.complete(pages);
              } else {
                unresolved(operation.cause(failure));
              }
            });
  }

  @Override
  public void unresolved(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }
}
