package io.gigafs.protocol.bulk;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Limits;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;
import io.gigafs.protocol.namespace.LookupResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of a {@link BulkRequest}, in the order of its entries.
 *
 * @param outcomes 0 for an entry that was created (or exists, if that is no error), the number of
 *     an {@link ErrorCode}, or {@link #ELSEWHERE}
 * @param inodes the inode ids of the entries that were created or exist, 0 for the others
 * @param made what the files have in common that a {@link CreateRequest} has created; null if it
 *     has created none
 * @param found the attributes of other files with outcome 0, in any order: those that exist
 *     already, or have attributes of their own
 * @param map the partition map for retries if an entry belongs to another partition; otherwise null
 * @param others the number of changes of entries by other clients, as of a {@link LookupResult}, if
 *     the partition's names are still delegated to the client, for as long as if it had just
 *     requested them; {@link LookupResult#NOT_TO_BE_KEPT} if they are not
 */
public record BulkCreateResult(
    int[] outcomes,
    long[] inodes,
    @Nullable NewFiles made,
    List<FileAttributes> found,
    @Nullable PartitionMap map,
    long others)
    implements Result {
  public static final Codec<BulkCreateResult> CODEC =
      Codec.byHand(BulkCreateResult.class, BulkCreateResult::write, BulkCreateResult::read);

  /** The outcome of a name that belongs to another partition: not done, to be retried there. */
  public static final int ELSEWHERE = -1;

  /** The minimum encoded size of an outcome, with the inode id. */
  private static final int MIN_FILE_BYTES = 1 + 1;

  /** The minimum encoded size of attributes. */
  private static final int MIN_FOUND_BYTES = 16;

  private static final int HAS_MAP = 1;
  private static final int IS_DELEGATED = 1 << 1;
  private static final int HAS_MADE = 1 << 2;
  private static final int HAS_FOUND = 1 << 3;

  /** The result for a partition whose names are not delegated to the client, without attributes. */
  public BulkCreateResult(int[] outcomes, long[] inodes, @Nullable PartitionMap map) {
    this(outcomes, inodes, null, List.of(), map, LookupResult.NOT_TO_BE_KEPT);
  }

  /** Whether the partition's names are still delegated to the client. */
  public boolean isDelegated() {
    return others != LookupResult.NOT_TO_BE_KEPT;
  }

  /**
   * The attributes of the file of an entry with outcome 0.
   *
   * @throws IllegalArgumentException if the result has none
   */
  public FileAttributes attributes(int i) {
    long inode = inodes[i];
    for (FileAttributes each : found) {
      if (each.inode().value() == inode) {
        return each;
      }
    }
    if (made == null) {
      throw new IllegalArgumentException("no attributes of file " + inode);
    }
    return made.attributes(inode);
  }

  void write(WireWriter out) {
    if (outcomes.length != inodes.length) {
      throw new IllegalArgumentException(
          "a bulk create has " + outcomes.length + " outcomes for " + inodes.length + " inodes");
    }
    out.count(outcomes.length);
    long previous = 0;
    for (int i = 0; i < outcomes.length; i++) {
      checkOutcome(outcomes[i]);
      out.varint(outcomes[i] + 1).difference(previous, inodes[i]);
      previous = inodes[i];
    }
    out.int8(
        (map == null ? 0 : HAS_MAP)
            | (isDelegated() ? IS_DELEGATED : 0)
            | (made == null ? 0 : HAS_MADE)
            | (found.isEmpty() ? 0 : HAS_FOUND));
    if (map != null) {
      out.map(map);
    }
    if (isDelegated()) {
      out.int64(others);
    }
    if (made != null) {
      made.write(out);
    }
    if (!found.isEmpty()) {
      out.count(found.size());
      for (FileAttributes each : found) {
        out.attributes(each);
      }
    }
  }

  static BulkCreateResult read(WireReader in) {
    int[] outcomes = new int[in.count(Limits.MAX_BULK, MIN_FILE_BYTES)];
    long[] inodes = new long[outcomes.length];
    long previous = 0;
    for (int i = 0; i < outcomes.length; i++) {
      outcomes[i] = in.varint() - 1;
      checkOutcome(outcomes[i]);
      inodes[i] = in.difference(previous);
      previous = inodes[i];
    }
    int flags = in.int8();
    PartitionMap map = (flags & HAS_MAP) != 0 ? in.map() : null;
    long others = (flags & IS_DELEGATED) != 0 ? in.int64() : LookupResult.NOT_TO_BE_KEPT;
    NewFiles made = (flags & HAS_MADE) != 0 ? NewFiles.read(in) : null;
    List<FileAttributes> found = (flags & HAS_FOUND) != 0 ? readFound(in) : List.of();
    return new BulkCreateResult(outcomes, inodes, made, found, map, others);
  }

  private static List<FileAttributes> readFound(WireReader in) {
    int count = in.count(Limits.MAX_BULK, MIN_FOUND_BYTES);
    List<FileAttributes> found = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      found.add(in.attributes());
    }
    return found;
  }

  private static void checkOutcome(int outcome) {
    if (outcome != 0 && outcome != ELSEWHERE) {
      var unused = ErrorCode.ofNumber(outcome);
    }
  }
}
