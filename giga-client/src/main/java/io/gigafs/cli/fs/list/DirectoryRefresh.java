package io.gigafs.cli.fs.list;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Refreshes the attributes of listed directories. A listing has those of their entries; a
 * directory's size, link count and times are collected from its partitions only by a stat of the
 * directory itself.
 */
final class DirectoryRefresh {
  private final GigaClient client;
  private final boolean follows;

  /**
   * @param follows whether links are shown as their targets
   */
  DirectoryRefresh(GigaClient client, boolean follows) {
    this.client = client;
    this.follows = follows;
  }

  /** The items of entries of one directory; all subdirectories are queried in parallel. */
  List<LsItem> items(GigaPath directory, List<ListedEntry> entries, boolean refresh)
      throws GigaException {
    List<CompletableFuture<@Nullable FileAttributes>> fresh = new ArrayList<>();
    for (ListedEntry entry : entries) {
      FileAttributes listed = entry.attributes();
      fresh.add(
          listed != null && isAsked(listed, refresh)
              ? ask(directory.child(entry.name()), listed)
              : CompletableFuture.completedFuture(listed));
    }
    List<LsItem> items = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      items.add(LsItem.of(entries.get(i), fresh.get(i).join()));
    }
    return items;
  }

  private boolean isAsked(FileAttributes listed, boolean refresh) {
    return (refresh && listed.isDirectory()) || (follows && listed.type() == FileType.SYMLINK);
  }

  /** Queries a directory; uses the attributes of its entry if it is being removed. */
  private CompletableFuture<@Nullable FileAttributes> ask(GigaPath path, FileAttributes listed) {
    return client
        .async()
        .stat(path)
        .handle(
            (attributes, thrown) -> {
              if (thrown == null) {
                return attributes;
              }
              return isForgivable(ErrorText.unwrap(thrown)) ? listed : rethrow(thrown);
            });
  }

  private static boolean isForgivable(Throwable thrown) {
    return thrown instanceof GigaException e
        && (e.code() == ErrorCode.ENOENT
            || e.code() == ErrorCode.EACCES
            || e.code() == ErrorCode.ELOOP);
  }

  private static FileAttributes rethrow(Throwable thrown) {
    throw new java.util.concurrent.CompletionException(ErrorText.unwrap(thrown));
  }
}
