package io.gigafs.server.operation;

import io.gigafs.index.Name;
import io.gigafs.server.lane.AccessTime;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.lane.Turn;
import io.gigafs.tablefs.Attributes;

/**
 * Notes in a file's row that it is read, if that is due and the turn may write. What a failed batch
 * or a crash forgets of that is not missed.
 */
public final class NotedAccess {
  private NotedAccess() {}

  /** The file's attributes after it was read. */
  public static Attributes of(PartitionState partition, Name name, Attributes file, Turn turn) {
    long now = turn.wallNanos();
    boolean isDue =
        AccessTime.isDue(file.accessedNanos(), file.modifiedNanos(), file.changedNanos(), now);
    if (!isDue || !turn.mayReadersWrite() || partition.isHeld(name)) {
      return file;
    }
    Attributes accessed = file.withAccessed(now);
    turn.batch().putEntry(partition.keyOf(name), accessed);
    return accessed;
  }
}
