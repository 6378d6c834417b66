package io.gigafs.protocol;

import io.gigafs.cluster.ServerId;

/**
 * Changes the state of a server in the cluster; any server can execute it. Only for the superuser.
 * Idempotent.
 *
 * @param server the server to change
 */
public record ClusterChangeRequest(Caller caller, Kind kind, ServerId server)
    implements Request<ClusterViewResult> {
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
    return Opcode.CLUSTER_CHANGE;
  }

  void write(WireWriter out) {
    out.caller(caller).int8(kind.code).text(server.value());
  }

  static ClusterChangeRequest read(WireReader in) {
    return new ClusterChangeRequest(in.caller(), Kind.ofCode(in.int8()), new ServerId(in.text()));
  }
}
