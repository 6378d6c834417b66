package io.gigafs.server.partition;

import io.gigafs.rpc.Clock;

/** Fails when a recall begins: it reads the time. */
final class NoRecalls implements Clock {
  private NoRecalls() {}

  static LeaseRecaller recaller() {
    return new LeaseRecaller(
        new NoRecalls(),
        (delayMillis, task) -> {
          throw new AssertionError("a lease is asked back");
        });
  }

  @Override
  public long wallNanos() {
    return nanos();
  }

  @Override
  public long nanos() {
    throw new AssertionError("a lease is asked back");
  }
}
