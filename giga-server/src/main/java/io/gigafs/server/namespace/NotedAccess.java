package io.gigafs.server.namespace;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.namespace.NoteAccessRequest;
import io.gigafs.server.partition.AccessTime;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import java.util.function.Consumer;

/**
 * Records reads of a file in its row, if that is due and the commit batch may write. If the row is
 * held, the read is recorded later. A failed batch or a crash may lose such updates.
 */
public final class NotedAccess {
  private final Consumer<NoteAccessRequest> later;

  /**
   * For all reads of a server.
   *
   * @param later records an access once the name is released; on the lane's thread
   */
  public NotedAccess(Consumer<NoteAccessRequest> later) {
    this.later = later;
  }

  /** The file's attributes after a read. */
  Attributes of(PartitionState partition, Name name, Attributes file, CommitBatch commitBatch) {
    long now = commitBatch.wallNanos();
    if (!isDue(file, now) || !commitBatch.mayReadersWrite()) {
      return file;
    }
    if (!partition.isBlocked(name)) {
      return ofFree(partition, name, file, now, commitBatch);
    }
    NoteAccessRequest access =
        new NoteAccessRequest(
            partition.directory(), partition.index(), name, new InodeId(file.inode()), now);
    commitBatch.afterCommit(() -> later.accept(access));
    return file;
  }

  /**
   * The file's attributes after a read at the given time in ns since the epoch, if the name is not
   * held.
   */
  public static Attributes ofFree(
      PartitionState partition, Name name, Attributes file, long nanos, CommitBatch commitBatch) {
    if (!isDue(file, nanos) || !commitBatch.mayReadersWrite()) {
      return file;
    }
    Attributes accessed = file.withAccessed(nanos);
    commitBatch.batch().putEntry(partition.keyOf(name), accessed);
    partition.entryRead(commitBatch, file);
    return accessed;
  }

  private static boolean isDue(Attributes file, long nanos) {
    return AccessTime.isDue(file.accessedNanos(), file.modifiedNanos(), file.changedNanos(), nanos);
  }
}
