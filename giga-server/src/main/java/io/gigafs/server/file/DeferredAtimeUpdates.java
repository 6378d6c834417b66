package io.gigafs.server.file;

import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.NoteAccessRequest;
import io.gigafs.rpc.Clock;
import io.gigafs.server.context.Messenger;
import java.util.concurrent.TimeUnit;

/**
 * Records access times that could not be recorded at once. The partition waits until the name is
 * released; if a split has moved the name, the child partition records the access. Accesses that
 * are not recorded in time are dropped. Thread-safe.
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
