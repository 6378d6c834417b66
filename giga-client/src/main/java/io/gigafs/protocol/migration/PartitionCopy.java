package io.gigafs.protocol.migration;

import static io.gigafs.protocol.Elements.BYTES;
import static io.gigafs.protocol.Elements.DEPTH;
import static io.gigafs.protocol.Elements.FACTS;
import static io.gigafs.protocol.Elements.INT64;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.SIZE;
import static io.gigafs.protocol.Elements.TIME;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;

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
  static final Codec<PartitionCopy> CODEC =
      Codec.of(
          PartitionCopy.class,
          DEPTH,
          MAP,
          FACTS,
          TIME,
          TIME,
          TIME,
          SIZE,
          SIZE,
          SIZE,
          SIZE,
          SIZE,
          VARLONG,
          SIZE,
          State.CODEC,
          INT64,
          BYTES);

  /** The state of a partition. */
  public enum State {
    ACTIVE(0),
    /** Its directory is being created. */
    PREPARED(1),
    /** Its directory is being removed. */
    FROZEN(2);

    private static final Codec<State> CODEC = codeOf(State.class, state -> state.code);

    private final int code;

    State(int code) {
      this.code = code;
    }
  }
}
