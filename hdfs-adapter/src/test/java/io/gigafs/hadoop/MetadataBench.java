package io.gigafs.hadoop;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * Measures the metadata operations per second of any Hadoop file system: several threads in one
 * directory. Prints one line: each operation and its rate.
 */
final class MetadataBench {
  /**
   * Warm-up has a fixed time, not a fixed number of files: a faster system would otherwise get less
   * time for background compilation. Both use the same directory size as the measured round.
   */
  private static final long WARM_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final FileSystem files;
  private final Path directory = new Path("/bench");
  private final int threads;
  private final int count;
  private final StringJoiner rates = new StringJoiner(" ");

  private MetadataBench(FileSystem files, int threads, int count) {
    this.files = files;
    this.threads = threads;
    this.count = count;
  }

  /** An operation on one file. */
  private interface Step {
    void run(int number) throws Exception;
  }

  /** Arguments: URI, threads, files. */
  public static void main(String[] arguments) throws Exception {
    try (FileSystem files = FileSystem.newInstance(URI.create(arguments[0]), new Configuration())) {
      new MetadataBench(files, Integer.parseInt(arguments[1]), Integer.parseInt(arguments[2]))
          .run();
    }
  }

  private void run() throws Exception {
    // The warm-up of the JVMs is not part of the result.
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < WARM_NANOS) {
      all(false);
    }
    all(true);
    System.out.println(rates);
  }

  /** Parses a printed line: operations in order, with their rates per second. */
  static Map<String, Long> parse(String line) {
    Map<String, Long> rates = new LinkedHashMap<>();
    String[] words = line.split(" ", -1);
    for (int i = 0; i < words.length; i += 2) {
      rates.put(words[i], Long.parseLong(words[i + 1]));
    }
    return rates;
  }

  private void all(boolean counts) throws Exception {
    files.mkdirs(directory);
    each("create", counts, number -> files.create(file("f", number)).close());
    each("getFileStatus", counts, number -> files.getFileStatus(file("f", number)));
    each("rename", counts, number -> check(files.rename(file("f", number), file("g", number))));
    list(counts);
    each("delete", counts, number -> check(files.delete(file("g", number), false)));
    files.delete(directory, true);
  }

  private static void check(boolean isDone) {
    if (!isDone) {
      throw new IllegalStateException("a file was not there");
    }
  }

  private Path file(String prefix, int number) {
    return new Path(directory, prefix + number);
  }

  private void list(boolean counts) throws Exception {
    long begun = System.nanoTime();
    int listed = 0;
    RemoteIterator<?> each = files.listStatusIterator(directory);
    while (each.hasNext()) {
      each.next();
      listed++;
    }
    check(listed == count);
    if (counts) {
      add("list", listed, System.nanoTime() - begun);
    }
  }

  private void each(String name, boolean counts, Step step) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    long begun = System.nanoTime();
    List<Future<?>> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int first = t;
      all.add(
          pool.submit(
              () -> {
                for (int number = first; number < count; number += threads) {
                  step.run(number);
                }
                return null;
              }));
    }
    try {
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }
    long nanos = System.nanoTime() - begun;
    if (counts) {
      add(name, count, nanos);
    }
  }

  private void add(String name, int total, long nanos) {
    rates.add(name).add(Long.toString(Math.round(total * 1e9 / nanos)));
  }
}
