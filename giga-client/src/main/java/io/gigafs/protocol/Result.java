package io.gigafs.protocol;

/** The content of a successful answer. */
public interface Result {
  /** The result of an operation that returns nothing but success. */
  enum Empty implements Result {
    INSTANCE;
    public static final Codec<Empty> CODEC = Codec.byHand(Empty.class, Empty::write, Empty::read);

    void write(WireWriter out) {}

    static Empty read(WireReader in) {
      return INSTANCE;
    }
  }
}
