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

/** Lists a whole directory, from several threads at once; the latency is that of a page. */
final class Readdir {
  private static final long LOWEST_NANOS = 1_000;
  private static final long HIGHEST_NANOS = 3_600_000_000_000L;

  private final AsyncGigaClient client;
  private final GigaPath directory;
  private final boolean attributes;
  private final LongAdder entries = new LongAdder();
  private final FailureLog failures = new FailureLog();
  private final Histogram latencies = new AtomicHistogram(LOWEST_NANOS, HIGHEST_NANOS, 3);

  Readdir(AsyncGigaClient client, GigaPath directory, boolean attributes) {
    this.client = client;
    this.directory = directory;
    this.attributes = attributes;
  }

  /** How many entries were listed so far, by all threads. */
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
    long from = System.nanoTime();
    try (Listing listing = client.list(directory, attributes).join()) {
      int listed;
      do {
        listed = listing.nextPage().join().size();
        entries.add(listed);
        long now = System.nanoTime();
        latencies.recordValue(Math.min(HIGHEST_NANOS, now - from));
        from = now;
      } while (listed > 0);
    } catch (RuntimeException e) {
      failures.add(1);
      failures.describe(directory + ": " + ErrorText.ofFile(e));
    }
  }
}
