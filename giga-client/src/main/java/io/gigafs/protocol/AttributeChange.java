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
}
