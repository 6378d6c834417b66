package io.gigafs.protocol.bulk;

import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.PartitionRequest;
import io.gigafs.protocol.Sequence;

/**
 * Creates many entries of one partition. Each is a mutation of its own that succeeds or fails
 * independently.
 */
public interface BulkRequest extends PartitionRequest<BulkCreateResult> {
  @Override
  Caller caller();

  /** As in {@link Sequence}. */
  long confirmed();

  /** The sequence number of each entry, ascending. */
  long[] numbers();

  /** The name of an entry. */
  Name name(int i);

  /** The hash of an entry's name. */
  default long hash(int i) {
    return name(i).hash();
  }
}
