package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * A permit, or that there is none now.
 *
 * @param permit null while somebody may write to the file's object, or it has none
 * @param waitMillis for how long the permit is good for certain; without one, when to ask again at
 *     the earliest
 */
public record CachePermitResult(@Nullable BlockPermit permit, int waitMillis) implements Result {
  void write(WireWriter out) {
    out.flag(permit != null);
    if (permit != null) {
      permit.write(out);
    }
    out.count(waitMillis);
  }

  static CachePermitResult read(WireReader in) {
    return new CachePermitResult(in.flag() ? BlockPermit.read(in) : null, in.count());
  }
}
