package io.gigafs.client.data;

import io.gigafs.rpc.Clock;

/** The accesses of one client by way of servers. Safe for use by several threads. */
public final class ServerRelay implements Relay {
  private final RelayMemory memory;
  private final Clock clock;

  /**
   * No access yet.
   *
   * @param memoryBytes for what is read ahead, or is yet to be written; besides, each caller's
   *     write is held until the caller may go on
   */
  public ServerRelay(long memoryBytes, Clock clock) {
    this.memory = new RelayMemory(memoryBytes);
    this.clock = clock;
  }

  @Override
  public ObjectAccess open(FileCalls calls) {
    RelayedObject object = new RelayedObject(calls, memory, clock);
    memory.add(object);
    return object;
  }

  RelayMemory memory() {
    return memory;
  }
}
