package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.INODE_OR_NONE;
import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Codec;
import org.jspecify.annotations.Nullable;

/**
 * Quota information that the owner of a name sends to the location to which the file, or another
 * name of it, moves.
 *
 * @param domain the directory that has the quota, null if there is none
 * @param count the newest usage count that the owner took part in, 0 if none
 * @param adds whether a name is added; if not, an existing one moves
 */
public record QuotaStamp(@Nullable InodeId domain, long count, boolean adds) {
  public static final Codec<QuotaStamp> CODEC =
      Codec.of(QuotaStamp.class, INODE_OR_NONE, VARLONG, FLAG);
}
