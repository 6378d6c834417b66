package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/** Whether a session is alive. */
public record SessionStateResult(State state) implements Result {
  public static final Codec<SessionStateResult> CODEC =
      Codec.of(SessionStateResult.class, State.CODEC);

  /** The state of a session. */
  public enum State {
    /** It was renewed within its lease. */
    ALIVE(0),
    /** It was not renewed in time, and its client knows that it has ended. */
    DEAD(1),
    /** The owner of the slot has not been running long enough to know. */
    UNKNOWN(2);

    private static final Codec<State> CODEC = codeOf(State.class, state -> state.code);

    private final int code;

    State(int code) {
      this.code = code;
    }
  }
}
