package io.gigafs.hadoop;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/**
 * How many operations a second a file system does for programs of Hadoop: several threads, one
 * directory. The same for any file system; prints a line for each operation.
 */
final class MetadataBench {
  private static final int WARM_FILES = 5_000;

  /**
   * Whichever side is faster comes to fewer seconds by the same number of files, and code is
   * compiled in the background: both have as long.
   */
  private static final long WARM_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final FileSystem files;
  private final Path directory = new Path("/bench");
  private final int threads;
  private final int count;

  private MetadataBench(FileSystem files, int threads, int count) {
    this.files = files;
    this.threads = threads;
    this.count = count;
  }

  /** Something that is done with each file. */
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
    // What is measured is not how the JVMs warm up.
    long begun = System.nanoTime();
    while (System.nanoTime() - begun < WARM_NANOS) {
      all(WARM_FILES, false);
    }
    all(count, true);
  }

  private void all(int total, boolean counts) throws Exception {
    files.mkdirs(directory);
    each("create", total, counts, number -> files.create(file("f", number)).close());
    each("getFileStatus", total, counts, number -> files.getFileStatus(file("f", number)));
    each("rename", total, counts, number -> files.rename(file("f", number), file("g", number)));
    list(counts);
    each("delete", total, counts, number -> files.delete(file("g", number), false));
    files.delete(directory, true);
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
    if (counts) {
      print("list", listed, System.nanoTime() - begun);
    }
  }

  private void each(String name, int total, boolean counts, Step step) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    long begun = System.nanoTime();
    List<Future<?>> all = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int first = t;
      all.add(
          pool.submit(
              () -> {
                for (int number = first; number < total; number += threads) {
                  step.run(number);
                }
                return null;
              }));
    }
    for (Future<?> one : all) {
      one.get();
    }
    long nanos = System.nanoTime() - begun;
    pool.shutdown();
    if (counts) {
      print(name, total, nanos);
    }
  }

  private static void print(String name, int total, long nanos) {
    System.out.printf(Locale.ROOT, "%-14s %8.0f a second%n", name, total * 1e9 / nanos);
  }
}
