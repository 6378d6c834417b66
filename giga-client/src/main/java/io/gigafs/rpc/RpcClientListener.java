package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Notice;

/** Hears what a client was not asking for, on a connection's thread, which it may not block. */
public interface RpcClientListener {
  /** Takes no interest. */
  RpcClientListener NONE = new RpcClientListener() {};

  /** A server sent a notice. */
  default void received(Notice notice, Endpoint server) {}

  /**
   * An established connection to a server is gone: notices may have been lost with it. Called
   * before the requests that were in flight on it fail.
   */
  default void connectionLost(Endpoint server) {}
}
