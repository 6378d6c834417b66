package io.gigafs.bench.experiment;

import io.gigafs.bench.experiment.Experiment.Parameter;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The values of an experiment's settings in a run. Immutable. */
public final class Parameters {
  private final Map<String, String> values;

  private Parameters(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Combines given values with defaults.
   *
   * @throws IllegalArgumentException with a user-readable message, if the experiment has no such
   *     setting
   */
  public static Parameters of(Experiment experiment, Map<String, String> given) {
    Map<String, String> values = new LinkedHashMap<>();
    experiment
        .parameters()
        .forEach(each -> values.put(each.name(), given.getOrDefault(each.name(), each.fallback())));
    for (String name : given.keySet()) {
      if (!values.containsKey(name)) {
        throw new IllegalArgumentException(
            experiment.name()
                + " has no setting '"
                + name
                + "'; it has "
                + String.join(", ", values.keySet()));
      }
    }
    return new Parameters(values);
  }

  /** All values by name, in the experiment's order. */
  public Map<String, String> asMap() {
    return Collections.unmodifiableMap(values);
  }

  String text(Parameter parameter) {
    String value = values.get(parameter.name());
    if (value == null) {
      throw new IllegalStateException("an experiment uses " + parameter + " but does not have it");
    }
    return value;
  }

  /** A number, 0 or more. */
  long number(Parameter parameter) {
    return parse(parameter, text(parameter), Parameters::natural);
  }

  /** Numbers separated by commas. */
  List<Long> numbers(Parameter parameter) {
    return parse(
        parameter,
        text(parameter),
        text -> Arrays.stream(text.split(",")).map(each -> natural(each.strip())).toList());
  }

  private static Long natural(String text) {
    long number = Long.parseLong(text.replace("_", ""));
    if (number < 0) {
      throw new NumberFormatException("negative");
    }
    return number;
  }

  private static <T> T parse(Parameter parameter, String text, Function<String, T> parser) {
    try {
      return parser.apply(text);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          parameter.name() + " (" + parameter.meaning() + ") cannot be '" + text + "'", e);
    }
  }
}
