package io.gigafs.cli.adopt;

import io.gigafs.client.GigaPath;
import io.gigafs.protocol.namespace.Xattr;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A directory that is being adopted. It gets its attributes once all of its entries exist: then it
 * is done, and a resumed adoption skips it.
 */
final class AdoptedDirectory {
  private final GigaPath path;
  private final SourceFile source;
  private final String location;
  private final @Nullable AdoptedDirectory parent;
  private final double share;
  private final CompletableFuture<?> exists;

  /** Number of entries not created yet, plus one while the directory is being read. */
  private final AtomicInteger pending = new AtomicInteger(1);

  private volatile boolean incomplete;
  private volatile List<Xattr> xattrs = List.of();

  /**
   * @param location its path on the volume, with a slash at the end; empty for the top
   * @param share its estimated part of the tree, 0 to 1
   * @param exists completes when entries can be created in it
   */
  AdoptedDirectory(
      GigaPath path,
      SourceFile source,
      String location,
      @Nullable AdoptedDirectory parent,
      double share,
      CompletableFuture<?> exists) {
    this.path = path;
    this.source = source;
    this.location = location;
    this.parent = parent;
    this.share = share;
    this.exists = exists;
  }

  GigaPath path() {
    return path;
  }

  SourceFile source() {
    return source;
  }

  String location() {
    return location;
  }

  @Nullable AdoptedDirectory parent() {
    return parent;
  }

  double share() {
    return share;
  }

  CompletableFuture<?> exists() {
    return exists;
  }

  /**
   * Sets the extended attributes that it gets at the end. Must be called before it is completely
   * read.
   */
  void setXattrs(List<Xattr> newXattrs) {
    xattrs = newXattrs;
  }

  List<Xattr> xattrs() {
    return xattrs;
  }

  /** Begins another entry. */
  void begin() {
    pending.incrementAndGet();
  }

  /** Ends an entry; returns whether it was the last. */
  boolean end() {
    return pending.decrementAndGet() == 0;
  }

  /** Marks it and its parents: an entry in it, or below it, was not adopted. */
  void setIncomplete() {
    for (AdoptedDirectory each = this; each != null; each = each.parent) {
      each.incomplete = true;
    }
  }

  boolean isIncomplete() {
    return incomplete;
  }
}
