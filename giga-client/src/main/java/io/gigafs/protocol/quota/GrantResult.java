package io.gigafs.protocol.quota;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The offset up to which a handle may write.
 *
 * @param end {@link #NO_QUOTA} if no quota applies
 */
public record GrantResult(long end) implements Result {
  public static final Codec<GrantResult> CODEC =
      Codec.of(GrantResult.class, GrantResult::write, GrantResult::read);

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
