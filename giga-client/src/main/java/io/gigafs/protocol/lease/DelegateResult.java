package io.gigafs.protocol.lease;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.namespace.LookupResult;

/**
 * A delegation of a partition's names with the data that it requires, or a refusal.
 *
 * @param number the delegation's number, which its return names; 0 if it was refused, and then
 *     everything else is 0 except {@code millis}
 * @param millis the duration of the delegation, counted from when the client sent the request;
 *     after a refusal, the earliest time of another request
 * @param depth of the partition, which does not split in the meantime
 * @param wallNanos the server's wall clock, ns since the epoch, which timestamps files
 * @param firstInode the first of the inode ids that the client may assign to files
 * @param inodes the number of consecutive ids that it may assign
 * @param others the number of changes of entries by other clients, as of a {@link LookupResult}
 * @param hashes the hashes of all existing names, in no order
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DelegateResult(
    long number,
    int millis,
    int depth,
    long wallNanos,
    long firstInode,
    int inodes,
    long others,
    long[] hashes)
    implements Result {
  public static final Codec<DelegateResult> CODEC =
      Codec.byHand(DelegateResult.class, DelegateResult::write, DelegateResult::read);

  /** The maximum number of names of a delegated partition. */
  public static final int MAX_NAMES = 1 << 15;

  private static final int HASH_BYTES = Long.BYTES;
  private static final long[] NONE = {};

  /** A refusal, after which the client may ask again after this many ms. */
  public static DelegateResult refused(int afterMillis) {
    return new DelegateResult(0, afterMillis, 0, 0, 0, 0, 0, NONE);
  }

  public boolean isDelegated() {
    return number != 0;
  }

  void write(WireWriter out) {
    out.varlong(number).count(millis);
    if (number == 0) {
      return;
    }
    out.count(depth).int64(wallNanos).int64(firstInode).count(inodes).int64(others);
    out.count(hashes.length);
    for (long hash : hashes) {
      out.int64(hash);
    }
  }

  static DelegateResult read(WireReader in) {
    long number = in.varlong();
    int millis = in.count();
    if (number == 0) {
      return refused(millis);
    }
    int depth = in.count();
    long wallNanos = in.int64();
    long firstInode = in.int64();
    int inodes = in.count();
    long others = in.int64();
    long[] hashes = new long[in.count(MAX_NAMES, HASH_BYTES)];
    for (int i = 0; i < hashes.length; i++) {
      hashes[i] = in.int64();
    }
    return new DelegateResult(number, millis, depth, wallNanos, firstInode, inodes, others, hashes);
  }
}
