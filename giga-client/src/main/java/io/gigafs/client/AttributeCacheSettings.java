package io.gigafs.client;

import java.time.Duration;

/**
 * How a client caches files' attributes. A caching client may return attributes by path that are
 * out of date by up to the trusted time. Opens and changes always go to servers. The client sees
 * its own changes at once, except those of bulk calls, which count as changes by others.
 *
 * @param most the maximum number of cached files
 * @param trusted how long after a server's last confirmation a file is taken as unchanged by
 *     others; zero to cache nothing
 */
public record AttributeCacheSettings(int most, Duration trusted) {
  public static final AttributeCacheSettings NONE = new AttributeCacheSettings(0, Duration.ZERO);

  public AttributeCacheSettings {
    if (most < 0 || trusted.isNegative()) {
      throw new IllegalArgumentException(
          "number of cached files and time must not be negative, but are "
              + most
              + " and "
              + trusted);
    }
  }

  public boolean isOn() {
    return most > 0 && !trusted.isZero();
  }
}
