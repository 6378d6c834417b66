package io.gigafs.hadoop;

import io.gigafs.client.Awaiting;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.hadoop.failure.HadoopExceptions;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Queue;
import org.apache.hadoop.fs.FSLinkResolver;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.jspecify.annotations.Nullable;

/** Lists a directory page by page. For one thread. */
final class DirectoryListing implements RemoteIterator<FileStatus>, Closeable {
  private final GigaClient client;
  private final HadoopPaths paths;
  private final Statuses statuses;
  private final Path directory;
  private final ChildPaths children;
  private final GigaPath path;
  private final Listing listing;
  private final Queue<ListedEntry> page = new ArrayDeque<>();
  private boolean ended;

  /**
   * Starts a listing.
   *
   * @param directory the path in statuses; path is the one in the cluster
   * @throws GigaException with the code ENOTDIR if it is not a directory
   */
  DirectoryListing(
      GigaClient client, HadoopPaths paths, Statuses statuses, Path directory, GigaPath path)
      throws GigaException {
    this.client = client;
    this.paths = paths;
    this.statuses = statuses;
    this.directory = directory;
    this.children = new ChildPaths(paths, directory);
    this.path = path;
    this.listing = Awaiting.result(client.async().list(path, true));
    fetch();
  }

  private void fetch() throws GigaException {
    List<ListedEntry> entries = Awaiting.result(listing.nextPage());
    ended = entries.isEmpty();
    page.addAll(entries);
  }

  @Override
  public boolean hasNext() throws IOException {
    try {
      while (page.isEmpty() && !ended) {
        fetch();
      }
    } catch (GigaException e) {
      throw HadoopExceptions.ofLooking(directory, e);
    }
    return !page.isEmpty();
  }

  @Override
  public FileStatus next() throws IOException {
    if (!hasNext()) {
      throw new NoSuchElementException("no more entries in " + directory);
    }
    ListedEntry entry = page.remove();
    Path at = children.of(entry.name());
    try {
      return statuses.of(at, attributes(entry), target(at, entry));
    } catch (GigaException e) {
      throw HadoopExceptions.ofLooking(at, e);
    }
  }

  private FileAttributes attributes(ListedEntry entry) throws GigaException {
    FileAttributes attributes = entry.attributes();
    return attributes == null ? client.stat(path.child(entry.name()), Follow.NO) : attributes;
  }

  private @Nullable Path target(Path link, ListedEntry entry) throws GigaException {
    if (entry.type() != FileType.SYMLINK) {
      return null;
    }
    byte[] target = client.readLink(path.child(entry.name()));
    return FSLinkResolver.qualifySymlinkTarget(
        paths.uri(), link, new Path(new String(target, StandardCharsets.UTF_8)));
  }

  @Override
  public void close() {
    listing.close();
  }
}
