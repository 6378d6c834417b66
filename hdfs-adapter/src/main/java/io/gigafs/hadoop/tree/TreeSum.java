package io.gigafs.hadoop.tree;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.ListedEntry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a directory and all below it add up to.
 *
 * @param files everything but directories
 * @param directories with the one that is asked for
 * @param bytes of regular files
 */
public record TreeSum(long files, long directories, long bytes) {
  /** Adds up, with many directories listed at a time. */
  public static TreeSum of(AsyncGigaClient client, GigaPath root) throws GigaException {
    LongAdder files = new LongAdder();
    LongAdder bytes = new LongAdder();
    TreeWalk walk =
        new TreeWalk(
            client,
            true,
            (directory, entries) -> {
              files.add(entries.size());
              bytes.add(bytesOf(entries));
              return CompletableFuture.completedFuture(null);
            });
    long directories = walk.walk(root).stream().mapToLong(List::size).sum();
    return new TreeSum(files.sum(), directories, bytes.sum());
  }

  private static long bytesOf(List<ListedEntry> entries) {
    long bytes = 0;
    for (ListedEntry entry : entries) {
      FileAttributes attributes = entry.attributes();
      if (entry.type() == FileType.REGULAR && attributes != null) {
        bytes += attributes.size();
      }
    }
    return bytes;
  }
}
