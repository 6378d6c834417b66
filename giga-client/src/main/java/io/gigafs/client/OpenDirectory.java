package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Position;
import org.jspecify.annotations.Nullable;

/**
 * An open directory: it can be listed for as long as it exists, under any name. Safe for use by
 * several threads. Servers keep no state for it, so it need not be closed.
 */
public interface OpenDirectory {
  InodeId inode();

  /**
   * Lists the entries from a position on, in the order of positions. A name's position never
   * changes, so a listing can resume from one, whatever happened to the directory since. If the
   * directory is gone, the first page fails with ESTALE.
   *
   * @param attributes whether entries come with all attributes
   */
  Listing list(Position from, boolean attributes);

  /**
   * Takes the listing of all entries that started when the directory was opened; null if it was
   * taken before. Its first page is from that time.
   */
  @Nullable Listing takeBegun();
}
