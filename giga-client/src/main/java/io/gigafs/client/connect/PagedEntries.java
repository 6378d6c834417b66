package io.gigafs.client.connect;

import io.gigafs.client.Awaiting;
import io.gigafs.client.GigaClient;
import io.gigafs.client.Listing;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.UncheckedIOException;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The entries of a listing, page by page. For one thread. */
final class PagedEntries implements GigaClient.EntryIterator {
  private final Listing listing;
  private Iterator<ListedEntry> page = Collections.emptyIterator();
  private boolean ended;

  PagedEntries(Listing listing) {
    this.listing = listing;
  }

  @Override
  public boolean hasNext() {
    if (!page.hasNext() && !ended) {
      try {
        page = Awaiting.result(listing.nextPage()).iterator();
      } catch (GigaException e) {
        throw new UncheckedIOException(e);
      }
      ended = !page.hasNext();
    }
    return page.hasNext();
  }

  @Override
  public ListedEntry next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return page.next();
  }

  @Override
  public void close() {
    ended = true;
    page = Collections.emptyIterator();
    listing.close();
  }
}
