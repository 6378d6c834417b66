package io.gigafs.tablefs;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records that become visible together, and reads that see them before that.
 *
 * <p>Not safe for use by several threads. A lane fills one batch with the records of many
 * operations, commits it and clears it for the next.
 */
public interface Batch {

  /**
   * The entry as it will be once this batch is committed: the batch's own record if it has one, the
   * store's otherwise.
   */
  @Nullable Attributes getEntry(EntryKey key);

  /**
   * Reads rows of entries from the store that are about to be asked for one after the other: all at
   * once that takes less. They are remembered until the next call, which may be for none, or {@link
   * #clear}; meanwhile they may be changed by this batch alone.
   *
   * @param inline whether what files keep beside their entries is read too
   */
  void readAhead(List<EntryKey> keys, boolean inline);

  void putEntry(EntryKey key, Attributes attributes);

  /**
   * Puts the entry of a regular file of no bytes and one name as {@link #putEntry} does, and makes
   * no object for its attributes.
   *
   * @param nanos all its times, ns since the epoch
   */
  void putEmptyFile(EntryKey key, long inode, int mode, int uid, int gid, long nanos, int marks);

  void deleteEntry(EntryKey key);

  /** The bytes that a file keeps beside its entry, or null if there are none. */
  byte @Nullable [] getInline(EntryKey key);

  void putInline(EntryKey key, byte[] bytes);

  void deleteInline(EntryKey key);

  /** The value of a row that hangs on an entry, or null if there is none. */
  byte @Nullable [] getAttached(Attachment kind, EntryKey key, byte[] label);

  /** All rows of a kind that hang on an entry, in the order of their labels as bytes. */
  List<Attached> attached(Attachment kind, EntryKey key);

  void putAttached(Attachment kind, EntryKey key, byte[] label, byte[] value);

  void deleteAttached(Attachment kind, EntryKey key, byte[] label);

  /** Deletes an entry with all that hangs on it, for which it has to look. */
  void deleteFile(EntryKey key);

  /**
   * Moves an entry with all that hangs on it to another key, in place of what was there.
   *
   * @throws IllegalArgumentException if there is no entry to move
   */
  void moveFile(EntryKey from, EntryKey to);

  /**
   * Deletes the entries of a range with all that hangs on them. Earlier records of this batch that
   * lie in the range go with it, later ones stay.
   */
  void deleteRange(EntryRange range);

  void putPartition(PartitionKey key, PartitionHeader header);

  void deletePartition(PartitionKey key);

  void putIntent(Intent intent);

  void deleteIntent(int slot, long transaction);

  default void putReply(Reply reply) {
    putReply(reply.key(), reply.body(), reply.body().length);
  }

  /**
   * Likewise, with the first bytes of a buffer for its body.
   *
   * @param length how many
   */
  void putReply(Reply.Key key, byte[] buffer, int length);

  void deleteReply(Reply.Key key);

  /** Queues an object on a volume to be deleted, as nothing names it any more. */
  void putReclaim(byte[] location);

  /** Says that an object is deleted. */
  void deleteReclaim(byte[] location);

  /** A place among the records, for {@link #rollBackTo}. */
  long mark();

  /**
   * Drops the records that were put since a mark. After that rows may be put and the batch
   * committed, but nothing may be read of it before {@link #clear}.
   */
  void rollBackTo(long mark);

  boolean isEmpty();

  /** How many records the batch holds. */
  int size();

  /** How many bytes these take. */
  int bytes();

  void clear();
}
