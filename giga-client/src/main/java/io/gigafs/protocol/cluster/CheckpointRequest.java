package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.codeOf;
import static io.gigafs.protocol.Elements.listOf;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import java.util.List;

/**
 * Creates, lists or removes checkpoints of a server's store. Only for root.
 *
 * @param operation the client's number of this operation, so that a retry is not executed twice
 * @param name of the checkpoint to create or to remove; empty to list all
 */
public record CheckpointRequest(Action action, Caller caller, long operation, String name)
    implements Request<CheckpointRequest.CheckpointResult> {
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

  /**
   * A checkpoint on a server.
   *
   * @param madeMillis when it was created, ms since the epoch by the server's clock
   * @param bytes its size, much of which may be shared with the store and other checkpoints
   * @param path its directory on the server's machine
   */
  public record CheckpointInfo(String name, long madeMillis, long bytes, String path) {
    static final Codec<CheckpointInfo> CODEC =
        Codec.of(CheckpointInfo.class, TEXT, VARLONG, VARLONG, TEXT);
  }

  /**
   * Checkpoints of a server's store.
   *
   * @param checkpoints the created one, all of them, or none, depending on the action
   */
  public record CheckpointResult(List<CheckpointInfo> checkpoints) implements Result {
    public static final Codec<CheckpointResult> CODEC =
        Codec.of(CheckpointResult.class, listOf(CheckpointInfo.CODEC));

    public CheckpointResult {
      checkpoints = List.copyOf(checkpoints);
    }
  }
}
