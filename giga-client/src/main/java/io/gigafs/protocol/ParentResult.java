package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import org.jspecify.annotations.Nullable;

/**
 * Where a directory is.
 *
 * @param quotaDomain the nearest directory upwards, itself included, that has a quota; null if none
 *     has
 */
public record ParentResult(InodeId parent, @Nullable InodeId quotaDomain) implements Result {
  void write(WireWriter out) {
    out.inode(parent).inodeOrNone(quotaDomain);
  }

  static ParentResult read(WireReader in) {
    return new ParentResult(in.inode(), in.inodeOrNone());
  }
}
