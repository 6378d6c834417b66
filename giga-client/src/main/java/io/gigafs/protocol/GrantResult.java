package io.gigafs.protocol;

/**
 * The offset up to which a handle may write.
 *
 * @param end {@link #NO_QUOTA} if no quota applies
 */
public record GrantResult(long end) implements Result {
  /** The end of the writable range if no quota applies. */
  public static final long NO_QUOTA = Long.MAX_VALUE;

  /** The result if no quota applies. */
  public static final GrantResult UNLIMITED = new GrantResult(NO_QUOTA);

  void write(WireWriter out) {
    out.varlong(end);
  }

  static GrantResult read(WireReader in) {
    return new GrantResult(in.varlong());
  }
}
