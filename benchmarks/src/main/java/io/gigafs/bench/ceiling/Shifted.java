package io.gigafs.bench.ceiling;

import io.gigafs.load.Workload;
import java.util.concurrent.CompletableFuture;

/**
 * A workload whose numbers begin elsewhere, so that its rows are new.
 *
 * @param shift added to each number
 */
record Shifted(Workload<Boolean> workload, long shift) implements Workload<Boolean> {
  @Override
  public CompletableFuture<Boolean> send(long from, long to) {
    return workload.send(from + shift, to + shift);
  }

  @Override
  public String describe(long number) {
    return workload.describe(number + shift);
  }
}
