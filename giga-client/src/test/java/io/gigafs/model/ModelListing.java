package io.gigafs.model;

import io.gigafs.client.Listing;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A snapshot of a directory's entries, page by page. */
final class ModelListing implements Listing {
  private static final int PAGE = 3;

  private final ModelRequests requests;
  private final Iterator<ListedEntry> entries;

  ModelListing(ModelRequests requests, Iterator<ListedEntry> entries) {
    this.requests = requests;
    this.entries = entries;
  }

  @Override
  public CompletableFuture<List<ListedEntry>> nextPage() {
    return requests.answer(
        () -> {
          List<ListedEntry> page = new ArrayList<>();
          while (entries.hasNext() && page.size() < PAGE) {
            page.add(entries.next());
          }
          return page;
        });
  }

  @Override
  public void close() {}
}
