package io.gigafs.protocol.quota;

import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;

/** Whether a quota applies to writes of a file, and how much of it is left. */
public enum QuotaShortage {
  /** No quota applies. */
  NONE(0),
  /** A quota applies, and the server's grant allows many writes. */
  AMPLE(1),
  /**
   * A quota applies, and little is left of the server's grant: a write that the client buffers may
   * be refused later.
   */
  SHORT(2);

  public static final Codec<QuotaShortage> CODEC =
      codeOf(QuotaShortage.class, shortage -> shortage.code);

  private final int code;

  QuotaShortage(int code) {
    this.code = code;
  }
}
