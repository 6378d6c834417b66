package io.gigafs.protocol;

/** Whether a session lives. */
public record SessionStateResult(State state) implements Result {
  /** What is known of a session. */
  public enum State {
    /** It was renewed within its lease. */
    ALIVE(0),
    /** It was not, and its client knows that it is over. */
    DEAD(1),
    /** The holder has not listened for long enough to say. */
    UNKNOWN(2);

    private final int code;

    State(int code) {
      this.code = code;
    }

    private static State ofCode(int code) {
      return switch (code) {
        case 0 -> ALIVE;
        case 1 -> DEAD;
        case 2 -> UNKNOWN;
        default -> throw new ProtocolException("unknown state of a session " + code);
      };
    }
  }

  void write(WireWriter out) {
    out.int8(state.code);
  }

  static SessionStateResult read(WireReader in) {
    return new SessionStateResult(State.ofCode(in.int8()));
  }
}
