package io.gigafs.protocol.lease;

import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.protocol.bulk.BulkRequest;

/**
 * Reports changes that the client has made in a partition whose names were delegated to it. Each is
 * a mutation of its own.
 */
public interface DelegatedRequest extends BulkRequest {
  /**
   * The maximum lead, in ns, of a change's timestamp over the server's clock. The client timestamps
   * changes by its estimate of that clock, and never earlier than timestamps assigned before by a
   * server whose answers take no longer than this. A timestamp further ahead is reduced to this
   * limit.
   */
  long MAX_AHEAD_NANOS = 1_000_000;

  /** The name of each entry. */
  NameList names();

  @Override
  default Name name(int i) {
    return names().get(i);
  }

  @Override
  default long hash(int i) {
    return names().hash(i);
  }
}
