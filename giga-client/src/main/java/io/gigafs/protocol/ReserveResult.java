package io.gigafs.protocol;

/** The offset of the reserved bytes. */
public record ReserveResult(long offset) implements Result {
  void write(WireWriter out) {
    out.varlong(offset);
  }

  static ReserveResult read(WireReader in) {
    return new ReserveResult(in.varlong());
  }
}
