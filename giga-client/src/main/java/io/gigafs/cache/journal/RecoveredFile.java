package io.gigafs.cache.journal;

import io.gigafs.cache.journal.WriteJournal.JournaledWrite;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;

/**
 * A file whose writes an earlier process left, and which are not known to be on the volume.
 *
 * @param file for marking its writes as uploaded
 * @param names its possible names, newest first
 * @param size of the object, as last known to that process
 * @param modifiedNanos the object's mtime, as last known to that process
 * @param uploading the number of the last write of the upload in flight, 0 for none: the object may
 *     have any part of the writes up to there
 * @param writes in their order
 * @param isComplete whether no write is missing between them
 */
public record RecoveredFile(
    JournaledFile file,
    List<JournalIdentity> names,
    long size,
    long modifiedNanos,
    long uploading,
    List<JournaledWrite> writes,
    boolean isComplete) {
  public RecoveredFile {
    names = List.copyOf(names);
    writes = List.copyOf(writes);
  }

  public JournalIdentity identity() {
    return file.identity();
  }

  /** Contiguous writes, from the given one on, to be uploaded as one. */
  public List<JournaledWrite> batch(int first, int maxBytes) {
    int end = first + 1;
    long length = writes.get(first).length();
    while (end < writes.size()
        && writes.get(end).offset() == writes.get(end - 1).end()
        && length + writes.get(end).length() <= maxBytes) {
      length += writes.get(end).length();
      end++;
    }
    return writes.subList(first, end);
  }

  /**
   * Whether the object may be in the state that an interrupted upload left: the writes up to some
   * number have been written to it in order, so each byte of the first ones is theirs or a later
   * one's.
   *
   * @param beginning bytes of the object, as far as there are any, from the start of the first
   *     write
   */
  public boolean isUploadBegun(ByteBuffer beginning, int wanted) throws IOException {
    if (beginning.remaining() < wanted) {
      return false;
    }
    long start = writes.get(0).offset();
    BitSet matches = new BitSet(wanted);
    for (JournaledWrite write : writes) {
      long from = Math.max(start, write.offset());
      int length = (int) (Math.min(start + wanted, write.end()) - from);
      if (length > 0 && write.sequence() <= uploading) {
        ByteBuffer bytes = ByteBuffer.allocate(length);
        write.read((int) (from - write.offset()), bytes);
        int at = (int) (from - start);
        for (int i = 0; i < length; i++) {
          if (bytes.get(i) == beginning.get(beginning.position() + at + i)) {
            matches.set(at + i);
          }
        }
      }
    }
    return matches.cardinality() == wanted;
  }

  /** How many bytes are to be written. */
  public long bytes() {
    return writes.stream().mapToLong(JournaledWrite::length).sum();
  }
}
