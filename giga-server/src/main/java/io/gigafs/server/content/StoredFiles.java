package io.gigafs.server.content;

import io.gigafs.server.access.AttributeRules;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.StoreException;
import io.gigafs.time.FileTimestamp;
import io.gigafs.volume.ObjectStatus;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the rows of files whose bytes are objects on volumes.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>a file is marked STORED if and only if its row says where its object is;
 *   <li>an object that nothing else names any more is queued to be deleted in the batch that takes
 *       its last name;
 *   <li>a file is UNSETTLED from before anybody may change the object until the entry has size and
 *       time of the object, which nobody may change any more. A checksum of it is known only while
 *       it is settled;
 *   <li>an unsettled file loses its set-id bits and its capability when the entry takes over that
 *       the object was written to since, whatever clients say; while only the superuser may write
 *       it is marked BY_SUPERUSER, and keeps its set-id bits;
 *   <li>the size of an unsettled file's entry is what a quota counts: below one it is at least what
 *       any handle is granted to write up to. How long the file is at least is then in the row.
 * </ol>
 */
public final class StoredFiles {
  private static final int OF_OBJECTS =
      Attributes.STORED | Attributes.UNSETTLED | Attributes.EXPOSED | Attributes.BY_SUPERUSER;

  private StoredFiles() {}

  /** Whether the file's bytes are an object on a volume, and its place is here. */
  public static boolean isStored(Attributes file) {
    return file.type() == FileType.REGULAR && file.has(Attributes.STORED);
  }

  /** Whether size and time of the last change are the object's rather than the entry's. */
  public static boolean isMeasured(Attributes file) {
    return isStored(file) && (file.marks() & (Attributes.UNSETTLED | Attributes.EXPOSED)) != 0;
  }

  /** Where a stored file's bytes are. */
  public static StoredRow row(Batch batch, EntryKey key) {
    byte[] row = batch.getInline(key);
    if (row == null) {
      throw new StoreException(
          StoreException.Kind.DAMAGED, key + " is on a volume, and nothing says where");
    }
    return StoredRow.decode(row);
  }

  /**
   * Has an inline file be an object's, which somebody may write to.
   *
   * @param file its attributes, but for what they are of the object
   * @param bySuperuser whether that can be none but the superuser
   */
  public static Attributes store(
      Batch batch, EntryKey key, Attributes file, StoredRow row, boolean bySuperuser) {
    Attributes stored =
        file.withMarks(
            file.marks()
                | Attributes.STORED
                | Attributes.UNSETTLED
                | (bySuperuser ? Attributes.BY_SUPERUSER : 0));
    batch.putInline(key, row.encode());
    batch.putEntry(key, stored);
    return stored;
  }

  /** How long a file is, or is going to be by what was set aside for appends, at least. */
  public static long leastSize(Batch batch, EntryKey key, Attributes file) {
    Long known = row(batch, key).leastSize();
    return known == null ? file.size() : known;
  }

  /** A stored file's attributes as clients get them that did not ask for the object's. */
  public static Attributes shown(Batch batch, EntryKey key, Attributes file) {
    return isStored(file) && file.has(Attributes.UNSETTLED)
        ? file.withSize(leastSize(batch, key, file))
        : file;
  }

  /** Has a quota count an unsettled file as one of this size, if that is more than before. */
  public static Attributes count(Batch batch, EntryKey key, Attributes file, long size) {
    if (size <= file.size()) {
      return file;
    }
    StoredRow row = row(batch, key);
    if (row.leastSize() == null) {
      batch.putInline(key, row.withLeastSize(file.size()).encode());
    }
    Attributes counted = file.withSize(size);
    batch.putEntry(key, counted);
    return counted;
  }

  /** An unsettled file has, or has set aside for appends, at least this many bytes. */
  public static Attributes reach(Batch batch, EntryKey key, Attributes file, long size) {
    StoredRow row = row(batch, key);
    Long known = row.leastSize();
    if (known != null && known < size) {
      batch.putInline(key, row.withLeastSize(size < file.size() ? size : null).encode());
    }
    if (size <= file.size()) {
      return file;
    }
    Attributes reached = file.withSize(size);
    batch.putEntry(key, reached);
    return reached;
  }

  /**
   * Lets somebody change the object.
   *
   * @param bySuperuser whether that is the superuser
   */
  public static Attributes unsettle(
      Batch batch, EntryKey key, Attributes file, boolean bySuperuser) {
    boolean isFirst = !file.has(Attributes.UNSETTLED);
    int marks = file.marks() | Attributes.UNSETTLED;
    if (isFirst && bySuperuser) {
      marks |= Attributes.BY_SUPERUSER;
    } else if (!bySuperuser) {
      marks &= ~Attributes.BY_SUPERUSER;
    }
    if (marks == file.marks()) {
      return file;
    }
    if (isFirst) {
      StoredRow row = row(batch, key);
      if (row.crc() != null) {
        batch.putInline(key, row.asOf(row.modifiedNanos(), null).encode());
      }
    }
    Attributes unsettled = file.withMarks(marks);
    batch.putEntry(key, unsettled);
    return unsettled;
  }

  /** Lets anybody change the object, for as long as the file is. */
  public static Attributes expose(Batch batch, EntryKey key, Attributes file) {
    if (file.has(Attributes.EXPOSED)) {
      return file;
    }
    Attributes unsettled = unsettle(batch, key, file, false);
    Attributes exposed = unsettled.withMarks(unsettled.marks() | Attributes.EXPOSED);
    batch.putEntry(key, exposed);
    return exposed;
  }

  /** The attributes of a stored file, with what they are of its object. */
  public static Attributes measured(Attributes file, StoredRow row, ObjectStatus object) {
    Attributes measured = sizedAndDated(file, row, object);
    boolean isLater =
        object.modifiedNanos() != row.modifiedNanos()
            && FileTimestamp.isAfter(object.modifiedNanos(), file.changedNanos());
    return isLater ? measured.withChanged(object.modifiedNanos()) : measured;
  }

  private static Attributes sizedAndDated(Attributes file, StoredRow row, ObjectStatus object) {
    Attributes sized = file.withSize(object.size()).withHoles(object.holes());
    if (object.modifiedNanos() == row.modifiedNanos()) {
      return sized;
    }
    Attributes dated = sized.withModified(object.modifiedNanos());
    return isMeasured(file)
        ? AttributeRules.withoutPrivileges(dated, file.has(Attributes.BY_SUPERUSER))
        : dated;
  }

  /**
   * Takes size and time over from the object, as of now. Somebody may have changed it, so this
   * counts as a change of the file even where neither shows it: volumes have times by the tick.
   *
   * @param isLast whether nobody may change the object any more; one that is exposed may be changed
   *     for good
   * @param crc of the whole object, null if it is not known
   */
  public static Attributes settle(
      Batch batch,
      EntryKey key,
      Attributes file,
      ObjectStatus object,
      boolean isLast,
      @Nullable Integer crc) {
    return settle(batch, key, file, object, isLast, crc, 0);
  }

  /**
   * Settles a file that a quota is to count as one of at least some length.
   *
   * @param counted means nothing if the file is settled by that
   */
  public static Attributes settle(
      Batch batch,
      EntryKey key,
      Attributes file,
      ObjectStatus object,
      boolean isLast,
      @Nullable Integer crc,
      long counted) {
    StoredRow row = row(batch, key);
    boolean isSettled = isLast && !file.has(Attributes.EXPOSED);
    boolean countsMore = !isSettled && counted > object.size();
    StoredRow newRow =
        row.asOf(object.modifiedNanos(), isSettled ? crc : null)
            .withLeastSize(countsMore ? object.size() : null);
    Attributes measured = sizedAndDated(file, row, object).withChanged(object.modifiedNanos());
    Attributes settled =
        isSettled
            ? measured.withMarks(
                measured.marks() & ~(Attributes.UNSETTLED | Attributes.BY_SUPERUSER))
            : measured.withSize(Math.max(object.size(), counted));
    if (!newRow.equals(row)) {
      batch.putInline(key, newRow.encode());
    }
    if (!settled.equals(file)) {
      batch.putEntry(key, settled);
    }
    return settled;
  }

  /**
   * Has a stored file be inline and empty, and its object deleted.
   *
   * @param emptied its attributes after that, but for the marks
   */
  public static Attributes empty(Batch batch, EntryKey key, Attributes emptied) {
    Attributes inline = emptied.withMarks(emptied.marks() & ~OF_OBJECTS);
    batch.putReclaim(row(batch, key).location().encode());
    batch.deleteInline(key);
    batch.putEntry(key, inline);
    return inline;
  }

  /** The bytes of a file are nobody's any more: its entry ends here, and is no other's. */
  public static void end(Batch batch, EntryKey key, Attributes file) {
    if (isStored(file)) {
      batch.putReclaim(row(batch, key).location().encode());
    }
    batch.deleteFile(key);
  }
}
