package io.gigafs.protocol.bulk;

import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.RequestDigest;
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

  /**
   * Checks the order of two numbers.
   *
   * @throws IllegalArgumentException unless the second one is higher
   */
  static void checkAscending(long previous, long number) {
    if (number <= previous) {
      throw new IllegalArgumentException(
          "mutation " + number + " of a bulk request follows " + previous);
    }
  }

  /** The name of an entry. */
  Name name(int i);

  /** The digest of an entry, which a retry has, too. */
  default short digest(int i) {
    return RequestDigest.ofEntry(opcode(), hash(i) ^ content());
  }

  /** A digest of what the entries have in common that a retry must not change. */
  default long content() {
    return 0;
  }

  /** The hash of an entry's name. */
  default long hash(int i) {
    return name(i).hash();
  }
}
