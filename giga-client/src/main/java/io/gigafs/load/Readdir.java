package io.gigafs.load;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Lists a directory from several threads in parallel; latencies are those of pages. */
public final class Readdir {
  private static final int DIGITS = 3;

  private final AsyncGigaClient client;
  private final GigaPath directory;
  private final boolean attributes;
  private final @Nullable Long wanted;
  private final LongAdder entries = new LongAdder();
  private final FailureLog failures = new FailureLog();
  private final Latencies latencies = new Latencies(DIGITS);

  /**
   * A measurement.
   *
   * @param wanted list repeatedly until all threads together have listed this number of entries;
   *     null for once in each thread
   */
  public Readdir(
      AsyncGigaClient client, GigaPath directory, boolean attributes, @Nullable Long wanted) {
    this.client = client;
    this.directory = directory;
    this.attributes = attributes;
    this.wanted = wanted;
  }

  /** How many entries all threads have listed so far. */
  public long entries() {
    return entries.sum();
  }

  public LoadResult run(int threads) throws InterruptedException {
    LoadThreads listers = LoadThreads.start(threads, thread -> list());
    listers.await();
    return new LoadResult(
        entries.sum(), failures.count(), listers.seconds(), latencies, false, failures.first());
  }

  private void list() {
    try {
      boolean goesOn = true;
      while (goesOn) {
        goesOn = listOnce() && wanted != null && !isDone();
      }
    } catch (RuntimeException e) {
      failures.add(1);
      failures.describe(directory.toString(), e);
    }
  }

  private boolean isDone() {
    return wanted != null && entries.sum() >= wanted;
  }

  /** Lists once; returns whether there were entries. */
  private boolean listOnce() {
    long from = System.nanoTime();
    boolean any = false;
    try (Listing listing = client.list(directory, attributes).join()) {
      int listed;
      do {
        listed = listing.nextPage().join().size();
        any |= listed > 0;
        entries.add(listed);
        long now = System.nanoTime();
        latencies.add(now - from);
        from = now;
      } while (listed > 0 && !isDone());
    }
    return any;
  }
}
