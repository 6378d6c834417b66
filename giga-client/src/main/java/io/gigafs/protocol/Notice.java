package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/** An unsolicited message of a server or client, over an established connection. */
public sealed interface Notice {
  /**
   * Server to client: recalls the lease on a directory that was looked up by this name. The client
   * drops what it cached and returns the lease.
   *
   * @param lease the number that the {@link LeaseReturned} has to name
   */
  record LeaseRecalled(long lease, InodeId directory, Name name) implements Notice {}

  /**
   * Server to client: recalls a delegation. The client reports all files that it created in this
   * partition, drops its names, and returns the delegation.
   *
   * @param lease the delegation's number, which the {@link LeaseReturned} has to name
   */
  record DelegationRecalled(long lease, InodeId directory, PartitionIndex partition)
      implements Notice {}

  /** Client to server: all pending changes are reported, and the cached data is dropped. */
  record LeaseReturned(long lease) implements Notice {}
}
