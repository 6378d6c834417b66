package io.gigafs.bench.micro;

import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** All benchmarks of this package. Users see short names, such as {@code StorePut.alone}. */
final class Suite {
  private static final String PACKAGE = Suite.class.getPackageName() + ".";
  private static final String SUFFIX = "Benchmark.";

  private Suite() {}

  /** The short names, in alphabetical order. */
  static List<String> names() {
    OutputFormat silent = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.SILENT);
    return BenchmarkList.defaultList().getAll(silent, List.of()).stream()
        .map(BenchmarkListEntry::getUsername)
        .filter(name -> name.startsWith(PACKAGE))
        .map(Suite::shortName)
        .sorted()
        .toList();
  }

  /** The short names that match a pattern. */
  static List<String> matching(Pattern pattern) {
    return names().stream().filter(name -> pattern.matcher(name).find()).toList();
  }

  static String shortName(String fullName) {
    return fullName.substring(PACKAGE.length()).replace(SUFFIX, ".");
  }

  /** A pattern for JMH that matches this benchmark only. */
  static String patternOf(String shortName) {
    return "^" + Pattern.quote(PACKAGE + shortName.replace(".", SUFFIX)) + "$";
  }
}
