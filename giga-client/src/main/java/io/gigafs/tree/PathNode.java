package io.gigafs.tree;

import io.gigafs.client.GigaPath;
import org.jspecify.annotations.Nullable;

/** A directory of a cluster, of which a run keeps the path alone. */
public final class PathNode extends TreeNode<PathNode> {
  private final GigaPath path;

  public PathNode(@Nullable PathNode parent, GigaPath path) {
    super(parent);
    this.path = path;
  }

  public GigaPath path() {
    return path;
  }
}
