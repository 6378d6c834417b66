package io.gigafs.protocol;

/** The result of an operation that returns nothing but success. */
public enum Empty implements Result {
  INSTANCE;
  public static final Codec<Empty> CODEC = Codec.byHand(Empty.class, Empty::write, Empty::read);

  void write(WireWriter out) {}

  static Empty read(WireReader in) {
    return INSTANCE;
  }
}
