package io.gigafs.cli.fs.list;

import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.tree.ClusterTree;
import io.gigafs.tree.OnFailure;
import io.gigafs.tree.TreeNode;
import io.gigafs.tree.TreeWalk;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Sums up the contents of trees, with directories in parallel. A file with several names is counted
 * once across all trees, which requires memory for each of them.
 */
final class DiskUsage {
  private final AsyncGigaClient client;
  private final boolean countsLinks;
  private final Reporter reporter;
  private final BiConsumer<Operand, Throwable> failed;
  private final Set<InodeId> seen = ConcurrentHashMap.newKeySet();

  /** Receives the sum of a file, or of a directory and its contents; called by several threads. */
  interface Reporter {
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
      Reporter reporter,
      BiConsumer<Operand, Throwable> failed) {
    this.client = client;
    this.countsLinks = countsLinks;
    this.reporter = reporter;
    this.failed = failed;
  }

  /** Sums up an operand and its contents. */
  Sum measure(Operand top, FileAttributes attributes) throws IOException {
    if (!attributes.isDirectory()) {
      Sum sum = sumOf(attributes);
      accept(top, false, 0, sum);
      return sum;
    }
    Directory directory = new Directory(null, top);
    try (TreeWalk<Directory, ListedEntry> walk =
        new TreeWalk<>(
            new ClusterTree(client, true).by((Directory each) -> each.operand.path()),
            new Summing())) {
      walk.walk(directory);
    }
    return directory.sum;
  }

  private Sum sumOf(FileAttributes attributes) {
    Sum sum = new Sum();
    if (countsLinks || attributes.links() < 2 || seen.add(attributes.inode())) {
      sum.add(attributes.size(), 1);
    }
    return sum;
  }

  private void accept(Operand operand, boolean directory, int depth, Sum sum) {
    if (sum.entries() > 0) {
      reporter.accept(operand, directory, depth, sum);
    }
  }

  /** A directory, which itself counts as an entry of no bytes. */
  private static final class Directory extends TreeNode<Directory> {
    private final Operand operand;
    private final Sum sum = new Sum();

    Directory(@Nullable Directory parent, Operand operand) {
      super(parent);
      this.operand = operand;
      sum.add(0, 1);
    }
  }

  private final class Summing implements TreeWalk.Visitor<Directory, ListedEntry> {
    @Override
    public Directory enter(Directory parent, ListedEntry entry) {
      return new Directory(parent, parent.operand.child(entry.name()));
    }

    @Override
    public CompletableFuture<?> visit(Directory directory, ListedEntry file) {
      FileAttributes attributes = file.attributes();
      if (attributes != null) {
        Sum sum = sumOf(attributes);
        DiskUsage.this.accept(
            directory.operand.child(file.name()), false, directory.depth() + 1, sum);
        directory.sum.add(sum);
      }
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<?> leave(Directory directory) {
      DiskUsage.this.accept(directory.operand, true, directory.depth(), directory.sum);
      Directory parent = directory.parent();
      if (parent != null) {
        parent.sum.add(directory.sum);
      }
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public OnFailure failed(Directory directory, @Nullable ListedEntry entry, IOException thrown) {
      Operand operand = directory.operand;
      failed.accept(entry == null ? operand : operand.child(entry.name()), thrown);
      return OnFailure.CONTINUE;
    }
  }
}
