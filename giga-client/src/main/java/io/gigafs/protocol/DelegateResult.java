package io.gigafs.protocol;

/**
 * Whether a partition's names are delegated to the client, and what it has to know for that.
 *
 * @param number to be named when it is given back; 0 if it is not delegated, and then all else is 0
 *     but {@code millis}
 * @param millis for how long it is, counted from when the client asked; or when to ask again at the
 *     earliest, if it is not
 * @param depth of the partition, which does not split meanwhile
 * @param wallNanos the server's wall clock, ns since the epoch: files are dated by it
 * @param firstInode the first of the inode ids that the client may give to files
 * @param inodes how many it may give, one after the other
 * @param others how many changes others made to entries, as of a {@link LookupResult}
 * @param hashes those of all names that there are, in no order
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
  /** So many names a partition may have that is delegated. */
  public static final int MAX_NAMES = 1 << 15;

  private static final int HASH_BYTES = Long.BYTES;
  private static final long[] NONE = {};

  /** The names are not delegated; it may be asked again after so many ms. */
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
