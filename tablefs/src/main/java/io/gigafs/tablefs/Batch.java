package io.gigafs.tablefs;

import io.gigafs.tablefs.Attached.Attachment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records that become visible together, and reads that include them before that.
 *
 * <p>Not thread-safe. A lane fills one batch with the records of many operations, commits it and
 * clears it for the next.
 */
public interface Batch {

  /**
   * The entry as it will be once this batch is committed: the batch's own record if it has one, the
   * store's otherwise.
   */
  @Nullable Attributes getEntry(EntryKey key);

  /**
   * Reads rows of entries in advance, together, which is faster than reading them one by one. They
   * are kept until the next call, which may be for no entries, or {@link #clear}. Meanwhile only
   * this batch may change them.
   *
   * @param inline whether the inline bytes of files are read too
   */
  void readAhead(List<EntryKey> keys, boolean inline);

  void putEntry(EntryKey key, Attributes attributes);

  /**
   * Puts the entry of an empty regular file with one name as {@link #putEntry} does, without
   * creating an object for its attributes.
   *
   * @param nanos all its times, ns since the epoch
   */
  void putEmptyFile(EntryKey key, long inode, int mode, int uid, int gid, long nanos, int marks);

  void deleteEntry(EntryKey key);

  /** The inline bytes of a file, or null if there are none. */
  byte @Nullable [] getInline(EntryKey key);

  void putInline(EntryKey key, byte[] bytes);

  void deleteInline(EntryKey key);

  /** The value of a row that is attached to an entry, or null if there is none. */
  byte @Nullable [] getAttached(Attachment kind, EntryKey key, byte[] label);

  /** All rows of a kind that are attached to an entry, in the byte order of their labels. */
  List<Attached> attached(Attachment kind, EntryKey key);

  void putAttached(Attachment kind, EntryKey key, byte[] label, byte[] value);

  void deleteAttached(Attachment kind, EntryKey key, byte[] label);

  /** Deletes an entry and everything attached to it. Reads the store to find these rows. */
  void deleteFile(EntryKey key);

  /**
   * Moves an entry and everything attached to it to another key, and replaces what was there.
   *
   * @throws IllegalArgumentException if there is no entry to move
   */
  void moveFile(EntryKey from, EntryKey to);

  /**
   * Deletes the entries of a range and everything attached to them. Earlier records of this batch
   * in the range are deleted with it, later ones remain.
   */
  void deleteRange(EntryRange range);

  void putPartition(PartitionKey key, PartitionHeader header);

  void deletePartition(PartitionKey key);

  void putIntent(Intent intent);

  void deleteIntent(int slot, long transaction);

  default void putReply(StoredReply reply) {
    putReply(reply.key(), reply.body(), reply.body().length);
  }

  /**
   * As {@link #putReply(StoredReply)}, with the first bytes of a buffer as body.
   *
   * @param length number of these bytes
   */
  void putReply(StoredReply.Key key, byte[] buffer, int length);

  void deleteReply(StoredReply.Key key);

  /** Queues an unreferenced object on a volume for deletion. */
  void putReclaim(byte[] location);

  /** Removes a deleted object from the queue. */
  void deleteReclaim(byte[] location);

  /** The current position, for {@link #rollBackTo}. */
  long mark();

  /**
   * Drops the records that were added after a mark. Afterwards rows may be put and the batch
   * committed, but nothing may be read from it before {@link #clear}.
   */
  void rollBackTo(long mark);

  boolean isEmpty();

  /** Number of records. */
  int size();

  /** Size of the records, bytes. */
  int bytes();

  void clear();
}
