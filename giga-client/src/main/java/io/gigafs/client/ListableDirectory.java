package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Position;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A directory that was opened, with the listing that began meanwhile. */
final class ListableDirectory implements OpenDirectory {
  private final Core core;
  private final ListedDirectory directory;

  /** For the first who lists all of it. */
  private final AtomicReference<@Nullable Listing> begun;

  ListableDirectory(Core core, ListedDirectory directory, Listing begun) {
    this.core = core;
    this.directory = directory;
    this.begun = new AtomicReference<>(begun);
  }

  @Override
  public InodeId inode() {
    return directory.id();
  }

  @Override
  public Listing list(Position from, boolean attributes) {
    boolean isBegun = from.equals(Position.FIRST) && attributes == directory.attributes();
    Listing first = isBegun ? begun.getAndSet(null) : null;
    return first == null
        ? new ListingPages(
            core,
            new ListedDirectory(directory.id(), directory.path(), directory.caller(), attributes),
            from)
        : first;
  }
}
