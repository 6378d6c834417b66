package io.gigafs.server.check;

import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Finding;
import io.gigafs.protocol.Verdict;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A row whose key or value does not read as the format says. */
final class DamagedRow implements Rule {
  private static final String ENTRIES = "entries";
  private static final String PARTITIONS = "partitions";
  private static final int SHORTEST_ENTRY_KEY = 2 * Long.BYTES + 1;
  private static final int PARTITION_KEY_BYTES = 12;

  private final CheckContext context;

  DamagedRow(CheckContext context) {
    this.context = context;
  }

  /** Where to look, after a read that failed. */
  static Finding suspect(CorruptRowException failure) {
    return Suspects.damaged(failure.family() + ":" + HexFormat.of().formatHex(failure.key()));
  }

  /** An entry to look at. */
  static Finding suspect(EntryKey key) {
    return Suspects.damaged(ENTRIES + ":" + HexFormat.of().formatHex(key.encoded()));
  }

  /** A header to look at. */
  static Finding suspect(PartitionKey key) {
    byte[] encoded =
        ByteBuffer.allocate(PARTITION_KEY_BYTES)
            .putShort((short) key.slot())
            .putLong(key.directory())
            .putShort((short) key.index())
            .array();
    return Suspects.damaged(PARTITIONS + ":" + HexFormat.of().formatHex(encoded));
  }

  @Override
  public CompletableFuture<Optional<Finding>> examine(Finding suspect) {
    int colon = suspect.row().indexOf(':');
    String family = suspect.row().substring(0, colon);
    byte[] key = HexFormat.of().parseHex(suspect.row().substring(colon + 1));
    String wrong = wrong(family, key);
    return CompletableFuture.completedFuture(
        wrong == null ? Optional.empty() : Optional.of(Suspects.with(suspect, wrong)));
  }

  private @Nullable String wrong(String family, byte[] key) {
    try {
      if (family.equals(ENTRIES) && key.length >= SHORTEST_ENTRY_KEY) {
        EntryKey entry = EntryKey.ofEncoded(key);
        context.store().getEntry(entry);
        return RowKeys.name(entry) == null && isThere(entry)
            ? "no entry may have the name '"
                + new String(entry.name(), StandardCharsets.UTF_8)
                + "'"
            : null;
      }
      if (family.equals(PARTITIONS) && key.length == PARTITION_KEY_BYTES) {
        read(key);
        return null;
      }
      return "the key has " + key.length + " bytes";
    } catch (CorruptRowException | IllegalArgumentException e) {
      return String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
    }
  }

  private boolean isThere(EntryKey key) {
    return context.store().getEntry(key) != null;
  }

  private void read(byte[] key) {
    ByteBuffer in = ByteBuffer.wrap(key);
    PartitionKey partition =
        new PartitionKey(
            Short.toUnsignedInt(in.getShort()), in.getLong(), Short.toUnsignedInt(in.getShort()));
    PartitionHeader header = context.store().getPartition(partition);
    if (header != null) {
      shape(partition, header);
    }
  }

  /**
   * What a header says of its partition.
   *
   * @throws IllegalArgumentException if no partition can be so
   */
  static Shape shape(PartitionKey key, PartitionHeader header) {
    return new Shape(
        new Partition(new PartitionIndex(key.index()), header.depth()),
        PartitionMap.decode(header.map()));
  }

  /** Which names a partition holds, and which partitions it knows. */
  record Shape(Partition partition, PartitionMap map) {
    /** Whether its depth follows from the children that it knows. */
    boolean isSound() {
      return map.contains(partition.index()) && map.partition(partition.index()).equals(partition);
    }
  }

  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    return CompletableFuture.completedFuture(
        Rule.unrepaired("the server's store has to be restored from a copy, or the row removed"));
  }
}
