package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import org.jspecify.annotations.Nullable;

/**
 * The parent of a directory.
 *
 * @param quotaDomain the nearest directory on the path to the root, itself included, that has a
 *     quota; null if there is none
 */
public record ParentResult(InodeId parent, @Nullable InodeId quotaDomain) implements Result {
  void write(WireWriter out) {
    out.inode(parent).inodeOrNone(quotaDomain);
  }

  static ParentResult read(WireReader in) {
    return new ParentResult(in.inode(), in.inodeOrNone());
  }
}
