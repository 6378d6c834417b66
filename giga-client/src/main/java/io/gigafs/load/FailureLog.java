package io.gigafs.load;

import io.gigafs.load.LoadResult.LoadFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Counts failures and keeps the first few. Safe for use by several threads. */
final class FailureLog {
  private static final int KEPT = 5;

  private final LongAdder count = new LongAdder();
  private final List<LoadFailure> first = new ArrayList<>();

  void add(long failures) {
    count.add(failures);
  }

  /** Describes failures that were or will be added. */
  void describe(String what) {
    describe(what, null);
  }

  void describe(String what, @Nullable Throwable cause) {
    describe(new LoadFailure(what, cause));
  }

  void describe(LoadFailure failure) {
    synchronized (first) {
      if (first.size() < KEPT) {
        first.add(failure);
      }
    }
  }

  long count() {
    return count.sum();
  }

  List<LoadFailure> first() {
    synchronized (first) {
      return List.copyOf(first);
    }
  }
}
