package io.gigafs.client;

import java.time.Duration;

/**
 * What a client keeps of files' attributes. A client that does tells those who ask for attributes
 * by path what was so within a while; opening a file, and all that changes something, asks servers.
 * What it changes itself it sees at once, but for bulk calls, which count as others' changes.
 *
 * @param most of so many files
 * @param trusted for how long after a server last said so, that nobody else changed a file is taken
 *     for true; zero to keep nothing
 */
public record AttributeCacheSettings(int most, Duration trusted) {
  public static final AttributeCacheSettings NONE = new AttributeCacheSettings(0, Duration.ZERO);

  public AttributeCacheSettings {
    if (most < 0 || trusted.isNegative()) {
      throw new IllegalArgumentException(
          "files are kept in a number and for a time that is not negative, not "
              + most
              + " for "
              + trusted);
    }
  }

  boolean isOn() {
    return most > 0 && !trusted.isZero();
  }
}
