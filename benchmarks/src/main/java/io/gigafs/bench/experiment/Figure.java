package io.gigafs.bench.experiment;

import io.gigafs.cli.JsonObject;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One measured number, with its goal if it has one.
 *
 * @param name what was measured
 * @param unit its unit, such as 1/s, ms, B
 * @param goal null if there is none
 */
public record Figure(String name, double value, String unit, @Nullable Goal goal) {
  /**
   * The goal of a figure.
   *
   * @param must the required value
   * @param stretch the desired value
   * @param most whether these are upper bounds, as for a latency
   */
  public record Goal(double must, double stretch, boolean most) {
    public static Goal atLeast(double must, double stretch) {
      return new Goal(must, stretch, false);
    }

    public static Goal atMost(double must, double stretch) {
      return new Goal(must, stretch, true);
    }

    private boolean met(double value, double bound) {
      return most ? value <= bound : value >= bound;
    }
  }

  public static Figure of(String name, double value, String unit) {
    return new Figure(name, value, unit, null);
  }

  /** The verdict on the value: stretch, must or missed; empty without a goal. */
  public String verdict() {
    if (goal == null) {
      return "";
    }
    if (goal.met(value, goal.stretch())) {
      return "stretch";
    }
    return goal.met(value, goal.must()) ? "must" : "missed";
  }

  JsonObject toJson() {
    JsonObject json = new JsonObject().put("name", name).put("value", value).put("unit", unit);
    if (goal != null) {
      json.put(goal.most() ? "at_most" : "at_least", goal.must())
          .put("stretch", goal.stretch())
          .put("verdict", verdict());
    }
    return json;
  }

  /** The cells of a table row: name, value, unit, must, stretch, verdict. */
  String[] cells() {
    return new String[] {
      name,
      readable(value),
      unit,
      goal == null ? "" : (goal.most() ? "<= " : ">= ") + readable(goal.must()),
      goal == null ? "" : readable(goal.stretch()),
      verdict()
    };
  }

  /** Formats a number for people: three digits where it is small, no decimals where it is large. */
  public static String readable(double value) {
    String pattern = Math.abs(value) >= 1000 ? "%,.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.3g";
    return value == Math.rint(value) && Math.abs(value) < 1000
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, pattern, value);
  }
}
