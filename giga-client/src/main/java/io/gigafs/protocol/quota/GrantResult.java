package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.VARLONG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * The offset up to which a handle may write.
 *
 * @param end {@link #NO_QUOTA} if no quota applies
 */
public record GrantResult(long end) implements Result {
  public static final Codec<GrantResult> CODEC = Codec.of(GrantResult.class, VARLONG);

  /** The end of the writable range if no quota applies. */
  public static final long NO_QUOTA = Long.MAX_VALUE;

  /** The result if no quota applies. */
  public static final GrantResult UNLIMITED = new GrantResult(NO_QUOTA);
}
