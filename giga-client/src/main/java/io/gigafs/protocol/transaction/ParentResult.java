package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.INODE;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * The parent of a directory.
 *
 * @param quotaDomain the nearest directory on the path to the root, itself included, that has a
 *     quota; null if there is none
 */
public record ParentResult(InodeId parent, @Nullable InodeId quotaDomain) implements Result {
  public static final Codec<ParentResult> CODEC =
      Codec.of(ParentResult.class, INODE, INODE_OR_NONE);
}
