package io.gigafs.cache.journal;

import java.util.List;

/**
 * A file of which an earlier process has left writes that are not known to be on the volume.
 *
 * @param file to mark its writes as uploaded by
 * @param names that it may have, from the newest on
 * @param size of the object, as far as that process knew last
 * @param modifiedNanos when the object was changed last, as far as that process knew
 * @param uploading the number of the last write that it was uploading, 0 if none was under way: the
 *     object may have any part of the writes up to there
 * @param writes in their order
 * @param isComplete whether none is missing between them
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

  /** How many bytes are to be written. */
  public long bytes() {
    return writes.stream().mapToLong(JournaledWrite::length).sum();
  }
}
