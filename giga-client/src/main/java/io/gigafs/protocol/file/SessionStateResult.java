package io.gigafs.protocol.file;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/** Whether a session is alive. */
public record SessionStateResult(State state) implements Result {
  public static final Codec<SessionStateResult> CODEC =
      Codec.of(SessionStateResult.class, SessionStateResult::write, SessionStateResult::read);

  /** The state of a session. */
  public enum State {
    /** It was renewed within its lease. */
    ALIVE(0),
    /** It was not renewed in time, and its client knows that it has ended. */
    DEAD(1),
    /** The owner of the slot has not been running long enough to know. */
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
