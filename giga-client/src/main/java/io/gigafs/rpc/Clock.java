package io.gigafs.rpc;

/** Source of time. Injected, so that tests control it. */
public interface Clock {
  /** Wall-clock time in ns since the epoch, for time stamps of files. */
  long wallNanos();

  /** Monotonic time in ns from an arbitrary origin, for deadlines and leases. */
  long nanos();

  /** The system clocks. */
  static Clock system() {
    return SystemClock.INSTANCE;
  }
}
