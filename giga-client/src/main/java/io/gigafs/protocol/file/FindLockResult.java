package io.gigafs.protocol.file;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import org.jspecify.annotations.Nullable;

/**
 * A conflicting lock.
 *
 * @param lock null if there is no conflict
 */
public record FindLockResult(@Nullable LockInfo lock) implements Result {
  public static final Codec<FindLockResult> CODEC =
      Codec.of(FindLockResult.class, FindLockResult::write, FindLockResult::read);

  /**
   * A lock that is held.
   *
   * @param owner the lock's owner, as numbered by its client
   * @param own whether it belongs to the requesting session; other sessions are not disclosed
   * @param length number of bytes; 0 for all from the start on
   */
  public record LockInfo(long owner, boolean own, LockType type, long start, long length) {
    private void write(WireWriter out) {
      out.int64(owner).flag(own).int8(type.code()).varlong(start).varlong(length);
    }

    private static LockInfo read(WireReader in) {
      return new LockInfo(
          in.int64(), in.flag(), LockType.ofCode(in.int8()), in.varlong(), in.varlong());
    }
  }

  void write(WireWriter out) {
    out.flag(lock != null);
    if (lock != null) {
      lock.write(out);
    }
  }

  static FindLockResult read(WireReader in) {
    return new FindLockResult(in.flag() ? LockInfo.read(in) : null);
  }
}
