package io.gigafs.tree;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.IOException;
import java.util.List;

/**
 * A tree in a cluster. Links are entries like others; none is followed.
 *
 * @param attributes whether entries are listed with their attributes
 */
public record ClusterTree(AsyncGigaClient client, boolean attributes)
    implements TreeSource<GigaPath, ListedEntry> {
  @Override
  public void list(GigaPath directory, Pages<ListedEntry> pages) throws IOException {
    try (Listing listing = Futures.await(client.list(directory, attributes))) {
      List<ListedEntry> page = Futures.await(listing.nextPage());
      while (!page.isEmpty() && pages.take(page, false)) {
        page = Futures.await(listing.nextPage());
      }
    }
  }

  @Override
  public boolean isDirectory(ListedEntry entry) {
    return entry.type() == FileType.DIRECTORY;
  }
}
