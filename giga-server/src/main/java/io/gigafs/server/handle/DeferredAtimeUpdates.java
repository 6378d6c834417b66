package io.gigafs.server.handle;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.NoteAccessRequest;
import io.gigafs.rpc.Clock;
import io.gigafs.server.membership.Messenger;
import java.util.concurrent.TimeUnit;

/**
 * Has accesses noted that could not be when they were made: the partition waits until nobody holds
 * the name, and if a split has taken that away, the child is told. What does not get there in time
 * is not missed. Safe for use by several threads.
 */
public final class DeferredAtimeUpdates {
  private static final long NOTE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final Messenger messenger;
  private final Clock clock;

  public DeferredAtimeUpdates(Messenger messenger, Clock clock) {
    this.messenger = messenger;
    this.clock = clock;
  }

  public void note(NoteAccessRequest access) {
    messenger
        .ask(access, clock.nanos() + NOTE_NANOS)
        .thenAccept(
            answer -> {
              if (answer instanceof Answer.Split<Empty> split) {
                noteElsewhere(access, split.map().indexOf(access.name().hash()));
              }
            });
  }

  private void noteElsewhere(NoteAccessRequest access, PartitionIndex partition) {
    if (!partition.equals(access.partition())) {
      note(access.at(partition));
    }
  }
}
