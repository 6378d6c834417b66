package io.gigafs.rpc;

import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.bulk.MadeFiles;

/** Pipelined creates on the server side. Each has to be answered exactly once. */
public interface CreatesExchange {
  /**
   * Sends the answers of the creates that created these files. They are dropped silently if the
   * connection is closed.
   */
  void answer(MadeFiles made);

  /** One of the creates, to be answered separately. */
  Exchange<EntryResult> alone(int i);

  /** The client that sent them. */
  Peer peer();

  /** The latest deadline of all creates, by the server's {@link Clock#nanos}. */
  long deadlineNanos();
}
