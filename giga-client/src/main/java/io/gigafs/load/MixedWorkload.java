package io.gigafs.load;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Creates and stats in a random order: each number is one operation, a create of its own file or,
 * in a given share of cases, a stat of a file that this workload has already created.
 */
public final class MixedWorkload implements Workload<Object> {
  /** The number of recent files from which a stat chooses. */
  private static final int REMEMBERED = 1 << 16;

  private final DirectoryWorkloads files;
  private final AsyncGigaClient client;
  private final double statShare;
  private final SplittableRandom random;
  private final AtomicLongArray made = new AtomicLongArray(REMEMBERED);
  private final AtomicInteger madeCount = new AtomicInteger();

  public MixedWorkload(
      AsyncGigaClient client, GigaPath directory, double statShare, SplittableRandom random) {
    this.client = client;
    this.files = new DirectoryWorkloads(client, directory);
    this.statShare = statShare;
    this.random = random;
  }

  @Override
  public CompletableFuture<Object> send(long from, long to) {
    int count = Math.min(madeCount.get(), REMEMBERED);
    boolean stat = random.nextDouble() < statShare;
    long known = stat && count > 0 ? made.get(random.nextInt(count)) - 1 : -1;
    if (known >= 0) {
      return client.stat(files.path(known)).thenApply(attributes -> attributes);
    }
    return client
        .create(files.path(from), 0644, true)
        .thenApply(
            attributes -> {
              remember(from);
              return attributes;
            });
  }

  /** Stores number + 1, so that an element that is counted but not filled yet reads as 0. */
  private void remember(long number) {
    int place = madeCount.getAndUpdate(count -> count + 1 < 0 ? REMEMBERED : count + 1);
    made.set(place & (REMEMBERED - 1), number + 1);
  }

  @Override
  public String describe(long number) {
    return "operation " + number + " (" + files.path(number) + ")";
  }
}
