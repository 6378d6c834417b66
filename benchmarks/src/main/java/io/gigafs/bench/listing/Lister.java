package io.gigafs.bench.listing;

import io.gigafs.cli.Futures;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.IOException;
import java.util.List;

/** Lists a directory with attributes, page after page, as one program does. Not thread-safe. */
final class Lister {
  private final AsyncGigaClient client;
  private final GigaPath directory;
  private final long entries;

  /**
   * Creates a lister.
   *
   * @param entries expected number of entries: a listing with a different number fails
   */
  Lister(AsyncGigaClient client, GigaPath directory, long entries) {
    this.client = client;
    this.directory = directory;
    this.entries = entries;
  }

  /**
   * Lists the whole directory, repeatedly until it has seen a number of entries.
   *
   * @return entries per second
   */
  double rate(long wanted) throws IOException, InterruptedException {
    long seen = 0;
    long began = System.nanoTime();
    do {
      seen += list();
    } while (seen < wanted);
    return seen / ((System.nanoTime() - began) / 1e9);
  }

  private long list() throws IOException, InterruptedException {
    long listed = 0;
    try (var listing = Futures.await(client.list(directory, true))) {
      for (List<ListedEntry> page = Futures.await(listing.nextPage());
          !page.isEmpty();
          page = Futures.await(listing.nextPage())) {
        listed += page.size();
        if (Thread.interrupted()) {
          throw new InterruptedException("interrupted while " + directory + " is listed");
        }
      }
    }
    if (listed != entries) {
      throw new IOException(
          directory + " has " + entries + " entries, and its listing has " + listed);
    }
    return listed;
  }
}
