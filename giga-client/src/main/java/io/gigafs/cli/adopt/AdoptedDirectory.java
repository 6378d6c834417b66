package io.gigafs.cli.adopt;

import io.gigafs.client.GigaPath;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.tree.TreeNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A directory that is being adopted. It gets its attributes once all of its entries exist: then it
 * is done, and a resumed adoption skips it.
 */
final class AdoptedDirectory extends TreeNode<AdoptedDirectory> {
  private final GigaPath path;
  private final SourceFile source;
  private final String location;
  private final CompletableFuture<?> exists;

  /** Belongs to the thread that reads the directory. */
  private double share;

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
    super(parent);
    this.path = path;
    this.source = source;
    this.location = location;
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

  /** Divides its part among itself and the directories in it; returns the part of each. */
  double divideShare(int directories) {
    share /= directories + 1;
    return share;
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
}
