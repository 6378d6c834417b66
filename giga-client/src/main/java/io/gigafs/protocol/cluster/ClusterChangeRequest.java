package io.gigafs.protocol.cluster;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * Changes the state of a server in the cluster; any server can execute it. Only for the superuser.
 * Idempotent.
 *
 * @param server the server to change
 */
public record ClusterChangeRequest(Caller caller, Kind kind, ServerId server)
    implements Request<ClusterViewResult> {
  public static final Opcode<ClusterViewResult> OPCODE =
      Opcode.of(
          18,
          "CLUSTER_CHANGE",
          Codec.of(
              ClusterChangeRequest.class, ClusterChangeRequest::write, ClusterChangeRequest::read),
          ClusterViewResult.CODEC);

  /** The change. */
  public enum Kind {
    /** Start to give all its slots away. */
    DRAIN(1),
    /** Cancel the drain: it may own slots again. */
    UNDRAIN(2),
    /** Remove it from the cluster. It must not own slots. */
    REMOVE(3);

    private final int code;

    Kind(int code) {
      this.code = code;
    }

    static Kind ofCode(int code) {
      for (Kind kind : values()) {
        if (kind.code == code) {
          return kind;
        }
      }
      throw new ProtocolException("unknown change of a cluster " + code);
    }
  }

  @Override
  public Opcode<ClusterViewResult> opcode() {
    return OPCODE;
  }

  void write(WireWriter out) {
    out.caller(caller).int8(kind.code).text(server.value());
  }

  static ClusterChangeRequest read(WireReader in) {
    return new ClusterChangeRequest(in.caller(), Kind.ofCode(in.int8()), new ServerId(in.text()));
  }
}
