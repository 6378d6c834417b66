package io.gigafs.protocol.migration;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The data of a partition beside its rows, for the server that takes it over.
 *
 * @param map the partition map that the partition knows
 * @param owner its copy of the directory's attributes
 * @param quotaCount the newest usage count of its quota that the previous owner took part in, 0 if
 *     none
 * @param maxEntries the directory's own quota of entries if this is its zeroth partition, 0 if it
 *     has none; maxBytes is that of bytes
 * @param entries the number of entries in the partition
 * @param directories the number of those that are directories
 * @param bytes the sum of the sizes of its regular files, modulo 2^64, because sparse files can be
 *     of any size
 * @param placed the number of objects on volumes that it ever allocated
 * @param transaction the transaction that prepared or froze the partition, 0 if it is active
 * @param entryName the directory's name in its parent if it is prepared or frozen, otherwise empty
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record PartitionCopy(
    int depth,
    PartitionMap map,
    DirectoryFacts owner,
    long accessedNanos,
    long modifiedNanos,
    long changedNanos,
    long quotaCount,
    long maxEntries,
    long maxBytes,
    long entries,
    long directories,
    long bytes,
    long placed,
    State state,
    long transaction,
    byte[] entryName) {

  /** The state of a partition. */
  public enum State {
    ACTIVE(0),
    /** Its directory is being created. */
    PREPARED(1),
    /** Its directory is being removed. */
    FROZEN(2);

    private final int code;

    State(int code) {
      this.code = code;
    }

    private static State ofCode(int code) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      throw new ProtocolException("unknown state of a partition " + code);
    }
  }

  void write(WireWriter out) {
    out.depth(depth).map(map);
    owner.write(out);
    out.int64(accessedNanos).int64(modifiedNanos).int64(changedNanos);
    out.varlong(quotaCount).varlong(maxEntries).varlong(maxBytes);
    out.varlong(entries).varlong(directories).varlong(bytes).varlong(placed);
    out.int8(state.code).int64(transaction).bytes(entryName);
  }

  static PartitionCopy read(WireReader in) {
    return new PartitionCopy(
        in.depth(),
        in.map(),
        DirectoryFacts.read(in),
        in.int64(),
        in.int64(),
        in.int64(),
        in.size(),
        in.size(),
        in.size(),
        in.size(),
        in.size(),
        in.varlong(),
        in.size(),
        State.ofCode(in.int8()),
        in.int64(),
        in.bytes());
  }
}
