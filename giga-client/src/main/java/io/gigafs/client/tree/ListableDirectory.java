package io.gigafs.client.tree;

import io.gigafs.client.Listing;
import io.gigafs.client.OpenDirectory;
import io.gigafs.client.Target;
import io.gigafs.client.lease.LeaseContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.Position;
import io.gigafs.protocol.Caller;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** An open directory, with the listing that was started by its open. */
public final class ListableDirectory implements OpenDirectory {
  private final LeaseContext context;
  private final ListedDirectory directory;

  /** Null once it was taken. */
  private final AtomicReference<@Nullable Listing> begun;

  public ListableDirectory(LeaseContext context, ListedDirectory directory, Listing begun) {
    this.context = context;
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
        context,
        new ListedDirectory(directory.id(), directory.target(), directory.caller(), attributes),
        from);
  }

  @Override
  public @Nullable Listing takeBegun() {
    return begun.getAndSet(null);
  }

  /**
   * A directory to be listed. Immutable.
   *
   * @param target for messages
   * @param attributes whether entries come with all attributes
   */
  public record ListedDirectory(InodeId id, Target target, Caller caller, boolean attributes) {}
}
