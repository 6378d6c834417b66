package io.gigafs.load;

import io.gigafs.load.DataBench.Phase;
import io.gigafs.load.DataBench.Shape;
import io.gigafs.load.LoadResult.LoadFailure;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The result of {@link DataBench}. Ratios of large files are medians over the rounds, whose two
 * sides were measured one directly after the other. For one thread.
 */
public final class DataBenchResult {
  private static final double MEGABYTE = 1e6;

  private final Shape shape;
  private final FailureLog failures;

  /** The seconds of each round. */
  private final Map<Phase, Map<BenchSide, List<Double>>> streams = new EnumMap<>(Phase.class);

  private final Map<Phase, Map<BenchSide, LoadResult>> files = new EnumMap<>(Phase.class);

  DataBenchResult(Shape shape, FailureLog failures) {
    this.shape = shape;
    this.failures = failures;
  }

  void stream(Phase phase, BenchSide side, double seconds) {
    streams
        .computeIfAbsent(phase, first -> new EnumMap<>(BenchSide.class))
        .computeIfAbsent(side, first -> new ArrayList<>())
        .add(seconds);
  }

  void files(Phase phase, BenchSide side, LoadResult load) {
    files.computeIfAbsent(phase, first -> new EnumMap<>(BenchSide.class)).put(side, load);
  }

  public Shape shape() {
    return shape;
  }

  /** The phases of the large file that were measured. */
  public Set<Phase> streamPhases() {
    return Collections.unmodifiableSet(streams.keySet());
  }

  /** The seconds that each round of the large file took. */
  public List<Double> streamSeconds(Phase phase, BenchSide side) {
    return streams.getOrDefault(phase, Map.of()).getOrDefault(side, List.of());
  }

  /** The median rate of the large file; 0 if there is none. */
  public double streamMegabytesPerSecond(Phase phase, BenchSide side) {
    double median = Median.of(streamSeconds(phase, side));
    return median > 0 ? shape.streamBytes() / MEGABYTE / median : 0;
  }

  /** Giga's rate of the large file to that of the volume. */
  public double streamRatio(Phase phase) {
    return Median.ofRatios(
        streamSeconds(phase, BenchSide.VOLUME), streamSeconds(phase, BenchSide.GIGA));
  }

  /** The phases of the small files that were measured. */
  public Set<Phase> filePhases() {
    return Collections.unmodifiableSet(files.keySet());
  }

  /** The load on the small files in a phase that was measured. */
  public LoadResult files(Phase phase, BenchSide side) {
    return Objects.requireNonNull(files.getOrDefault(phase, Map.of()).get(side));
  }

  /** Giga's rate of the small files to that of the volume. */
  public double fileRatio(Phase phase) {
    return files(phase, BenchSide.GIGA).perSecond() / files(phase, BenchSide.VOLUME).perSecond();
  }

  public long errors() {
    return failures.count();
  }

  /** The first few failures. */
  public List<LoadFailure> failures() {
    return failures.first();
  }
}
