package io.gigafs.server.file;

import io.gigafs.protocol.FileHandle;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;

/** Records up to where handles may write to objects of files below a quota. */
final class Grants {
  private Grants() {}

  /** Records up to where a handle may write. The quota must already count the file as that long. */
  static void note(
      PartitionState partition,
      HandlePlace place,
      FileHandle handle,
      long end,
      CommitBatch commitBatch) {
    place.file().grant(handle.session(), handle.number(), end);
    write(partition, place, handle, commitBatch);
  }

  /** Revokes the grants of all handles of a session, whose client already knows. */
  static void revoke(
      PartitionState partition, HandlePlace place, FileHandle handle, CommitBatch commitBatch) {
    if (place.file().revokeGrants(handle.session())) {
      write(partition, place, handle, commitBatch);
    }
  }

  private static void write(
      PartitionState partition, HandlePlace place, FileHandle handle, CommitBatch commitBatch) {
    partition.openState().write(commitBatch.batch(), place.name(), handle.session());
    partition.openStateChanged(commitBatch);
  }
}
