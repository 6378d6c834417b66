package io.gigafs.rpc;

import io.gigafs.protocol.Notice;

/** The client of a connection, from the server's view. Compared by identity. */
public interface Peer {
  /** The id under which the client numbers its mutations, the same over all of its connections. */
  long clientId();

  /** Sends a notice. Dropped silently if the connection is closed. */
  void send(Notice notice);

  /** The peer's address, for messages. */
  String address();
}
