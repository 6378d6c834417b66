package io.gigafs.protocol;

import io.gigafs.index.Name;
import java.util.List;

/**
 * Makes many entries of one partition; each is a mutation of its own that succeeds or fails alone.
 */
public interface BulkRequest extends PartitionRequest<BulkCreateResult> {
  Caller caller();

  /** As in {@link Sequence}. */
  long confirmed();

  /** The sequence number of each entry, ascending. */
  long[] numbers();

  /** The name of each entry. */
  List<Name> names();
}
