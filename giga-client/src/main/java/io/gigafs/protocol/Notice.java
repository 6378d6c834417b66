package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;

/** What a server or client says without being asked, over a connection that is there already. */
public sealed interface Notice {
  /**
   * Server to client: forget the directory that you were told about by this name, and say so.
   *
   * @param lease to be named in the {@link LeaseReturned}
   */
  record LeaseRecalled(long lease, InodeId directory, Name name) implements Notice {}

  /**
   * Server to client: tell of all files that you made in this partition, forget its names, and say
   * so.
   *
   * @param lease the delegation's number, to be named in the {@link LeaseReturned}
   */
  record DelegationRecalled(long lease, InodeId directory, PartitionIndex partition)
      implements Notice {}

  /** Client to server: forgotten, and told. */
  record LeaseReturned(long lease) implements Notice {}
}
