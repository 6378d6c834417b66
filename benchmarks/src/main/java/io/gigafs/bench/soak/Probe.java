package io.gigafs.bench.soak;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Looks at a Java process of this machine, from outside. For one thread. */
final class Probe {
  private static final double KIB_IN_MIB = 1024;

  /** As Java logs a collection: before, after, and how large the heap is. */
  private static final Pattern COLLECTION = Pattern.compile("\\d+M->(\\d+)M\\(\\d+M\\)");

  private final Path process;
  private final Path collections;

  /**
   * A probe.
   *
   * @param collections where the process logs collections, see {@link #option}
   */
  Probe(long pid, Path collections) {
    this.process = Path.of("/proc", Long.toString(pid));
    this.collections = collections;
  }

  /** What Java is to be told for its collections to be seen. */
  static String option(Path collections) {
    return "-Xlog:gc:file=" + collections + "::filecount=0";
  }

  /** Looks at all processes, which stay in the order of the probes. */
  static Map<String, Map<Resource, Double>> lookAtAll(Map<String, Probe> probes)
      throws IOException {
    Map<String, Map<Resource, Double>> all = new LinkedHashMap<>();
    for (Map.Entry<String, Probe> probe : probes.entrySet()) {
      all.put(probe.getKey(), probe.getValue().look());
    }
    return all;
  }

  Map<Resource, Double> look() throws IOException {
    Map<Resource, Double> all = new EnumMap<>(Resource.class);
    String status = Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1);
    all.put(Resource.HEAP, heap());
    all.put(Resource.MEMORY, number(status, "VmRSS:") / KIB_IN_MIB);
    all.put(Resource.THREADS, number(status, "Threads:"));
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      all.put(Resource.DESCRIPTORS, (double) descriptors.count());
    }
    return all;
  }

  private double heap() throws IOException {
    double last = 0;
    Matcher lines = COLLECTION.matcher(Files.readString(collections, StandardCharsets.UTF_8));
    while (lines.find()) {
      last = Double.parseDouble(lines.group(1));
    }
    return last;
  }

  private static double number(String status, String name) throws IOException {
    Matcher line = Pattern.compile("(?m)^" + name + "\\s+(\\d+)").matcher(status);
    if (!line.find()) {
      throw new IOException("/proc tells no " + name);
    }
    return Double.parseDouble(line.group(1));
  }
}
