package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Notice;

/**
 * Receives unsolicited messages and events of a client, on a connection's thread. It must not
 * block.
 */
public interface RpcClientListener {
  /** Ignores everything. */
  RpcClientListener NONE = new RpcClientListener() {};

  /** Called when a server sent a notice. */
  default void received(Notice notice, Endpoint server) {}

  /**
   * Called when an established connection to a server is lost, and perhaps notices with it, before
   * the requests in flight on it fail.
   */
  default void connectionLost(Endpoint server) {}
}
