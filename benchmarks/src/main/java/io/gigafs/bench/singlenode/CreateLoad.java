package io.gigafs.bench.singlenode;

import io.gigafs.bench.workload.ProcessUsage;
import io.gigafs.load.LoadThreads;
import io.gigafs.load.NumberedNames;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

/**
 * A process that creates files, and records their number over time. Its arguments are those of
 * {@link Job}. It prints {@code ready}, and ends when it is done or its standard input ends.
 */
final class CreateLoad {
  private static final long SAMPLE_MILLIS = 100;

  private final Job job;
  private final SingleNodeTarget target;
  private final AtomicLong next = new AtomicLong();
  private final AtomicLong made = new AtomicLong();
  private long heapBytes;

  /**
   * The input of the process.
   *
   * @param store whether the files are entries of an embedded store; otherwise those of a file
   *     system
   * @param directory existing directory, without {@code timeline} and {@code facts} yet
   * @param target directory of the files
   * @param chunk number of files that a thread creates at once
   * @param writeBufferBytes of the store's memtables
   */
  record Job(
      boolean store,
      Path directory,
      Path target,
      int files,
      int threads,
      int chunk,
      long writeBufferBytes) {
    static Job parse(String... arguments) {
      return new Job(
          Boolean.parseBoolean(arguments[0]),
          Path.of(arguments[1]),
          Path.of(arguments[2]),
          Integer.parseInt(arguments[3]),
          Integer.parseInt(arguments[4]),
          Integer.parseInt(arguments[5]),
          Long.parseLong(arguments[6]));
    }

    List<String> arguments() {
      return Stream.of(store, directory, target, files, threads, chunk, writeBufferBytes)
          .map(String::valueOf)
          .toList();
    }

    Path timeline() {
      return directory.resolve("timeline");
    }

    Path facts() {
      return directory.resolve("facts");
    }

    private SingleNodeTarget open() {
      return store
          ? new StoreTarget(target, files, writeBufferBytes)
          : new PlainStoreTarget(target.toFile());
    }
  }

  private CreateLoad(Job job, SingleNodeTarget target) {
    this.job = job;
    this.target = target;
  }

  /** Runs a job. */
  public static void main(String[] arguments) throws Exception {
    endWithInput();
    Job job = Job.parse(arguments);
    try (SingleNodeTarget target = job.open()) {
      System.out.println("ready");
      CreateLoad load = new CreateLoad(job, target);
      load.run();
      load.writeFacts();
    }
    System.exit(0);
  }

  private static void endWithInput() {
    Thread watch =
        new Thread(
            () -> {
              try {
                System.in.transferTo(OutputStream.nullOutputStream());
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              } finally {
                Runtime.getRuntime().halt(1);
              }
            },
            "input");
    watch.setDaemon(true);
    watch.start();
  }

  private void run() throws IOException, InterruptedException {
    try (Timeline.Writer timeline = Timeline.Writer.to(job.timeline())) {
      LoadThreads threads = LoadThreads.start(job.threads(), thread -> makeAll());
      for (boolean ended = false; !ended; ) {
        ended = threads.await(SAMPLE_MILLIS);
        timeline.add(made.get());
        heapBytes = Math.max(heapBytes, Runtime.getRuntime().totalMemory());
      }
      threads.check();
    }
  }

  private void makeAll() throws IOException {
    for (long from = next.getAndAdd(job.chunk());
        from < job.files();
        from = next.getAndAdd(job.chunk())) {
      long to = Math.min(job.files(), from + job.chunk());
      target.create(from, to);
      made.addAndGet(to - from);
    }
  }

  private void writeFacts() throws IOException {
    ProcessUsage use = ProcessUsage.of(ProcessHandle.current().pid());
    System.gc();
    Map<String, Double> facts = new LinkedHashMap<>();
    facts.put("resident", (double) use.peakBytes());
    facts.put("written", (double) use.writtenBytes());
    facts.put("heap", (double) heapBytes);
    facts.put("live", (double) ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    facts.putAll(target.facts());
    Files.write(
        job.facts(), facts.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList());
  }

  /**
   * A directory of a file system. Each file takes two relevant system calls: open(2) with O_CREAT
   * and close(2).
   *
   * @param directory existing directory
   */
  record PlainStoreTarget(File directory) implements SingleNodeTarget {
    @Override
    public void create(long from, long to) throws IOException {
      for (long number = from; number < to; number++) {
        File file = new File(directory, NumberedNames.of(number).toString());
        if (!file.createNewFile()) {
          throw new IOException(file + " exists already");
        }
      }
    }
  }
}
