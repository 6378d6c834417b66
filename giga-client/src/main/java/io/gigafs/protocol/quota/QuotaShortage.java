package io.gigafs.protocol.quota;

import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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

  private final int code;

  QuotaShortage(int code) {
    this.code = code;
  }

  public void write(WireWriter out) {
    out.int8(code);
  }

  public static QuotaShortage read(WireReader in) {
    int code = in.int8();
    for (QuotaShortage shortage : values()) {
      if (shortage.code == code) {
        return shortage;
      }
    }
    throw new ProtocolException("unknown shortage of a quota " + code);
  }
}
