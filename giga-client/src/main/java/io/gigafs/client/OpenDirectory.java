package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Position;
import org.jspecify.annotations.Nullable;

/**
 * A directory that is open: it can be listed for as long as it is there, under whatever name. Safe
 * for use by several threads. Servers keep nothing of it, so it need not be closed.
 */
public interface OpenDirectory {
  InodeId inode();

  /**
   * Lists the entries whose names do not lie before a position, in the order of positions: a name's
   * position is for ever, so a listing goes on from one, whatever happened to the directory since.
   * If the directory is gone, the first page fails with ESTALE.
   *
   * @param attributes whether entries come with all attributes
   */
  Listing list(Position from, boolean attributes);

  /**
   * Takes the listing of all entries that began when the directory was opened; null if it was taken
   * already. Its first page is of that time.
   */
  @Nullable Listing takeBegun();
}
