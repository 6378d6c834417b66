package io.gigafs.client.tree;

import io.gigafs.client.lookup.DirectoryOperation;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.client.tree.ListableDirectory.ListedDirectory;
import io.gigafs.concurrent.CallDeadline;
import java.util.function.BiFunction;

/**
 * Starts a listing: resolves the directory and fetches the first page, so that errors are reported
 * at once. Used by one thread at a time.
 *
 * @param <T> what the caller gets
 */
public final class StartListing<T> extends DirectoryOperation<T> {
  private final boolean attributes;
  private final BiFunction<ListedDirectory, ListingPages, T> begun;

  /**
   * @param begun makes the caller's result from the directory and its listing
   */
  public StartListing(
      ClientContext context,
      ClientOperation<T> operation,
      boolean attributes,
      BiFunction<ListedDirectory, ListingPages, T> begun) {
    super(context, operation);
    this.attributes = attributes;
    this.begun = begun;
  }

  @Override
  public void resolved(ResolvedPath place) {
    ListedDirectory listed =
        new ListedDirectory(
            place.requireDirectory().id(), operation().target(), operation().caller(), attributes);
    ListingPages pages = new ListingPages(context(), listed);
    new CallDeadline(operation().deadlineNanos())
        .within(pages::prefetch)
        .whenComplete(
            (page, failure) -> {
              if (failure == null) {
                operation().complete(begun.apply(listed, pages));
              } else {
                unresolved(operation().cause(failure));
              }
            });
  }
}
