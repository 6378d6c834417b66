package io.gigafs.cli.bench;

import io.gigafs.cli.ErrorText;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.AtomicHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Lists a directory from several threads in parallel; latencies are those of pages. */
final class Readdir {
  private static final long LOWEST_NANOS = 1_000;
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private final AsyncGigaClient client;
  private final GigaPath directory;
  private final boolean attributes;
  private final @Nullable Long wanted;
  private final LongAdder entries = new LongAdder();
  private final FailureLog failures = new FailureLog();
  private final Histogram latencies = new AtomicHistogram(LOWEST_NANOS, HIGHEST_NANOS, 3);

  /**
   * A measurement.
   *
   * @param wanted list repeatedly until all threads together have listed this number of entries;
   *     null for once in each thread
   */
  Readdir(AsyncGigaClient client, GigaPath directory, boolean attributes, @Nullable Long wanted) {
    this.client = client;
    this.directory = directory;
    this.attributes = attributes;
    this.wanted = wanted;
  }

  /** How many entries all threads have listed so far. */
  long entries() {
    return entries.sum();
  }

  LoadResult run(int threads) throws InterruptedException {
    List<Thread> listers = new ArrayList<>();
    long began = System.nanoTime();
    for (int i = 0; i < threads; i++) {
      Thread lister = new Thread(this::list, "giga-load-" + i);
      lister.setDaemon(true);
      lister.start();
      listers.add(lister);
    }
    for (Thread lister : listers) {
      lister.join();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    return new LoadResult(
        entries.sum(), failures.count(), seconds, latencies, false, failures.first());
  }

  private void list() {
    try {
      boolean goesOn = true;
      while (goesOn) {
        goesOn = listOnce() && wanted != null && !isDone();
      }
    } catch (RuntimeException e) {
      failures.add(1);
      failures.describe(directory + ": " + ErrorText.ofFile(e));
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
        latencies.recordValue(Math.min(HIGHEST_NANOS, now - from));
        from = now;
      } while (listed > 0 && !isDone());
    }
    return any;
  }
}
