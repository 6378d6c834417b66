package io.gigafs.protocol;

import io.gigafs.cluster.ServerId;

/**
 * Changes what a server is to the cluster; any server has that done. Only the superuser may. Asking
 * again does no harm.
 *
 * @param server the one that it is about
 */
public record ClusterChangeRequest(Caller caller, Kind kind, ServerId server)
    implements Request<ClusterViewResult> {
  /** What to do. */
  public enum Kind {
    /** Have it give all its slots away. */
    DRAIN(1),
    /** Have it take slots again. */
    UNDRAIN(2),
    /** Take it out of the cluster, which it may not hold slots for. */
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
      throw new ProtocolException("no change of a cluster has the number " + code);
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
