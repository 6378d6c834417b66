package io.gigafs.client.data;

import io.gigafs.rpc.Clock;

/** The accesses of one client through servers. Safe for use by several threads. */
public final class ServerRelay implements RelayClient {
  private final RelayMemory memory;
  private final Clock clock;

  /**
   * A relay without accesses.
   *
   * @param memoryBytes for read-ahead and buffered writes. Each caller's write is held in addition,
   *     until the caller may continue
   */
  public ServerRelay(long memoryBytes, Clock clock) {
    this.memory = new RelayMemory(memoryBytes);
    this.clock = clock;
  }

  @Override
  public ObjectAccess open(HandleDataCalls calls) {
    RelayedObject object = new RelayedObject(calls, memory, clock);
    memory.add(object);
    return object;
  }

  RelayMemory memory() {
    return memory;
  }
}
