package io.gigafs.server.model;

import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.DelegationSettings;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedRun;
import io.gigafs.server.model.BothSides.Difference;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Random operations of all kinds by several clients, one after the other, on a cluster whose
 * directories split early. Each answer must equal the model's; from time to time the whole trees
 * are compared. The same seed gives the same run.
 */
public record ModelRun(long seed) implements SimulatedRun {
  /** The steps of a run. */
  public static final int STEPS = Integer.getInteger("giga.model.steps", 10_000);

  private static final int STEPS_PER_LOOK = 250;
  private static final int SPLIT_THRESHOLD = 4;
  private static final int STEPS_SHOWN = 20;

  /** High enough for some names to be delegated before the partition splits. */
  private static final int HIGHER_THRESHOLD = 12;

  /** For every other seed: clients get delegations as soon as they created a file. */
  private static final DelegationSettings AT_ONCE = new DelegationSettings(1, 2);

  /**
   * For these seeds, too: long enough for a step on the client's own files, and over before the
   * next client's step.
   */
  private static final AttributeCacheSettings BRIEFLY =
      new AttributeCacheSettings(1_000, Duration.ofMillis(1));

  private static final EnumSet<Kind> KINDS =
      EnumSet.complementOf(EnumSet.of(Kind.QUOTA, Kind.FILES));

  /** The name of such runs for {@code bin/simulate --replay}. */
  public static final String KIND = "MODEL";

  /** The argument for {@code bin/simulate --replay}. */
  @Override
  public String toString() {
    return KIND + ":" + seed;
  }

  /** A step after which the two sides differ. */
  private record Mismatch(int step, Difference difference) {}

  @Override
  public void run(Path directory) throws GigaException {
    List<ModelStep> steps = new ArrayList<>();
    List<String> answers = new ArrayList<>();
    Mismatch mismatch = draw(directory, steps, answers);
    if (mismatch != null) {
      throw new AssertionError(report(steps, answers, mismatch));
    }
  }

  private @Nullable Mismatch draw(Path directory, List<ModelStep> steps, List<String> answers)
      throws GigaException {
    BothSides sides = bothSides(directory);
    EnumSet<Kind> kinds = EnumSet.copyOf(KINDS);
    if (delegates()) {
      kinds.add(Kind.FILES);
    }
    if (hasQuotas()) {
      kinds.add(Kind.QUOTA);
    }
    RandomSteps random = new RandomSteps(new Random(seed), BothSides.CLIENTS, kinds);
    for (int i = 0; i < STEPS; i++) {
      ModelStep step = random.next(sides.tree());
      steps.add(step);
      Difference difference = sides.play(step);
      answers.add(sides.lastAnswer());
      if (difference == null && (i + 1) % STEPS_PER_LOOK == 0) {
        difference = sides.compareTrees();
      }
      if (difference != null) {
        return new Mismatch(i, difference);
      }
    }
    return null;
  }

  private boolean delegates() {
    return seed % 2 != 0;
  }

  /** Not always, because many renames and links fail with EXDEV where there are quotas. */
  private boolean hasQuotas() {
    return seed % 4 >= 2;
  }

  private BothSides bothSides(Path directory) throws GigaException {
    Setup setup = Setup.seeded(seed);
    return new BothSides(
        (delegates()
                ? setup
                    .withSplitThreshold(HIGHER_THRESHOLD)
                    .withDelegation(AT_ONCE)
                    .withAttributeCacheSettings(BRIEFLY)
                : setup.withSplitThreshold(SPLIT_THRESHOLD))
            .start(directory));
  }

  private String report(List<ModelStep> steps, List<String> answers, Mismatch mismatch) {
    ModelStep last = steps.get(mismatch.step);
    List<String> before = new ArrayList<>();
    for (int i = mismatch.step; i >= 0 && before.size() < STEPS_SHOWN; i--) {
      if (steps.get(i).touches(mismatch.difference.paths())) {
        before.add(0, "  %d %s: %s".formatted(i, steps.get(i), answers.get(i)));
      }
    }
    return "seed %d, step %d: %s%n  %s%nwhat was done to its paths before:%n%s%n%s"
        .formatted(
            seed,
            mismatch.step,
            last,
            mismatch.difference.what(),
            before.stream().collect(Collectors.joining("\n")),
            "see it again with: bin/simulate --replay " + this);
  }
}
