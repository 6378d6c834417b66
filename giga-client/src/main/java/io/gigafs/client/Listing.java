package io.gigafs.client;

import io.gigafs.protocol.ListedEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A listing under way: pages one after the other, each fetched while the one before is being used.
 * For one user at a time.
 */
public interface Listing extends AutoCloseable {
  /**
   * The next page, never empty; an empty list at the end. To be asked for when the page before has
   * come; one that failed may be asked for again.
   */
  CompletableFuture<List<ListedEntry>> nextPage();

  /** Ends the listing early. */
  @Override
  void close();
}
