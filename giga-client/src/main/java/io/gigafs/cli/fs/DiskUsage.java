package io.gigafs.cli.fs;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;

/**
 * Sums up the contents of trees, with directories in parallel. A file with several names is counted
 * once across all trees, which requires memory for each of them.
 */
final class DiskUsage {
  private final AsyncGigaClient client;
  private final boolean countsLinks;
  private final Teller teller;
  private final BiConsumer<Operand, Throwable> failed;
  private final Set<InodeId> seen = ConcurrentHashMap.newKeySet();

  /** Receives the sum of a file, or of a directory and its contents; called by several threads. */
  interface Teller {
    /**
     * Receives a sum.
     *
     * @param depth below the operand
     */
    void accept(Operand operand, boolean directory, int depth, Sum sum);
  }

  /** The totals. Safe for use by several threads. */
  static final class Sum {
    private long bytes;
    private long entries;

    synchronized void add(long moreBytes, long moreEntries) {
      bytes += moreBytes;
      entries += moreEntries;
    }

    void add(Sum other) {
      add(other.bytes(), other.entries());
    }

    synchronized long bytes() {
      return bytes;
    }

    synchronized long entries() {
      return entries;
    }
  }

  DiskUsage(
      AsyncGigaClient client,
      boolean countsLinks,
      Teller teller,
      BiConsumer<Operand, Throwable> failed) {
    this.client = client;
    this.countsLinks = countsLinks;
    this.teller = teller;
    this.failed = failed;
  }

  /** Sums up an operand and its contents. */
  Sum measure(Operand top, FileAttributes attributes) {
    if (!attributes.isDirectory()) {
      Sum sum = sumOf(attributes);
      if (sum.entries() > 0) {
        teller.accept(top, false, 0, sum);
      }
      return sum;
    }
    Walk visitor = new Walk(top);
    try (TreeWalk walk = new TreeWalk(client, true, visitor)) {
      walk.walk(top);
    }
    return visitor.end();
  }

  private Sum sumOf(FileAttributes attributes) {
    Sum sum = new Sum();
    if (countsLinks || attributes.links() < 2 || seen.add(attributes.inode())) {
      sum.add(attributes.size(), 1);
    }
    return sum;
  }

  private final class Walk implements TreeWalk.Visitor {
    private final Operand top;
    private final int topDepth;
    private final Map<GigaPath, Directory> open = new ConcurrentHashMap<>();
    private final Sum all;

    private record Directory(Operand operand, Sum sum) {}

    Walk(Operand top) {
      this.top = top;
      this.topDepth = top.path().names().size();
      this.all = begin(top);
    }

    /** A directory counts as an entry of no bytes. */
    private Sum begin(Operand directory) {
      Sum sum = new Sum();
      sum.add(0, 1);
      open.put(directory.path(), new Directory(directory, sum));
      return sum;
    }

    @Override
    public CompletableFuture<Boolean> enter(Operand directory, ListedEntry entry) {
      var unused = begin(directory);
      return CompletableFuture.completedFuture(true);
    }

    @Override
    public CompletableFuture<?> visit(Operand file, ListedEntry entry) {
      FileAttributes attributes = entry.attributes();
      if (attributes != null) {
        Sum sum = sumOf(attributes);
        accept(file, false, sum);
        addTo(file.path().parent(), sum);
      }
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<?> leave(Operand directory) {
      left(directory.path());
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void failed(Operand operand, Throwable thrown) {
      failed.accept(operand, thrown);
    }

    private void left(GigaPath path) {
      Directory directory = open.remove(path);
      if (directory != null) {
        accept(directory.operand(), true, directory.sum());
        if (!path.equals(top.path())) {
          addTo(path.parent(), directory.sum());
        }
      }
    }

    private void addTo(GigaPath path, Sum sum) {
      Directory directory = open.get(path);
      if (directory != null && sum.entries() > 0) {
        directory.sum().add(sum);
      }
    }

    private void accept(Operand operand, boolean directory, Sum sum) {
      if (sum.entries() > 0) {
        teller.accept(operand, directory, operand.path().names().size() - topDepth, sum);
      }
    }

    /** Finishes directories whose listing failed, which the walk did not leave. */
    private Sum end() {
      List<GigaPath> rest = new java.util.ArrayList<>(open.keySet());
      rest.sort(Comparator.comparingInt((GigaPath path) -> path.names().size()).reversed());
      rest.forEach(this::left);
      return all;
    }
  }
}
