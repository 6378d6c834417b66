package io.gigafs.tablefs;

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

  void putEntry(EntryKey key, Attributes attributes);

  void deleteEntry(EntryKey key);

  /**
   * Deletes entries, inline bytes and extended attributes of a range. Earlier records of this batch
   * that lie in the range go with it, later ones stay.
   */
  void deleteRange(EntryRange range);

  void putPartition(PartitionKey key, PartitionHeader header);

  void deletePartition(PartitionKey key);

  void putIntent(Intent intent);

  void deleteIntent(int slot, long transaction);

  void putReply(Reply reply);

  void deleteReply(Reply.Key key);

  boolean isEmpty();

  /** How many records the batch holds. */
  int size();

  void clear();
}
