package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;

/**
 * Creates, lists or removes checkpoints of a server's store. Only for root.
 *
 * @param operation the client's number of this operation, so that a retry is not executed twice
 * @param name of the checkpoint to create or to remove; empty to list all
 */
public record CheckpointRequest(Action action, Caller caller, long operation, String name)
    implements Request<CheckpointResult> {
  static final Codec<CheckpointRequest> CODEC =
      Codec.of(CheckpointRequest.class, Action.CODEC, CALLER, INT64, TEXT);

  public static final Opcode<CheckpointResult> OPCODE =
      Opcode.of(13, "CHECKPOINT", CODEC, CheckpointResult.CODEC);

  /** The action. */
  public enum Action {
    MAKE(0),
    LIST(1),
    REMOVE(2);

    private static final Codec<Action> CODEC = codeOf(Action.class, action -> action.code);

    private final int code;

    Action(int code) {
      this.code = code;
    }
  }
}
