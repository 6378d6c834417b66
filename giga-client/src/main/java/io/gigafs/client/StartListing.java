package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.protocol.GigaException;
import java.util.function.BiFunction;

/**
 * Begins a listing: finds the directory and fetches the first page, so that whatever is wrong with
 * it is said at once. Used by one thread at a time.
 *
 * @param <T> what the caller gets
 */
final class StartListing<T> implements Resolution {
  private final Core core;
  private final Operation<T> operation;
  private final boolean attributes;
  private final BiFunction<ListedDirectory, ListingPages, T> begun;
  private final StalePath stale;

  /**
   * @param begun makes what the caller gets, of what is listed and the listing that began
   */
  StartListing(
      Core core,
      Operation<T> operation,
      boolean attributes,
      BiFunction<ListedDirectory, ListingPages, T> begun) {
    this.core = core;
    this.operation = operation;
    this.attributes = attributes;
    this.begun = begun;
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
                operation.complete(begun.apply(listed, pages));
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
