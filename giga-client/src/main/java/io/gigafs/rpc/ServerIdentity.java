package io.gigafs.rpc;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The identity that a server announces to each client that connects. */
public record ServerIdentity(UUID clusterId, ServerId serverId) {
  /**
   * The protocol version to use with a client. Only valid if there is no objection to the client.
   */
  static int version(Frame.ClientHello hello) {
    return Math.min(hello.highestVersion(), FrameCodec.HIGHEST_VERSION);
  }

  /**
   * Why a client is refused; null if it is accepted.
   *
   * @param peer the origin of its connection
   */
  @Nullable String objection(Frame.ClientHello hello, LocalPeer peer) {
    UUID expected = hello.clusterId();
    if (version(hello) < Math.max(hello.lowestVersion(), FrameCodec.LOWEST_VERSION)) {
      return "server "
          + serverId
          + " speaks versions "
          + FrameCodec.LOWEST_VERSION
          + " to "
          + FrameCodec.HIGHEST_VERSION
          + " of the protocol, not "
          + hello.lowestVersion()
          + " to "
          + hello.highestVersion();
    }
    if (expected != null && !expected.equals(clusterId)) {
      return "server " + serverId + " belongs to cluster " + clusterId + ", not " + expected;
    }
    return hello.role() == Frame.Role.SERVER && !peer.isTrusted()
        ? "server " + serverId + " accepts other servers over TCP only"
        : null;
  }
}
