package io.gigafs.server.fsx;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** Finds a short failing sequence of steps: removes runs of steps of decreasing length. */
final class Shrinker {
  private Shrinker() {}

  /**
   * Shrinks steps.
   *
   * @param fails whether steps fail, made from the beginning
   * @param nanos a clock, after which at most the one try under way is ended
   */
  static List<FsxStep> shrink(
      List<FsxStep> failing, Predicate<List<FsxStep>> fails, LongSupplier nanos, long mostNanos) {
    long begun = nanos.getAsLong();
    List<FsxStep> steps = new ArrayList<>(failing);
    int chunk = Math.max(1, steps.size() / 2);
    while (true) {
      boolean smaller = false;
      for (int from = 0; from < steps.size(); ) {
        if (nanos.getAsLong() - begun > mostNanos) {
          return steps;
        }
        List<FsxStep> rest = new ArrayList<>(steps.subList(0, from));
        rest.addAll(steps.subList(Math.min(steps.size(), from + chunk), steps.size()));
        if (fails.test(rest)) {
          steps = rest;
          smaller = true;
        } else {
          from += chunk;
        }
      }
      if (chunk == 1 && !smaller) {
        return steps;
      }
      chunk = Math.max(1, smaller && chunk == 1 ? 1 : chunk / 2);
    }
  }
}
