package io.gigafs.protocol.cache;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * A permit, or when to request one again.
 *
 * @param permit null while a client may write to the file's object, or if the file has none
 * @param waitMillis with a permit, how long it is certainly valid; without one, the earliest time
 *     to request one again
 */
public record CachePermitResult(@Nullable BlockPermit permit, int waitMillis) implements Result {
  public static final Codec<CachePermitResult> CODEC =
      Codec.of(CachePermitResult.class, CachePermitResult::write, CachePermitResult::read);

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
