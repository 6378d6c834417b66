package io.gigafs.rpc;

/** Where time comes from; handed in, so that tests own it. */
public interface Clock {
  /** Wall-clock time in ns since the epoch, for time stamps of files. */
  long wallNanos();

  /** Monotonic time in ns from an arbitrary origin, for deadlines and leases. */
  long nanos();

  /** The machine's clocks. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }
}
