package io.gigafs.client;

/**
 * Whether a client requests delegations of partitions in which it creates or removes many files
 * while nobody else uses them. Under a delegation it makes such changes locally and flushes them in
 * batches some milliseconds later. Unflushed changes are lost if the client's process or machine
 * dies. Requests of others for the partition are ordered after the flush. So are this client's own,
 * except those for other names or open files.
 *
 * @param afterChanges the number of creates and removals by request in a partition after which a
 *     delegation is requested; 0 for never
 * @param lingerMillis the maximum delay of a change before it is flushed, ms
 */
public record DelegationSettings(int afterChanges, int lingerMillis) {
  /** The server creates each file before the caller gets it. */
  public static final DelegationSettings NEVER = new DelegationSettings(0, 0);

  public static final DelegationSettings DEFAULT = new DelegationSettings(4, 2);

  public DelegationSettings {
    if (afterChanges < 0 || lingerMillis < 0) {
      throw new IllegalArgumentException(
          "number of changes before a delegation, and linger time, must not be negative,"
              + " but are "
              + afterChanges
              + " and "
              + lingerMillis
              + " ms");
    }
  }

  public boolean isOn() {
    return afterChanges > 0;
  }
}
