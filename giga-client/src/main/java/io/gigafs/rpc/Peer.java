package io.gigafs.rpc;

import io.gigafs.protocol.Notice;

/** The other end of a connection, as its server sees it. Compared by identity. */
public interface Peer {
  /**
   * The id under which the client numbers its mutations; the same over all connections of a client.
   */
  long clientId();

  /** Sends a notice; lost without a word if the connection is gone. */
  void send(Notice notice);

  /** For messages: where the peer is. */
  String address();
}
