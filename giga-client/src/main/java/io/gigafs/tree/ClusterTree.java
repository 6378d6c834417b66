package io.gigafs.tree;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.tree.OrderedWalk.TreeListing;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * A tree in a cluster. Links are entries like others; none is followed.
 *
 * @param attributes whether entries are listed with their attributes
 */
public record ClusterTree(AsyncGigaClient client, boolean attributes)
    implements TreeSource<GigaPath, ListedEntry>, TreeListing.Source<GigaPath, ListedEntry> {
  @Override
  public CompletableFuture<TreeListing<ListedEntry>> open(GigaPath directory) {
    return client.list(directory, attributes).thenApply(ClusterListing::new);
  }

  private record ClusterListing(Listing pages) implements TreeListing<ListedEntry> {
    @Override
    public CompletableFuture<List<ListedEntry>> nextPage() {
      return pages.nextPage();
    }

    @Override
    public void close() {
      pages.close();
    }
  }

  @Override
  public void list(GigaPath directory, Pages<ListedEntry> pages) throws IOException {
    try (TreeListing<ListedEntry> listing = Futures.await(open(directory))) {
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
