package io.gigafs.protocol;

/**
 * What became of a finding.
 *
 * @param detail what was done or why it was not, empty if there is nothing to say
 */
public record Verdict(State state, String detail) {
  /** The fewest bytes that a verdict takes. */
  static final int MIN_BYTES = 1 + 1;

  /** What can become of a finding. */
  public enum State {
    /** It still holds, unchanged. */
    STANDS(0),
    /** It was something under way, or is no more. */
    GONE(1),
    /** It could not be looked at. */
    UNCHECKED(2),
    /** It was mended. */
    REPAIRED(3),
    /** It still holds and was to be mended, but could not be. */
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
