package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Position;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An open directory, with the listing that was started by its open. */
final class ListableDirectory implements OpenDirectory {
  private final Core core;
  private final ListedDirectory directory;

  /** Null once it was taken. */
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
    return new ListingPages(
        core,
        new ListedDirectory(directory.id(), directory.path(), directory.caller(), attributes),
        from);
  }

  @Override
  public @Nullable Listing takeBegun() {
    return begun.getAndSet(null);
  }
}
