package io.gigafs.protocol.transaction;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * The parent of a directory.
 *
 * @param quotaDomain the nearest directory on the path to the root, itself included, that has a
 *     quota; null if there is none
 */
public record ParentResult(InodeId parent, @Nullable InodeId quotaDomain) implements Result {
  public static final Codec<ParentResult> CODEC =
      Codec.of(ParentResult.class, ParentResult::write, ParentResult::read);

  void write(WireWriter out) {
    out.inode(parent).inodeOrNone(quotaDomain);
  }

  static ParentResult read(WireReader in) {
    return new ParentResult(in.inode(), in.inodeOrNone());
  }
}
