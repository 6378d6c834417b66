package io.gigafs.load;

import io.gigafs.load.CallLoad.Call;
import io.gigafs.load.LoadResult.LoadFailure;
import io.gigafs.load.MountBench.Shape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The result of {@link MountBench}: rates of each round, calls or megabytes (10^6) a second. Ratios
 * are medians over the rounds. For one thread.
 */
public final class MountResult {
  /** The names of what is measured. */
  public static final String WRITE = "write";

  public static final String READ = "read";

  public static final List<String> CALLS = Stream.of(Call.values()).map(MountResult::name).toList();

  private static final double MEGABYTE = 1e6;

  private final Shape shape;
  private final FailureLog failures;
  private final Map<String, Map<BenchSide, List<Double>>> rates = new LinkedHashMap<>();

  MountResult(Shape shape, FailureLog failures) {
    this.shape = shape;
    this.failures = failures;
  }

  private static String name(Call call) {
    return call.name().toLowerCase(Locale.ROOT);
  }

  void calls(int round, Call call, BenchSide side, double perSecond) {
    add(round, name(call), side, perSecond);
  }

  void written(int round, BenchSide side, double seconds) {
    add(round, WRITE, side, shape.streamBytes() / MEGABYTE / seconds);
  }

  void read(int round, BenchSide side, double seconds) {
    add(round, READ, side, shape.streamBytes() / MEGABYTE / seconds);
  }

  private void add(int round, String what, BenchSide side, double rate) {
    if (round > 0) {
      rates
          .computeIfAbsent(what, first -> new EnumMap<>(BenchSide.class))
          .computeIfAbsent(side, first -> new ArrayList<>())
          .add(rate);
    }
  }

  public Shape shape() {
    return shape;
  }

  /** What was measured, in the order in which it was. */
  public List<String> measured() {
    return List.copyOf(rates.keySet());
  }

  /** The rates of each round by side; empty if it was not measured. */
  public Map<BenchSide, List<Double>> rates(String what) {
    return Collections.unmodifiableMap(rates.getOrDefault(what, Map.of()));
  }

  /** Giga's rate to that of another side. */
  public double ratio(String what, BenchSide to) {
    Map<BenchSide, List<Double>> sides = rates(what);
    return Median.ofRatios(
        sides.getOrDefault(BenchSide.GIGA, List.of()), sides.getOrDefault(to, List.of()));
  }

  public long errors() {
    return failures.count();
  }

  /** The first few failures. */
  public List<LoadFailure> failures() {
    return failures.first();
  }
}
