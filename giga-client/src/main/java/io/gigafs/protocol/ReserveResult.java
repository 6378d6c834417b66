package io.gigafs.protocol;

/** Where the bytes begin that were set aside. */
public record ReserveResult(long offset) implements Result {
  void write(WireWriter out) {
    out.varlong(offset);
  }

  static ReserveResult read(WireReader in) {
    return new ReserveResult(in.varlong());
  }
}
