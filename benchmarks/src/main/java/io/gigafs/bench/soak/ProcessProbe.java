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
 * Measures a Java process of this machine from the outside, through the system, and from the
 * inside, after a full garbage collection. Not thread-safe.
 */
final class ProcessProbe implements AutoCloseable {
  private static final double KIB_IN_MIB = 1024;

  /** Java's log line of a full collection: size before, after, and size of the heap. */
  private static final Pattern COLLECTION =
      Pattern.compile("Pause Full.*?\\d+M->(\\d+)M\\(\\d+M\\)");

  private final Path process;
  private final Path collections;
  private final JavaProcess java;

  private ProcessProbe(Path process, Path collections, JavaProcess java) {
    this.process = process;
    this.collections = collections;
    this.java = java;
  }

  /**
   * Creates a probe.
   *
   * @param collections the garbage collection log of the process, see {@link #options}
   */
  static ProcessProbe of(long pid, Path collections) throws IOException {
    return new ProcessProbe(
        Path.of("/proc", Long.toString(pid)), collections, JavaProcess.attach(pid));
  }

  /**
   * The JVM options that this probe requires. The heap is allocated completely at the start, so
   * that later growth is other memory.
   */
  static List<String> options(int heapMebibytes, Path collections) {
    return List.of(
        "-Xms" + heapMebibytes + "m",
        "-Xmx" + heapMebibytes + "m",
        "-XX:+AlwaysPreTouch",
        "-Xlog:gc:file=" + collections + "::filecount=0",
        JavaProcess.option());
  }

  /** Probes all processes, and keeps the order of the probes. */
  static Map<String, Map<Resource, Double>> lookAtAll(Map<String, ProcessProbe> probes)
      throws IOException {
    Map<String, Map<Resource, Double>> all = new LinkedHashMap<>();
    for (Map.Entry<String, ProcessProbe> probe : probes.entrySet()) {
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

  /** Sets the baseline for {@link #writeNativeMemory}. */
  void beginNativeMemory() throws IOException {
    java.beginNativeMemory();
  }

  /** Writes Java's native memory by category. */
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
      throw new IOException("/proc has no " + name);
    }
    return Double.parseDouble(line.group(1));
  }
}
