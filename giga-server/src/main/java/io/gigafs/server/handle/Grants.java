package io.gigafs.server.handle;

import io.gigafs.protocol.FileHandle;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;

/** What is noted of handles that may write to objects of files below a quota. */
final class Grants {
  private Grants() {}

  /** Notes up to where a handle may write; the file has to count for as much. */
  static void note(
      PartitionState partition,
      HandlePlace place,
      FileHandle handle,
      long end,
      CommitBatch commitBatch) {
    place.file().grant(handle.session(), handle.number(), end);
    write(partition, place, handle, commitBatch);
  }

  /** Takes back what all handles of a session were granted, whose client knows. */
  static void revoke(
      PartitionState partition, HandlePlace place, FileHandle handle, CommitBatch commitBatch) {
    if (place.file().revokeGrants(handle.session())) {
      write(partition, place, handle, commitBatch);
    }
  }

  private static void write(
      PartitionState partition, HandlePlace place, FileHandle handle, CommitBatch commitBatch) {
    partition.holds().write(commitBatch.batch(), place.name(), handle.session());
    partition.holdsChanged(commitBatch);
  }
}
