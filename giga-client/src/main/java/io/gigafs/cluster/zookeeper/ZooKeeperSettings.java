package io.gigafs.cluster.zookeeper;

import java.time.Duration;

/**
 * How to connect to ZooKeeper.
 *
 * @param sessionTimeout how long a silent server still counts as present
 * @param connectTimeout how long to wait for a connection before reporting that ZooKeeper does not
 *     answer
 */
public record ZooKeeperSettings(
    ZooKeeperAddress address, Duration sessionTimeout, Duration connectTimeout) {
  static final Duration DEFAULT_SESSION_TIMEOUT = Duration.ofSeconds(10);
  public static final Duration DEFAULT_CONNECT_TIMEOUT = Duration.ofSeconds(8);

  private static final Duration LONGEST = Duration.ofMinutes(10);

  public ZooKeeperSettings {
    check("zk-session-timeout", sessionTimeout);
    check("zk-connect-timeout", connectTimeout);
  }

  /** The default timeouts. */
  public static ZooKeeperSettings of(ZooKeeperAddress address) {
    return new ZooKeeperSettings(address, DEFAULT_SESSION_TIMEOUT, DEFAULT_CONNECT_TIMEOUT);
  }

  private static void check(String setting, Duration value) {
    if (value.toMillis() < 100 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          setting + " is 100 ms to " + LONGEST.toMinutes() + " min, not " + value);
    }
  }
}
