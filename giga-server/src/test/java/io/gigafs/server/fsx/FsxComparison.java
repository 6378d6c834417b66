package io.gigafs.server.fsx;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Plays the same steps on a side and on the reference: each result must be equal, and at intervals
 * the whole contents.
 */
final class FsxComparison {
  private static final int STEPS_PER_LOOK = 100;
  private static final long MAX_SHRINKING_NANOS = 60_000_000_000L;

  private final Reference reference = new Reference();
  private final FileSide side;
  private final int readers;
  private int played;

  /**
   * A failure.
   *
   * @param steps all steps up to the failure
   */
  record Failure(List<FsxStep> steps, String what) {
    /** A shrunk sequence of failing steps, and its failure. */
    String report(Supplier<FileSide> sides, int clients) {
      String[] last = {what};
      List<FsxStep> few =
          Shrinker.shrink(
              steps,
              some -> {
                Failure failure = new FsxComparison(sides.get(), clients).play(some);
                if (failure != null) {
                  last[0] = failure.what;
                }
                return failure != null;
              },
              System::nanoTime,
              MAX_SHRINKING_NANOS);
      StringBuilder text = new StringBuilder();
      text.append("step %d, %s%n  %s%n".formatted(steps.size() - 1, lastOf(steps), what));
      text.append("so do these %d steps:%n".formatted(few.size()));
      few.forEach(step -> text.append("  ").append(step).append('\n'));
      return text.append("  ").append(last[0]).append('\n').toString();
    }

    private static String lastOf(List<FsxStep> steps) {
      return steps.isEmpty() ? "" : steps.get(steps.size() - 1).toString();
    }
  }

  /**
   * A comparison from the beginning.
   *
   * @param clients how many clients the side has: the whole contents are read by all in turn
   */
  FsxComparison(FileSide side, int clients) {
    this.side = side;
    this.readers = clients;
  }

  /** Draws and plays a number of steps; returns the failure, or null. */
  @Nullable Failure draw(Random random, RandomFileSteps.Shape shape, int count) {
    RandomFileSteps draw = new RandomFileSteps(random, shape);
    List<FsxStep> steps = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      FsxStep step = draw.next(reference);
      steps.add(step);
      String difference = difference(step);
      if (difference != null) {
        return new Failure(steps, difference);
      }
    }
    String difference = contentsDifference();
    return difference == null ? null : new Failure(steps, difference);
  }

  /** Plays these steps; returns the failure, or null. */
  @Nullable Failure play(List<FsxStep> steps) {
    for (int i = 0; i < steps.size(); i++) {
      String difference = difference(steps.get(i));
      if (difference != null) {
        return new Failure(steps.subList(0, i + 1), difference);
      }
    }
    String difference = contentsDifference();
    return difference == null ? null : new Failure(steps, difference);
  }

  private @Nullable String difference(FsxStep step) {
    String difference = playOnBoth(step);
    if (difference == null && ++played % STEPS_PER_LOOK == 0) {
      difference = contentsDifference();
    }
    return difference;
  }

  private @Nullable String playOnBoth(FsxStep step) {
    if (!reference.canPlay(step)) {
      return null;
    }
    try {
      List<Integer> handedOver = reference.handedOver(step);
      if (!handedOver.isEmpty()) {
        side.handOver(handedOver);
      }
      FsxResult got = side.play(step);
      if (got.equals(FsxResult.LEFT_OUT) && step.call() == FsxCall.WRITE_OUTSIDE) {
        return null;
      }
      return got.differenceTo(reference.play(step));
    } catch (RuntimeException | AssertionError e) {
      return e.toString();
    }
  }

  private @Nullable String contentsDifference() {
    for (Map.Entry<String, byte[]> file : reference.contents().entrySet()) {
      FsxStep read = FsxStep.on(played % readers, file.getKey(), FsxCall.READ_FILE);
      String difference = playOnBoth(read);
      if (difference != null) {
        return "all of " + file.getKey() + " by c" + read.client() + ": " + difference;
      }
    }
    return null;
  }
}
