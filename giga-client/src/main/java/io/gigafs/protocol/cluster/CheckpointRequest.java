package io.gigafs.protocol.cluster;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Creates, lists or removes checkpoints of a server's store. Only for root.
 *
 * @param operation the client's number of this operation, so that a retry is not executed twice
 * @param name of the checkpoint to create or to remove; empty to list all
 */
public record CheckpointRequest(Action action, Caller caller, long operation, String name)
    implements Request<CheckpointResult> {
  public static final Opcode<CheckpointResult> OPCODE =
      Opcode.of(
          13,
          "CHECKPOINT",
          Codec.of(CheckpointRequest.class, CheckpointRequest::write, CheckpointRequest::read),
          CheckpointResult.CODEC);

  /** The action. */
  public enum Action {
    MAKE(0),
    LIST(1),
    REMOVE(2);

    private final int code;

    Action(int code) {
      this.code = code;
    }

    private static Action ofCode(int code) {
      return switch (code) {
        case 0 -> MAKE;
        case 1 -> LIST;
        case 2 -> REMOVE;
        default -> throw new ProtocolException("unknown action " + code);
      };
    }
  }

  @Override
  public Opcode<CheckpointResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.int8(action.code).caller(caller).int64(operation).text(name);
  }

  static CheckpointRequest read(WireReader in) {
    return new CheckpointRequest(Action.ofCode(in.int8()), in.caller(), in.int64(), in.text());
  }
}
