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

  private double entryShare;

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

  /**
   * Divides its part among directories in it; if they are the last, also itself. While it is not
   * known how many others follow, half of its part is kept for them.
   */
  void divideShare(int directories, boolean last) {
    double divided = last ? share : share / 2;
    entryShare = divided / (last ? directories + 1 : directories);
    share = last ? entryShare : share - divided;
  }

  /** Its own part, once it was divided. */
  double share() {
    return share;
  }

  /** The part of each directory that it was last divided among. */
  double entryShare() {
    return entryShare;
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
