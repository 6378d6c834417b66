package io.gigafs.cli.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Counts failures and keeps the messages of the first few. Safe for use by several threads. */
final class FailureLog {
  private static final int KEPT = 5;

  private final LongAdder count = new LongAdder();
  private final List<String> first = new ArrayList<>();

  void add(long failures) {
    count.add(failures);
  }

  void describe(String line) {
    synchronized (first) {
      if (first.size() < KEPT) {
        first.add(line);
      }
    }
  }

  long count() {
    return count.sum();
  }

  List<String> first() {
    synchronized (first) {
      return List.copyOf(first);
    }
  }
}
