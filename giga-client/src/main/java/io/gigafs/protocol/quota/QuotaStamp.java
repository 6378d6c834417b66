package io.gigafs.protocol.quota;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
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
  public void write(WireWriter out) {
    out.inodeOrNone(domain).varlong(count).flag(adds);
  }

  public static QuotaStamp read(WireReader in) {
    return new QuotaStamp(in.inodeOrNone(), in.varlong(), in.flag());
  }
}
