package io.gigafs.protocol;

/** Whether a quota counts what is written to a file, and how much of it is left. */
public enum QuotaShortage {
  /** None does. */
  NONE(0),
  /** One does, and the server may let a good deal be written without asking. */
  AMPLE(1),
  /** One does, and little is left to the server: a write that is kept back may be refused later. */
  SHORT(2);

  private final int code;

  QuotaShortage(int code) {
    this.code = code;
  }

  void write(WireWriter out) {
    out.int8(code);
  }

  static QuotaShortage read(WireReader in) {
    int code = in.int8();
    for (QuotaShortage shortage : values()) {
      if (shortage.code == code) {
        return shortage;
      }
    }
    throw new ProtocolException("unknown shortage of a quota " + code);
  }
}
