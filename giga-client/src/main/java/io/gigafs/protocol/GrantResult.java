package io.gigafs.protocol;

/**
 * Up to where a handle may write.
 *
 * @param end {@link #NO_QUOTA} if no quota counts
 */
public record GrantResult(long end) implements Result {
  /** The end of what may be written where no quota counts. */
  public static final long NO_QUOTA = Long.MAX_VALUE;

  /** No quota counts. */
  public static final GrantResult UNLIMITED = new GrantResult(NO_QUOTA);

  void write(WireWriter out) {
    out.varlong(end);
  }

  static GrantResult read(WireReader in) {
    return new GrantResult(in.varlong());
  }
}
