package io.gigafs.client;

import io.gigafs.protocol.namespace.ListedEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A listing in progress, page by page; each page is fetched while the previous one is used. For one
 * user at a time.
 */
public interface Listing extends AutoCloseable {
  /**
   * The next page, never empty; an empty list at the end. To be called only when the previous page
   * has arrived; a failed page may be requested again.
   */
  CompletableFuture<List<ListedEntry>> nextPage();

  /** Ends the listing early. */
  @Override
  void close();
}
