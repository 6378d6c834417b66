package io.gigafs.client.tree;

import io.gigafs.client.Listing;
import io.gigafs.client.lease.LeaseContext;
import io.gigafs.client.tree.ListableDirectory.ListedDirectory;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.index.Position;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListRequest.ListResult.Cursor;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A listing that walks along the directory's positions. Safe for use by several threads, by one at
 * a time.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The cursor only moves forward, and only when a page has arrived completely: no entry is
 *       listed twice or missed, whatever splits meanwhile. A failed page may be requested again.
 *   <li>At most one page is being fetched, and none while another waits to be used.
 * </ol>
 */
public final class ListingPages implements Listing {
  private final LeaseContext context;
  private final ListedDirectory directory;

  /** Where the listing starts. */
  private final Cursor start;

  /** Where to continue; null at the end. Guarded by this. */
  private @Nullable Cursor cursor;

  /** The page that was returned last. Guarded by this. */
  private Page current = Page.none();

  /** The page after the current one, once its fetch has started. Guarded by this. */
  private @Nullable Page ahead;

  /** Guarded by this. */
  private boolean closed;

  ListingPages(LeaseContext context, ListedDirectory directory) {
    this(context, directory, Position.FIRST);
  }

  /** A listing of the names from a position on. */
  ListingPages(LeaseContext context, ListedDirectory directory, Position from) {
    this.context = context;
    this.directory = directory;
    this.start = new Cursor(from, null);
    this.cursor = start;
  }

  /** A page. Whether it has arrived is guarded by the listing. */
  private static final class Page {
    private final CompletableFuture<List<ListedEntry>> entries = new CompletableFuture<>();
    private boolean came;

    static Page none() {
      Page page = new Page();
      page.came = true;
      return page;
    }
  }

  /** Fetches the first page ahead of its use; completes when it has arrived. */
  CompletableFuture<List<ListedEntry>> prefetch() {
    Page first = new Page();
    synchronized (this) {
      ahead = first;
    }
    fetch(first);
    return first.entries;
  }

  @Override
  public CompletableFuture<List<ListedEntry>> nextPage() {
    Page page;
    Page toFetch;
    synchronized (this) {
      if (closed) {
        return CompletableFuture.completedFuture(List.of());
      }
      if (!current.came) {
        throw new IllegalStateException("the previous page has not arrived yet");
      }
      if (ahead == null) {
        page = new Page();
        toFetch = page;
      } else {
        page = ahead;
        ahead = null;
        toFetch = page.came && cursor != null ? new Page() : null;
        ahead = toFetch;
      }
      current = page;
    }
    if (toFetch != null) {
      fetch(toFetch);
    }
    return page.entries;
  }

  @Override
  public synchronized void close() {
    closed = true;
    ahead = null;
  }

  private void fetch(Page page) {
    Cursor from;
    synchronized (this) {
      from = cursor;
    }
    if (from == null) {
      came(page, List.of(), null);
      return;
    }
    PageFetch.Fetched then =
        new PageFetch.Fetched() {
          @Override
          public void fetched(List<ListedEntry> entries, @Nullable Cursor next) {
            came(page, entries, next);
          }

          @Override
          public void notFetched(GigaException failure) {
            if (failure.code() == ErrorCode.ESTALE && !from.equals(start)) {
              // Removed since the listing began, hence empty from here on.
              came(page, List.of(), null);
            } else {
              failed(page, failure);
            }
          }
        };
    new PageFetch(context, directory, from, then).begin();
  }

  private void came(Page page, List<ListedEntry> entries, @Nullable Cursor next) {
    Page toFetch = null;
    synchronized (this) {
      page.came = true;
      cursor = next;
      if (page == current && next != null && !closed) {
        toFetch = new Page();
        ahead = toFetch;
      }
    }
    context.limit().complete(() -> page.entries.complete(entries));
    if (toFetch != null) {
      Page ofNoCall = toFetch;
      CallDeadline.NONE.run(() -> fetch(ofNoCall));
    }
  }

  private void failed(Page page, GigaException failure) {
    synchronized (this) {
      page.came = true;
    }
    context.limit().complete(() -> page.entries.completeExceptionally(failure));
  }
}
