package io.gigafs.protocol.cluster;

import static io.gigafs.protocol.Elements.CALLER;
import static io.gigafs.protocol.Elements.SERVER;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;

/**
 * Changes the state of a server in the cluster; any server can execute it. Only for the superuser.
 * Idempotent.
 *
 * @param server the server to change
 */
public record ClusterChangeRequest(Caller caller, Kind kind, ServerId server)
    implements Request<ClusterViewResult> {
  static final Codec<ClusterChangeRequest> CODEC =
      Codec.of(ClusterChangeRequest.class, CALLER, Kind.CODEC, SERVER);

  public static final Opcode<ClusterViewResult> OPCODE =
      Opcode.of(18, "CLUSTER_CHANGE", CODEC, ClusterViewResult.CODEC);

  /** The change. */
  public enum Kind {
    /** Start to give all its slots away. */
    DRAIN(1),
    /** Cancel the drain: it may own slots again. */
    UNDRAIN(2),
    /** Remove it from the cluster. It must not own slots. */
    REMOVE(3);

    private static final Codec<Kind> CODEC = codeOf(Kind.class, kind -> kind.code);

    private final int code;

    Kind(int code) {
      this.code = code;
    }
  }
}
