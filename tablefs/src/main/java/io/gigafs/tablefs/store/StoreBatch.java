package io.gigafs.tablefs.store;

import io.gigafs.tablefs.Attached;
import io.gigafs.tablefs.Attached.Attachment;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.EntryRange;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.PartitionKey;
import io.gigafs.tablefs.StoredReply;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.EntryValue;
import io.gigafs.tablefs.schema.Family;
import io.gigafs.tablefs.schema.KeyRange;
import io.gigafs.tablefs.schema.Keys;
import io.gigafs.tablefs.schema.PartitionValue;
import io.gigafs.tablefs.schema.ValueWriter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Records in the engine's encoding, with an index of the entries that they change.
 *
 * <p>Records apply in order, so a deleted range may contain records of the same batch: earlier ones
 * are deleted with it, later ones remain.
 */
final class StoreBatch implements Batch {
  private static final byte[] NOTHING = {};

  private final RowReader rows;
  private final WriteRecords records = new WriteRecords();
  private final ValueWriter value = new ValueWriter();
  private final byte[] replyKey = Keys.emptyReply();

  private final EntryRecords entries = new EntryRecords(records);
  private final List<EntryRange> deletedRanges = new ArrayList<>();

  private final Map<EntryKey, Optional<byte[]>> inline = new HashMap<>();
  private final Map<Attachment, AttachedRows> attached = new EnumMap<>(Attachment.class);

  StoreBatch(Engine engine) {
    this.rows = new RowReader(engine);
    for (Attachment kind : Attachment.values()) {
      attached.put(
          kind, new AttachedRows(familyOf(kind), engine, rows, records, this::isInDeletedRange));
    }
  }

  static Family familyOf(Attachment kind) {
    return switch (kind) {
      case XATTR -> Family.XATTRS;
      case HOLD -> Family.HOLDS;
    };
  }

  private AttachedRows rowsOf(Attachment kind) {
    AttachedRows ofKind = attached.get(kind);
    if (ofKind == null) {
      throw new IllegalArgumentException("no rows of kind " + kind);
    }
    return ofKind;
  }

  boolean isOf(Engine engine) {
    return rows.isOf(engine);
  }

  WriteRecords records() {
    return records;
  }

  @Override
  public @Nullable Attributes getEntry(EntryKey key) {
    int own = entries.find(key);
    if (own == EntryRecords.NONE) {
      return isInDeletedRange(key) ? null : rows.entry(key);
    }
    return records.isPut(own) ? rows.decodeEntry(records.valueAt(own)) : null;
  }

  @Override
  public void readAhead(List<EntryKey> keys, boolean inline) {
    rows.readAhead(keys, inline);
  }

  private boolean isInDeletedRange(EntryKey key) {
    if (deletedRanges.isEmpty()) {
      return false; // the usual case, without creating an iterator
    }
    for (EntryRange range : deletedRanges) {
      if (holds(range, key)) {
        return true;
      }
    }
    return false;
  }

  private static boolean holds(EntryRange range, EntryKey key) {
    return range.directory() == key.directory()
        && Long.compareUnsigned(range.first(), key.position()) <= 0
        && Long.compareUnsigned(key.position(), range.last()) <= 0;
  }

  @Override
  public void putEntry(EntryKey key, Attributes attributes) {
    EntryValue.encode(attributes, value.clear());
    putEntry(key);
  }

  @Override
  public void putEmptyFile(
      EntryKey key, long inode, int mode, int uid, int gid, long nanos, int marks) {
    EntryValue.encodeEmptyFile(inode, mode, uid, gid, nanos, marks, value.clear());
    putEntry(key);
  }

  /** Puts the encoded value. */
  private void putEntry(EntryKey key) {
    int at = records.bytes();
    records.put(Family.ENTRIES, key.encoded(), value.bytes(), value.length());
    entries.put(key, at);
  }

  @Override
  public void deleteEntry(EntryKey key) {
    int at = records.bytes();
    records.delete(Family.ENTRIES, key.encoded());
    entries.put(key, at);
  }

  @Override
  public byte @Nullable [] getInline(EntryKey key) {
    Optional<byte[]> own = inline.get(key);
    if (own != null) {
      return own.orElse(null);
    }
    return isInDeletedRange(key) ? null : rows.inline(key);
  }

  @Override
  public void putInline(EntryKey key, byte[] bytes) {
    records.put(Family.INLINE, key.encoded(), bytes);
    inline.put(key, Optional.of(bytes));
  }

  @Override
  public void deleteInline(EntryKey key) {
    records.delete(Family.INLINE, key.encoded());
    inline.put(key, Optional.empty());
  }

  @Override
  public byte @Nullable [] getAttached(Attachment kind, EntryKey key, byte[] label) {
    return rowsOf(kind).get(key, label);
  }

  @Override
  public List<Attached> attached(Attachment kind, EntryKey key) {
    return rowsOf(kind).all(key);
  }

  @Override
  public void putAttached(Attachment kind, EntryKey key, byte[] label, byte[] bytes) {
    rowsOf(kind).put(key, label, bytes);
  }

  @Override
  public void deleteAttached(Attachment kind, EntryKey key, byte[] label) {
    rowsOf(kind).delete(key, label);
  }

  @Override
  public void deleteFile(EntryKey key) {
    Attributes deleted = getEntry(key);
    deleteEntry(key);
    // Bytes that exist in all likelihood are not read for this: they may be large.
    boolean isSure = deleted != null && deleted.size() > 0;
    if (isSure || getInline(key) != null) {
      deleteInline(key);
    }
    for (AttachedRows ofKind : attached.values()) {
      for (Attached row : ofKind.all(key)) {
        ofKind.delete(key, row.label());
      }
    }
  }

  @Override
  public void moveFile(EntryKey from, EntryKey to) {
    Attributes moved = getEntry(from);
    if (moved == null) {
      throw new IllegalArgumentException("there is no entry " + from);
    }
    if (from.equals(to)) {
      return;
    }
    byte[] bytes = getInline(from);
    deleteFile(to);
    putEntry(to, moved);
    if (bytes != null) {
      putInline(to, bytes);
    }
    for (AttachedRows ofKind : attached.values()) {
      for (Attached row : ofKind.all(from)) {
        ofKind.put(to, row.label(), row.value());
      }
    }
    deleteFile(from);
  }

  @Override
  public void deleteRange(EntryRange range) {
    KeyRange keys = Keys.entries(range);
    for (Family family : Family.OF_ENTRIES) {
      records.deleteRange(family, keys);
    }
    Predicate<EntryKey> deleted = key -> holds(range, key);
    entries.removeIf(deleted);
    inline.keySet().removeIf(deleted);
    attached.values().forEach(ofKind -> ofKind.forget(deleted));
    deletedRanges.add(range);
  }

  @Override
  public void putPartition(PartitionKey key, PartitionHeader header) {
    PartitionValue.encode(header, value.clear());
    records.put(Family.PARTITIONS, Keys.partition(key), value.bytes(), value.length());
  }

  @Override
  public void deletePartition(PartitionKey key) {
    records.delete(Family.PARTITIONS, Keys.partition(key));
  }

  @Override
  public void putIntent(Intent intent) {
    records.put(Family.INTENTS, Keys.intent(intent.slot(), intent.transaction()), intent.body());
  }

  @Override
  public void deleteIntent(int slot, long transaction) {
    records.delete(Family.INTENTS, Keys.intent(slot, transaction));
  }

  @Override
  public void putReply(StoredReply.Key key, byte[] buffer, int length) {
    records.put(Family.REPLIES, Keys.reply(key, replyKey), buffer, length);
  }

  @Override
  public void deleteReply(StoredReply.Key key) {
    records.delete(Family.REPLIES, Keys.reply(key, replyKey));
  }

  @Override
  public void putReclaim(byte[] location) {
    records.put(Family.RECLAIM, Keys.reclaim(location), NOTHING);
  }

  @Override
  public void deleteReclaim(byte[] location) {
    records.delete(Family.RECLAIM, Keys.reclaim(location));
  }

  @Override
  public long mark() {
    return records.mark();
  }

  @Override
  public void rollBackTo(long mark) {
    records.truncate(mark);
  }

  @Override
  public boolean isEmpty() {
    return records.isEmpty();
  }

  @Override
  public int size() {
    return records.size();
  }

  @Override
  public int bytes() {
    return records.bytes();
  }

  @Override
  public void clear() {
    records.clear();
    rows.forgetAhead();
    entries.clear();
    inline.clear();
    attached.values().forEach(AttachedRows::clear);
    deletedRanges.clear();
  }
}
