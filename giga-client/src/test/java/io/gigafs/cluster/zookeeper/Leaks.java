package io.gigafs.cluster.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The threads that run at one moment, to find threads that start later and do not end. */
final class Leaks {
  private static final long PATIENCE_MILLIS = 120_000;

  private final Set<Thread> before;

  private Leaks(Set<Thread> before) {
    this.before = before;
  }

  static Leaks now() {
    return new Leaks(Set.copyOf(Thread.getAllStackTraces().keySet()));
  }

  /** Fails unless all threads that started since then end in time. */
  void assertNoMore() throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    while (!since().isEmpty() && System.nanoTime() < deadline) {
      Thread.sleep(20);
    }
    assertThat(since()).isEmpty();
  }

  private List<String> since() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> !before.contains(thread) && !isOfTheMachine(thread))
        .map(Thread::getName)
        .collect(Collectors.toList());
  }

  /** Threads that the JVM or JUnit keeps for all tests. */
  private static boolean isOfTheMachine(Thread thread) {
    String name = thread.getName();
    return name.startsWith("ForkJoinPool")
        || name.startsWith("surefire")
        || name.startsWith("Attach Listener")
        || name.startsWith("process reaper")
        || name.startsWith("Common-Cleaner");
  }
}
