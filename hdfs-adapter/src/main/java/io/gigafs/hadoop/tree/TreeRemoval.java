package io.gigafs.hadoop.tree;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Removes a directory and everything below it, with many concurrent requests: all files first, then
 * the directories, the deepest ones first.
 */
public final class TreeRemoval {
  private static final int DIRECTORIES_AT_ONCE = 64;

  private final AsyncGigaClient client;

  public TreeRemoval(AsyncGigaClient client) {
    this.client = client;
  }

  /** Removes the tree; after a failure, it may be partly removed. */
  public void remove(GigaPath root) throws GigaException {
    HadoopTreeWalk walk = new HadoopTreeWalk(client, this::unlink);
    for (List<GigaPath> level : walk.walk(root)) {
      HadoopTreeWalk.forEach(
          level,
          directory -> HadoopTreeWalk.unlessMissing(client.removeDirectory(directory)),
          DIRECTORIES_AT_ONCE);
    }
  }

  private CompletableFuture<?> unlink(GigaPath directory, List<ListedEntry> entries) {
    return CompletableFuture.allOf(
        entries.stream()
            .map(entry -> client.unlink(directory.child(entry.name())))
            .map(HadoopTreeWalk::unlessMissing)
            .toArray(CompletableFuture[]::new));
  }
}
