package io.gigafs.rpc;

import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.MadeFiles;

/** Pipelined creates at their server, each waiting to be answered exactly once. */
public interface CreatesExchange {
  /** Sends the answers of those that made these files; likewise lost if the connection is gone. */
  void answer(MadeFiles made);

  /** One of the creates, to be answered by itself. */
  Exchange<EntryResult> alone(int i);

  /** Who asked. */
  Peer peer();

  /** By the server's {@link Clock#nanos}: nobody waits for all answers after this. */
  long deadlineNanos();
}
