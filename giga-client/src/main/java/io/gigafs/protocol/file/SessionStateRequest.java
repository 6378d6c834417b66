package io.gigafs.protocol.file;

import static io.gigafs.protocol.Elements.HEAD;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Result;

/**
 * Asks whether a session is alive. It is sent to the owner of the session's slot, like {@link
 * RenewSessionRequest}.
 */
public record SessionStateRequest(InodeId directory, PartitionIndex partition, long session)
    implements PartitionRequest<SessionStateRequest.SessionStateResult> {
  static final Codec<SessionStateRequest> CODEC = Codec.of(SessionStateRequest.class, HEAD, INT64);

  public static final Opcode<SessionStateResult> OPCODE =
      Opcode.of(83, "SESSION_STATE", CODEC, SessionStateResult.CODEC);

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
}
