package io.gigafs.server.partition;

import java.util.ArrayList;
import java.util.List;

/**
 * Requests that wait until a lock, split or freeze of their partition ends. Used by the lane's
 * thread only.
 */
final class ParkedRequests {
  private List<RequestTask<?, ?>> waiting = new ArrayList<>();

  void add(RequestTask<?, ?> task) {
    waiting.add(task);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void resumeAll() {
    if (waiting.isEmpty()) {
      return;
    }
    List<RequestTask<?, ?>> resuming = waiting;
    waiting = new ArrayList<>();
    resuming.forEach(RequestTask::resume);
  }

  /** Makes all clients retry. */
  void retryAllLater(CommitBatch commitBatch) {
    waiting.forEach(task -> task.retryLater(commitBatch));
    waiting.clear();
  }

  /** Runs requests past their deadline once more, which answers them. */
  void resumeOverdue(long nanos) {
    waiting.removeIf(
        task -> {
          boolean overdue = task.isPastDeadline(nanos);
          if (overdue) {
            task.resume();
          }
          return overdue;
        });
  }
}
