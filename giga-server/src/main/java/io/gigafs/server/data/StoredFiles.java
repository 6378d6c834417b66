package io.gigafs.server.data;

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
 * Rows of files whose bytes are objects on volumes.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>a file is marked STORED if and only if its row has the location of its object;
 *   <li>an object is queued for deletion in the batch that removes the last reference to it;
 *   <li>a file is UNSETTLED from before anyone may change the object until no one may any more and
 *       the entry has the object's size and time. A checksum of the object is known only while the
 *       file is settled;
 *   <li>an unsettled file loses its set-id bits and its capability when the entry learns that the
 *       object was written to, whatever clients report; while only the superuser may write, the
 *       file is marked BY_SUPERUSER and keeps its set-id bits;
 *   <li>the size of an unsettled file's entry is the size that a quota counts. Below a quota it
 *       covers all that handles are granted to write. The file's minimum size is then in the row.
 * </ol>
 */
public final class StoredFiles {
  private static final int OF_OBJECTS =
      Attributes.STORED | Attributes.UNSETTLED | Attributes.EXPOSED | Attributes.BY_SUPERUSER;

  private StoredFiles() {}

  /** Whether the file's bytes are an object on a volume, and this entry has its location. */
  public static boolean isStored(Attributes file) {
    return file.type() == FileType.REGULAR && file.has(Attributes.STORED);
  }

  /** Whether the object, not the entry, has the valid size and time of the last change. */
  public static boolean isMeasured(Attributes file) {
    return isStored(file) && (file.marks() & (Attributes.UNSETTLED | Attributes.EXPOSED)) != 0;
  }

  /** The row with the location of a stored file's bytes. */
  public static VolumeObjectRow row(Batch batch, EntryKey key) {
    byte[] row = batch.getInline(key);
    if (row == null) {
      throw new StoreException(
          StoreException.Kind.DAMAGED, key + " is on a volume, and nothing says where");
    }
    return VolumeObjectRow.decode(row);
  }

  /**
   * Turns an inline file into a stored one, whose object may be written to.
   *
   * @param file its attributes, without the marks that concern the object
   * @param bySuperuser whether only the superuser may write to it
   */
  public static Attributes store(
      Batch batch, EntryKey key, Attributes file, VolumeObjectRow row, boolean bySuperuser) {
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

  /** Minimum size of a file, including reservations for appends. */
  public static long leastSize(Batch batch, EntryKey key, Attributes file) {
    Long known = row(batch, key).leastSize();
    return known == null ? file.size() : known;
  }

  /** Attributes of a stored file for clients that did not ask for the object's. */
  public static Attributes shown(Batch batch, EntryKey key, Attributes file) {
    return isStored(file) && file.has(Attributes.UNSETTLED)
        ? file.withSize(leastSize(batch, key, file))
        : file;
  }

  /** Raises the size that a quota counts for an unsettled file; it never shrinks here. */
  public static Attributes count(Batch batch, EntryKey key, Attributes file, long size) {
    if (size <= file.size()) {
      return file;
    }
    VolumeObjectRow row = row(batch, key);
    if (row.leastSize() == null) {
      batch.putInline(key, row.withLeastSize(file.size()).encode());
    }
    Attributes counted = file.withSize(size);
    batch.putEntry(key, counted);
    return counted;
  }

  /** Raises the minimum size of an unsettled file, including reservations for appends. */
  public static Attributes reach(Batch batch, EntryKey key, Attributes file, long size) {
    VolumeObjectRow row = row(batch, key);
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
   * Marks the object as one that may be changed.
   *
   * @param bySuperuser whether the superuser changes it
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
      VolumeObjectRow row = row(batch, key);
      if (row.crc() != null) {
        batch.putInline(key, row.asOf(row.modifiedNanos(), null).encode());
      }
    }
    Attributes unsettled = file.withMarks(marks);
    batch.putEntry(key, unsettled);
    return unsettled;
  }

  /** Marks the object as one that anyone may change for as long as the file exists. */
  public static Attributes expose(Batch batch, EntryKey key, Attributes file) {
    if (file.has(Attributes.EXPOSED)) {
      return file;
    }
    Attributes unsettled = unsettle(batch, key, file, false);
    Attributes exposed = unsettled.withMarks(unsettled.marks() | Attributes.EXPOSED);
    batch.putEntry(key, exposed);
    return exposed;
  }

  /** Attributes of a stored file combined with the state of its object. */
  public static Attributes measured(Attributes file, VolumeObjectRow row, ObjectStatus object) {
    Attributes measured = sizedAndDated(file, row, object);
    boolean isLater =
        object.modifiedNanos() != row.modifiedNanos()
            && FileTimestamp.isAfter(object.modifiedNanos(), file.changedNanos());
    return isLater ? measured.withChanged(object.modifiedNanos()) : measured;
  }

  private static Attributes sizedAndDated(
      Attributes file, VolumeObjectRow row, ObjectStatus object) {
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
   * Updates the entry with the object's size and time, as of now. This counts as a change of the
   * file even where neither differs, as volumes' timestamps are coarse.
   *
   * @param isLast whether no one may change the object any more; an exposed object may always be
   *     changed
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
   * Settles a file that a quota has to count with a minimum size.
   *
   * @param counted ignored if the file becomes settled
   */
  public static Attributes settle(
      Batch batch,
      EntryKey key,
      Attributes file,
      ObjectStatus object,
      boolean isLast,
      @Nullable Integer crc,
      long counted) {
    VolumeObjectRow row = row(batch, key);
    boolean isSettled = isLast && !file.has(Attributes.EXPOSED);
    boolean countsMore = !isSettled && counted > object.size();
    VolumeObjectRow newRow =
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
   * Turns a stored file into an empty inline one, and queues its object for deletion.
   *
   * @param emptied its attributes after that, except for the marks
   */
  public static Attributes empty(Batch batch, EntryKey key, Attributes emptied) {
    Attributes inline = emptied.withMarks(emptied.marks() & ~OF_OBJECTS);
    batch.putReclaim(row(batch, key).location().encode());
    batch.deleteInline(key);
    batch.putEntry(key, inline);
    return inline;
  }

  /** Removes a file with its entry, and queues its object for deletion. */
  public static void end(Batch batch, EntryKey key, Attributes file) {
    if (isStored(file)) {
      batch.putReclaim(row(batch, key).location().encode());
    }
    batch.deleteFile(key);
  }
}
