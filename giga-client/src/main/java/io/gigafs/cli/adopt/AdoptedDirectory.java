package io.gigafs.cli.adopt;

import io.gigafs.client.GigaPath;
import io.gigafs.protocol.Xattr;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A directory that is being adopted. It gets its attributes when all that is in it is there: then
 * it is done, and an adoption that goes on later needs not look into it.
 */
final class AdoptedDirectory {
  private final GigaPath path;
  private final SourceFile source;
  private final String location;
  private final @Nullable AdoptedDirectory parent;
  private final double share;
  private final CompletableFuture<?> exists;

  /** Itself while it is being read, and what is in it and not made yet. */
  private final AtomicInteger pending = new AtomicInteger(1);

  private volatile boolean incomplete;
  private volatile List<Xattr> xattrs = List.of();

  /**
   * @param location its path on the volume, with a slash at the end; empty for the top
   * @param share which part of the tree it is taken for, 0 to 1
   * @param exists is done when it is there to take entries
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

  /** What is to hang on it in the end; before it is read to its end. */
  void setXattrs(List<Xattr> newXattrs) {
    xattrs = newXattrs;
  }

  List<Xattr> xattrs() {
    return xattrs;
  }

  /** Something more is to be made in it. */
  void begin() {
    pending.incrementAndGet();
  }

  /** Something is made; says whether that was all. */
  boolean end() {
    return pending.decrementAndGet() == 0;
  }

  /** Not all that is in it is adopted, or below it. */
  void setIncomplete() {
    for (AdoptedDirectory each = this; each != null; each = each.parent) {
      each.incomplete = true;
    }
  }

  boolean isIncomplete() {
    return incomplete;
  }
}
