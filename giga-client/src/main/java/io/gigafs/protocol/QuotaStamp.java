package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import org.jspecify.annotations.Nullable;

/**
 * What the holder of a name tells of the quota that bounds it to where the file, or another name of
 * it, is to go.
 *
 * @param domain the directory that has the quota, null if there is none
 * @param count the newest count of the quota's usage that the holder had a part in, 0 if none
 * @param adds whether there will be a name more; if not, what there is only moves
 */
public record QuotaStamp(@Nullable InodeId domain, long count, boolean adds) {
  void write(WireWriter out) {
    out.inodeOrNone(domain).varlong(count).flag(adds);
  }

  static QuotaStamp read(WireReader in) {
    return new QuotaStamp(in.inodeOrNone(), in.varlong(), in.flag());
  }
}
