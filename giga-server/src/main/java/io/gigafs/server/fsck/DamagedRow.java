package io.gigafs.server.fsck;

import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.fsck.Finding;
import io.gigafs.protocol.fsck.Verdict;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.openstate.OpenStateRecord;
import io.gigafs.server.reply.DuplicateRequestCache;
import io.gigafs.tablefs.Attached;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.CorruptRowException;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoredReply;
import io.gigafs.tablefs.StoredRow;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A row whose key or value does not have the expected format. */
final class DamagedRow implements Rule {
  private static final String ENTRIES = "entries";
  private static final String PARTITIONS = "partitions";
  private static final String INTENTS = "intents";
  private static final String REPLIES = "replies";
  private static final String HOLDS = "holds";
  private static final int INTENT_KEY_BYTES = 10;
  private static final int REPLY_KEY_BYTES = 26;
  private static final int MIN_ENTRY_KEY_BYTES = 2 * Long.BYTES + 1;
  private static final int PARTITION_KEY_BYTES = 12;

  private final CheckTasks tasks;
  private final ServerContext context;
  private final Quarantine quarantine;

  DamagedRow(CheckTasks tasks, Quarantine quarantine) {
    this.tasks = tasks;
    this.context = tasks.context();
    this.quarantine = quarantine;
  }

  /** The suspect for a failed read. */
  static Finding suspect(CorruptRowException failure) {
    return Suspects.damaged(failure.family() + ":" + HexFormat.of().formatHex(failure.key()));
  }

  /** The suspect for an entry. */
  static Finding suspect(EntryKey key) {
    return Suspects.damaged(ENTRIES + ":" + HexFormat.of().formatHex(key.encoded()));
  }

  /** The suspect for a header. */
  static Finding suspect(PartitionKey key) {
    byte[] encoded =
        ByteBuffer.allocate(PARTITION_KEY_BYTES)
            .putShort((short) key.slot())
            .putLong(key.directory())
            .putShort((short) key.index())
            .array();
    return suspect(PARTITIONS, encoded);
  }

  /** The suspect for an intent. */
  static Finding suspect(Intent intent) {
    byte[] encoded =
        ByteBuffer.allocate(INTENT_KEY_BYTES)
            .putShort((short) intent.slot())
            .putLong(intent.transaction())
            .array();
    return suspect(INTENTS, encoded);
  }

  /** The suspect for remembered answers. */
  static Finding suspect(StoredReply.Key key) {
    return suspect(REPLIES, RowScan.encode(key));
  }

  /** The suspect for an open-state record of a file. */
  static Finding suspect(EntryKey file, Attached row) {
    byte[] entry = file.encoded();
    byte[] encoded = Arrays.copyOf(entry, entry.length + 1 + row.label().length);
    System.arraycopy(row.label(), 0, encoded, entry.length + 1, row.label().length);
    return suspect(HOLDS, encoded);
  }

  private static Finding suspect(String family, byte[] key) {
    return Suspects.damaged(family + ":" + HexFormat.of().formatHex(key));
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
      if (family.equals(ENTRIES) && key.length >= MIN_ENTRY_KEY_BYTES) {
        EntryKey entry = EntryKey.ofEncoded(key);
        Attributes found = context.store().getEntry(entry);
        if (found == null) {
          return null;
        }
        return RowKeys.name(entry) == null
            ? "no entry may have the name '"
                + new String(entry.name(), StandardCharsets.UTF_8)
                + "'"
            : EntryRows.flaw(context.store(), entry, found);
      }
      if (family.equals(PARTITIONS) && key.length == PARTITION_KEY_BYTES) {
        return wrongHeader(key);
      }
      List<StoredRow> rows = context.store().rawRows(family, key);
      return rows.isEmpty() ? null : wrong(family, key, rows.get(0).value());
    } catch (CorruptRowException | IllegalArgumentException e) {
      return String.valueOf(e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
    }
  }

  private @Nullable String wrong(String family, byte[] key, byte[] value) {
    if (family.equals(INTENTS) && key.length == INTENT_KEY_BYTES) {
      int slot = Short.toUnsignedInt(ByteBuffer.wrap(key).getShort());
      return slot < context.view().slots() ? null : "there is no slot " + slot;
    }
    if (family.equals(REPLIES) && key.length == REPLY_KEY_BYTES) {
      long row = ByteBuffer.wrap(key).getLong(REPLY_KEY_BYTES - Long.BYTES);
      return DuplicateRequestCache.isReadable(row, value)
          ? null
          : "these are no answers to requests";
    }
    if (family.equals(HOLDS)) {
      int label = RowKeys.labelAt(key);
      return label < 0
          ? "the key has no label"
          : flawOfHold(new Attached(Arrays.copyOfRange(key, label, key.length), value));
    }
    return "the key has " + key.length + " bytes";
  }

  /** Why an open-state record cannot be read; null if it can. */
  static @Nullable String flawOfHold(Attached row) {
    try {
      OpenStateRecord.decode(OpenStateRecord.session(row.label()), row.value());
      return null;
    } catch (IllegalArgumentException | CorruptRowException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private @Nullable String wrongHeader(byte[] key) {
    ByteBuffer in = ByteBuffer.wrap(key);
    PartitionKey partition =
        new PartitionKey(
            Short.toUnsignedInt(in.getShort()), in.getLong(), Short.toUnsignedInt(in.getShort()));
    PartitionHeader header = context.store().getPartition(partition);
    if (header == null) {
      return null;
    }
    shape(partition, header);
    return isInPlace(context, partition) ? null : "it is not of slot " + partition.slot();
  }

  /** Whether a header's slot is the one that its partition belongs to. */
  static boolean isInPlace(ServerContext context, PartitionKey key) {
    InodeId directory = new InodeId(key.directory());
    return context.view().slotOf(directory, new PartitionIndex(key.index())) == key.slot();
  }

  /**
   * The shape of the partition in a header.
   *
   * @throws IllegalArgumentException if the header is invalid
   */
  static Shape shape(PartitionKey key, PartitionHeader header) {
    return new Shape(
        new Partition(new PartitionIndex(key.index()), header.depth()),
        PartitionMap.decode(header.map()));
  }

  /** The partition's range of names, and the partitions that it knows. */
  record Shape(Partition partition, PartitionMap map) {
    /** Whether its depth follows from the children that it knows. */
    boolean isSound() {
      return map.contains(partition.index()) && map.partition(partition.index()).equals(partition);
    }
  }

  /**
   * The row is useless, and its directory cannot be listed while it exists. So the row is saved to
   * a file and removed, with all of its attachments. This leaves damage of other kinds, which the
   * next check finds: counts, a directory without an entry, a partition without a header.
   */
  @Override
  public CompletableFuture<Verdict> repair(Finding finding, InodeId lostAndFound) {
    int colon = finding.row().indexOf(':');
    String family = finding.row().substring(0, colon);
    byte[] key = HexFormat.of().parseHex(finding.row().substring(colon + 1));
    List<StoredRow> rows = context.store().rawRows(family, key);
    if (rows.isEmpty()) {
      return CompletableFuture.completedFuture(Rule.changed());
    }
    Path kept = quarantine.keep(rows);
    return tasks.change(
        slotOf(family, key),
        commitBatch -> {
          if (wrong(family, key) == null) {
            return Rule.changed();
          }
          context.store().deleteRaw(rows);
          return Rule.repaired("it was taken out of the store and is in " + kept + " now");
        });
  }

  /** The slot whose lane may be using the row. */
  private int slotOf(String family, byte[] key) {
    if (family.equals(PARTITIONS) && key.length == PARTITION_KEY_BYTES) {
      return Short.toUnsignedInt(ByteBuffer.wrap(key).getShort()) % context.view().slots();
    }
    if (family.equals(ENTRIES) && key.length >= MIN_ENTRY_KEY_BYTES) {
      EntryKey entry = EntryKey.ofEncoded(key);
      Holder holder =
          Holder.of(context.store(), context.view().slots(), entry.directory(), entry.position());
      if (holder != null) {
        return context.view().slotOf(holder.directory(), holder.index());
      }
    }
    return 0;
  }
}
