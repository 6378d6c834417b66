package io.gigafs.bench.soak;

import io.gigafs.bench.workload.JavaProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Looks at a Java process of this machine: at what the system tells of it, and at what it tells of
 * itself once it has collected all garbage. For one thread.
 */
final class Probe implements AutoCloseable {
  private static final double KIB_IN_MIB = 1024;

  /** As Java logs a collection of all of the heap: before, after, and how large the heap is. */
  private static final Pattern COLLECTION =
      Pattern.compile("Pause Full.*?\\d+M->(\\d+)M\\(\\d+M\\)");

  private final Path process;
  private final Path collections;
  private final JavaProcess java;

  private Probe(Path process, Path collections, JavaProcess java) {
    this.process = process;
    this.collections = collections;
    this.java = java;
  }

  /**
   * A probe.
   *
   * @param collections where the process logs collections, see {@link #options}
   */
  static Probe of(long pid, Path collections) throws IOException {
    return new Probe(Path.of("/proc", Long.toString(pid)), collections, JavaProcess.attach(pid));
  }

  /**
   * What Java is to be told for this to see what it uses. It takes all of the heap at once, so that
   * what grows later is other memory.
   */
  static List<String> options(int heapMebibytes, Path collections) {
    return List.of(
        "-Xms" + heapMebibytes + "m",
        "-Xmx" + heapMebibytes + "m",
        "-XX:+AlwaysPreTouch",
        "-Xlog:gc:file=" + collections + "::filecount=0",
        JavaProcess.option());
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
    java.collect();
    String status = Files.readString(process.resolve("status"), StandardCharsets.ISO_8859_1);
    all.put(Resource.HEAP, heap());
    all.put(Resource.JAVA, java.nativeKibibytes() / KIB_IN_MIB);
    all.put(Resource.MEMORY, number(status, "VmRSS:") / KIB_IN_MIB);
    all.put(Resource.THREADS, number(status, "Threads:"));
    try (Stream<Path> descriptors = Files.list(process.resolve("fd"))) {
      all.put(Resource.DESCRIPTORS, (double) descriptors.count());
    }
    return all;
  }

  /** From here on {@link #writeNativeMemory} tells how much more each kind of memory takes. */
  void beginNativeMemory() throws IOException {
    java.beginNativeMemory();
  }

  /** Writes what Java takes beside its heap, kind by kind, and what for. */
  void writeNativeMemory(Path file) throws IOException {
    Files.writeString(file, java.nativeMemorySince());
  }

  @Override
  public void close() {
    java.close();
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
