package io.gigafs.tree;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Removes trees of a cluster with many concurrent requests, files before their directories. Links
 * are not followed. After a failure, the directories above it remain. Removals are started by one
 * thread at a time.
 */
public final class TreeRemoval implements AutoCloseable {
  private final AsyncGigaClient client;
  private final Listener listener;
  private final TreeWalk<PathNode, ListedEntry> walk;

  /** Learns of what was removed and what was not. Called by several threads. */
  public interface Listener {
    default void removed(GigaPath path, boolean directory) {}

    OnFailure failed(GigaPath path, IOException thrown);
  }

  public TreeRemoval(AsyncGigaClient client, Listener listener) {
    this.client = client;
    this.listener = listener;
    this.walk = new TreeWalk<>(new ClusterTree(client, false).by(PathNode::path), new Removing());
  }

  /**
   * Removes a directory and everything below it.
   *
   * @throws IOException the failure that ended the removal, if the listener decided so
   */
  public void remove(GigaPath top) throws IOException {
    walk.walk(new PathNode(null, top));
  }

  @Override
  public void close() {
    walk.close();
  }

  private final class Removing implements TreeWalk.Visitor<PathNode, ListedEntry> {
    @Override
    public CompletableFuture<?> visit(PathNode directory, ListedEntry file) {
      GigaPath path = directory.path().child(file.name());
      return client.unlink(path).thenRun(() -> listener.removed(path, false));
    }

    @Override
    public PathNode enter(PathNode parent, ListedEntry directory) {
      return new PathNode(parent, parent.path().child(directory.name()));
    }

    @Override
    public CompletableFuture<?> leave(PathNode directory) {
      GigaPath path = directory.path();
      return directory.isIncomplete()
          ? CompletableFuture.completedFuture(null)
          : client.removeDirectory(path).thenRun(() -> listener.removed(path, true));
    }

    @Override
    public OnFailure failed(PathNode directory, @Nullable ListedEntry entry, IOException thrown) {
      GigaPath path = directory.path();
      return listener.failed(entry == null ? path : path.child(entry.name()), thrown);
    }
  }
}
