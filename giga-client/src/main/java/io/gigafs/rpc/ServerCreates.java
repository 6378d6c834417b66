package io.gigafs.rpc;

import io.gigafs.protocol.DeltaVarints;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.bulk.MadeFiles;
import io.gigafs.protocol.namespace.CreateRequest;

/** Pipelined creates on a server's connection. */
final class ServerCreates implements CreatesExchange {
  private final ServerConnection connection;
  private final DeltaVarints ids;
  private final int frameBytes;
  private final long deadlineNanos;

  /**
   * Creates that are not answered yet.
   *
   * @param ids of the requests
   * @param frameBytes the approximate length of each request
   */
  ServerCreates(ServerConnection connection, DeltaVarints ids, int frameBytes, long deadlineNanos) {
    this.connection = connection;
    this.ids = ids;
    this.frameBytes = frameBytes;
    this.deadlineNanos = deadlineNanos;
  }

  @Override
  public void answer(MadeFiles made) {
    connection.answered(new Made(this, made));
  }

  @Override
  public Exchange<EntryResult> alone(int i) {
    return new ServerExchange<>(
        connection,
        ids.get(i),
        CreateRequest.OPCODE,
        frameBytes,
        deadlineNanos,
        null,
        null,
        null,
        0);
  }

  @Override
  public Peer peer() {
    return connection;
  }

  @Override
  public long deadlineNanos() {
    return deadlineNanos;
  }

  int frameBytes() {
    return frameBytes;
  }

  /** The request id of a create. */
  long id(int i) {
    return ids.get(i);
  }

  /** Answers that are ready to be sent. */
  record Made(ServerCreates creates, MadeFiles files) {}
}
