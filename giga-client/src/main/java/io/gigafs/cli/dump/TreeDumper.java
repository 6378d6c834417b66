package io.gigafs.cli.dump;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Quota;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.tree.ClusterTree;
import io.gigafs.tree.OrderedWalk;
import io.gigafs.tree.OrderedWalk.TreeListing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Writes a directory and everything below it, depth first, the files of a page of a listing before
 * its directories. A failure ends the dump, except of entries that were removed meanwhile. Memory
 * is bounded as {@link OrderedWalk} says. For one thread.
 */
final class TreeDumper {
  /** Limits the directories whose details are requested ahead, as the walk limits listings. */
  private static final int DIRECTORY_SHARE = OrderedWalk.WINDOW / 8;

  private final AsyncGigaClient client;
  private final DumpWriter out;
  private final FileReads reads;
  private final ClusterTree tree;
  private long vanished;

  /**
   * Creates a dumper.
   *
   * @param withData whether files are written with their bytes
   * @param mostSmallBytes the maximum size of a file that is read at once
   */
  TreeDumper(AsyncGigaClient client, DumpWriter out, boolean withData, long mostSmallBytes) {
    this.client = client;
    this.out = out;
    this.reads = new FileReads(client, out, withData, mostSmallBytes);
    this.tree = new ClusterTree(client, true);
  }

  /** A directory of the dump, and what is written of it besides its attributes. */
  private static final class Dumped {
    private final GigaPath path;
    private final @Nullable Name name;
    private final FileAttributes attributes;
    private List<Xattr> xattrs = List.of();
    private @Nullable Quota quota;
    private boolean entered;

    /**
     * @param name null for the top
     */
    Dumped(GigaPath path, @Nullable Name name, FileAttributes attributes) {
      this.path = path;
      this.name = name;
      this.attributes = attributes;
    }
  }

  /** What is requested for an entry: the details of a file, or of a directory. */
  private record Details(
      FileReads.@Nullable Reading file, List<Xattr> xattrs, @Nullable Quota quota) {}

  /** Entries that were removed after the listing of their directory. */
  long vanished() {
    return vanished + reads.vanished();
  }

  /** Files of which only the attributes are in the dump. */
  long without() {
    return reads.without();
  }

  /** Writes the tree, without ending the dump. */
  void dump(GigaPath top) throws IOException {
    FileAttributes attributes = Futures.await(client.stat(top));
    if (!attributes.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(Operand.of(top).shown());
    }
    Details details = Futures.await(detailsOf(top, true));
    new OrderedWalk<>(this::open, new Visit())
        .walk(with(new Dumped(top, null, attributes), details));
  }

  private CompletableFuture<TreeListing<ListedEntry>> open(Dumped directory) {
    return tree.open(directory.path).thenApply(FilesFirst::new);
  }

  /** A listing whose pages have their files first. */
  private record FilesFirst(TreeListing<ListedEntry> listing) implements TreeListing<ListedEntry> {
    @Override
    public CompletableFuture<List<ListedEntry>> nextPage() {
      return listing.nextPage().thenApply(this::sorted);
    }

    private List<ListedEntry> sorted(List<ListedEntry> page) {
      List<ListedEntry> sorted = new ArrayList<>(page.size());
      page.stream().filter(entry -> !isDirectory(entry)).forEach(sorted::add);
      page.stream().filter(TreeDumper::isDirectory).forEach(sorted::add);
      return sorted;
    }

    @Override
    public void close() {
      listing.close();
    }
  }

  private static boolean isDirectory(ListedEntry entry) {
    FileAttributes attributes = entry.attributes();
    return attributes != null && attributes.isDirectory();
  }

  private CompletableFuture<Details> detailsOf(GigaPath path, boolean mayHaveXattrs) {
    CompletableFuture<List<Xattr>> xattrs =
        mayHaveXattrs
            ? client.listXattrs(path, Follow.NO)
            : CompletableFuture.completedFuture(List.of());
    CompletableFuture<@Nullable Quota> quota =
        client
            .quota(path)
            .<@Nullable Quota>thenApply(found -> found)
            .exceptionallyCompose(
                failure ->
                    ErrorText.isError(failure, ErrorCode.ENODATA)
                        ? CompletableFuture.completedFuture(null)
                        : CompletableFuture.failedFuture(failure));
    return xattrs.thenCombine(quota, (found, limits) -> new Details(null, found, limits));
  }

  private static Dumped with(Dumped directory, Details details) {
    directory.xattrs = details.xattrs;
    directory.quota = details.quota;
    return directory;
  }

  private final class Visit implements OrderedWalk.Visitor<Dumped, ListedEntry, Details> {
    @Override
    public CompletableFuture<Details> ask(Dumped directory, ListedEntry entry) {
      GigaPath path = directory.path.child(entry.name());
      if (entry.attributes() == null) {
        return CompletableFuture.failedFuture(
            ErrorCode.EPROTO.exception(Operand.of(path).shown() + " is listed without attributes"));
      }
      return isDirectory(entry)
          ? detailsOf(path, entry.mayHaveXattrs())
          : CompletableFuture.completedFuture(
              new Details(reads.begin(path, entry), List.of(), null));
    }

    @Override
    public int share(Dumped directory, ListedEntry entry) {
      if (entry.attributes() == null) {
        return 1;
      }
      return isDirectory(entry) ? DIRECTORY_SHARE : reads.share(entry);
    }

    @Override
    public @Nullable Dumped listAhead(Dumped directory, ListedEntry entry) {
      return isDirectory(entry) ? dumped(directory, entry) : null;
    }

    private Dumped dumped(Dumped directory, ListedEntry entry) {
      return new Dumped(
          directory.path.child(entry.name()),
          entry.name(),
          Objects.requireNonNull(entry.attributes()));
    }

    @Override
    public @Nullable Dumped accept(Dumped directory, ListedEntry entry, Details details)
        throws IOException {
      if (details.file != null) {
        reads.write(details.file);
        return null;
      }
      return with(dumped(directory, entry), details);
    }

    @Override
    public void enter(Dumped directory) throws IOException {
      directory.entered = true;
      out.enter(directory.name, directory.attributes);
      for (Xattr xattr : directory.xattrs) {
        out.more(new DumpRecord.Attribute(xattr));
      }
      Quota quota = directory.quota;
      if (quota != null) {
        out.more(new DumpRecord.Quota(quota.maxEntries(), quota.maxBytes()));
      }
      if (directory.attributes.flags() != 0) {
        out.more(new DumpRecord.Flags(directory.attributes.flags()));
      }
    }

    @Override
    public void leave(Dumped directory) throws IOException {
      if (directory.entered) {
        out.leave();
      }
    }

    /**
     * A directory that cannot be entered any more, or the details of which are gone, is left out.
     */
    @Override
    public @Nullable Dumped failed(Dumped directory, @Nullable ListedEntry entry, Throwable thrown)
        throws IOException {
      boolean isAbsent =
          entry == null ? !directory.entered && directory.name != null : isDirectory(entry);
      if (!isAbsent || !ErrorText.isError(thrown, ErrorCode.ENOENT, ErrorCode.ENOTDIR)) {
        if (thrown instanceof IOException failure) {
          throw failure;
        }
        throw new CompletionException(thrown);
      }
      vanished++;
      return null;
    }
  }
}
