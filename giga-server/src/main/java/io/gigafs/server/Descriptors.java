package io.gigafs.server;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;

/**
 * Divides the file descriptors of the process (RLIMIT_NOFILE) between store, connections and the
 * rest, so that connections never use those that the store needs. Immutable.
 *
 * @param limit of the process
 */
record Descriptors(long limit) {
  /** Share of the store, where the limit is large enough. */
  private static final int STORE = 4_096;

  private static final int MIN_STORE = 64;

  /** Logs, jars, threads' event queues, ZooKeeper, other servers, objects of volumes. */
  private static final int OTHERS = 192;

  private static final int MIN_CONNECTIONS = 16;

  /** Connections that are refused have one until the refusal is sent. */
  private static final int REFUSED = 64;

  static Descriptors ofMachine() {
    OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    return new Descriptors(
        system instanceof UnixOperatingSystemMXBean unix
            ? unix.getMaxFileDescriptorCount()
            : Integer.MAX_VALUE);
  }

  /** Number of files that the store may keep open: at most a third of the limit. */
  int forStore() {
    return (int) Math.max(MIN_STORE, Math.min(STORE, limit / 3));
  }

  /** Maximum number of connections. */
  int forConnections() {
    long left = limit - forStore() - Math.min(OTHERS, limit / 4) - REFUSED;
    return (int) Math.max(MIN_CONNECTIONS, Math.min(left, Integer.MAX_VALUE));
  }
}
