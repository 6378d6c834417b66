package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Which attributes to change, and to what; null leaves one as it is.
 *
 * @param mode permission bits (07777)
 * @param accessed a time to set; likewise modified
 */
public record AttributeChange(
    @Nullable Integer mode,
    @Nullable Integer uid,
    @Nullable Integer gid,
    @Nullable TimeChange accessed,
    @Nullable TimeChange modified) {

  /**
   * A time to set.
   *
   * @param now whether to take the server's time; a caller with write permission may ask for that,
   *     only the owner for any other
   * @param nanos ns since the epoch, 0 with {@code now}
   */
  public record TimeChange(boolean now, long nanos) {
    public static final TimeChange NOW = new TimeChange(true, 0);

    public static TimeChange to(long nanos) {
      return new TimeChange(false, nanos);
    }
  }

  public static AttributeChange ofMode(int mode) {
    return new AttributeChange(mode, null, null, null, null);
  }

  public static AttributeChange ofOwner(@Nullable Integer uid, @Nullable Integer gid) {
    return new AttributeChange(null, uid, gid, null, null);
  }

  public static AttributeChange ofTimes(
      @Nullable TimeChange accessed, @Nullable TimeChange modified) {
    return new AttributeChange(null, null, null, accessed, modified);
  }

  private static final int HAS_MODE = 1;
  private static final int HAS_UID = 1 << 1;
  private static final int HAS_GID = 1 << 2;
  private static final int HAS_ACCESSED = 1 << 3;
  private static final int ACCESSED_NOW = 1 << 4;
  private static final int HAS_MODIFIED = 1 << 5;
  private static final int MODIFIED_NOW = 1 << 6;
  private static final int KNOWN = (1 << 7) - 1;

  void write(WireWriter out) {
    out.int8(
        (mode == null ? 0 : HAS_MODE)
            | (uid == null ? 0 : HAS_UID)
            | (gid == null ? 0 : HAS_GID)
            | timeBits(accessed, HAS_ACCESSED, ACCESSED_NOW)
            | timeBits(modified, HAS_MODIFIED, MODIFIED_NOW));
    if (mode != null) {
      out.mode(mode);
    }
    if (uid != null) {
      out.varint(uid);
    }
    if (gid != null) {
      out.varint(gid);
    }
    if (accessed != null && !accessed.now()) {
      out.int64(accessed.nanos());
    }
    if (modified != null && !modified.now()) {
      out.int64(modified.nanos());
    }
  }

  static AttributeChange read(WireReader in) {
    int bits = in.int8();
    if ((bits & ~KNOWN) != 0) {
      throw new ProtocolException("unknown attributes to change: " + bits);
    }
    return new AttributeChange(
        (bits & HAS_MODE) == 0 ? null : Integer.valueOf(in.mode()),
        (bits & HAS_UID) == 0 ? null : Integer.valueOf(in.varint()),
        (bits & HAS_GID) == 0 ? null : Integer.valueOf(in.varint()),
        readTime(in, bits, HAS_ACCESSED, ACCESSED_NOW),
        readTime(in, bits, HAS_MODIFIED, MODIFIED_NOW));
  }

  private static int timeBits(@Nullable TimeChange time, int given, int now) {
    return time == null ? 0 : time.now() ? now : given;
  }

  private static @Nullable TimeChange readTime(WireReader in, int bits, int given, int now) {
    if ((bits & (given | now)) == (given | now)) {
      throw new ProtocolException("a time is to be both now and given");
    }
    if ((bits & now) != 0) {
      return TimeChange.NOW;
    }
    return (bits & given) != 0 ? TimeChange.to(in.int64()) : null;
  }
}
