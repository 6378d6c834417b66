package io.gigafs.protocol;

/** The steps on the wire: their kind, then what they hold. */
final class CommitSteps {
  private static final int PUT_NAME = 1;

  private CommitSteps() {}

  static void write(CommitStep step, WireWriter out) {
    if (step instanceof PutName put) {
      out.int8(PUT_NAME);
      put.write(out);
    } else {
      throw new IllegalArgumentException("a step that cannot be sent: " + step);
    }
  }

  static CommitStep read(WireReader in) {
    int kind = in.int8();
    return switch (kind) {
      case PUT_NAME -> PutName.read(in);
      default -> throw new ProtocolException("unknown step of a change " + kind);
    };
  }
}
