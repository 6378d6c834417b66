package io.gigafs.protocol.fsck;

import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The result of checking a finding again.
 *
 * @param detail what was done, or why nothing was, empty if there is nothing to report
 */
public record Verdict(State state, String detail) {
  /** The minimum encoded size of a verdict. */
  static final int MIN_BYTES = 1 + 1;

  /** The possible results. */
  public enum State {
    /** It persists, unchanged. */
    STANDS(0),
    /** It was caused by an operation in progress, or does not exist any more. */
    GONE(1),
    /** It could not be checked. */
    UNCHECKED(2),
    /** It was repaired. */
    REPAIRED(3),
    /** It persists, and a requested repair failed. */
    UNREPAIRED(4);

    private final int code;

    State(int code) {
      this.code = code;
    }

    private static State ofCode(int code) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      throw new ProtocolException("unknown verdict " + code);
    }
  }

  void write(WireWriter out) {
    out.int8(state.code).text(detail);
  }

  static Verdict read(WireReader in) {
    return new Verdict(State.ofCode(in.int8()), in.text());
  }
}
