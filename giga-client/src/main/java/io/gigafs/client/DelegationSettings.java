package io.gigafs.client;

/**
 * Whether a client has servers delegate the names of partitions to it in which it makes or removes
 * many files, and nobody else does anything: it then does so by itself and tells of many at a time,
 * some milliseconds later. What was not told when the client's process or machine dies is lost. All
 * that others ask of the partition comes after it was told, and so does what this client asks, but
 * that about other names or about open files.
 *
 * @param afterChanges after so many files that it made or removed in a partition with a request
 *     each; 0 for never
 * @param lingerMillis how long a change waits for others at most before it is told, ms
 */
public record DelegationSettings(int afterChanges, int lingerMillis) {
  /** Each file is made by its server before anybody hears of it. */
  public static final DelegationSettings NEVER = new DelegationSettings(0, 0);

  public static final DelegationSettings DEFAULT = new DelegationSettings(4, 2);

  public DelegationSettings {
    if (afterChanges < 0 || lingerMillis < 0) {
      throw new IllegalArgumentException(
          "names are delegated after a number of files that is not negative, and told after a time"
              + " that is not, and not after "
              + afterChanges
              + " and "
              + lingerMillis
              + " ms");
    }
  }

  boolean isOn() {
    return afterChanges > 0;
  }
}
