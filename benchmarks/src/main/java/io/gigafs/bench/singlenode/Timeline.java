package io.gigafs.bench.singlenode;

import io.gigafs.bench.report.Line;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Number of files over time. Immutable.
 *
 * @param samples in the order of time; the first is the beginning
 */
record Timeline(List<Sample> samples) {
  private static final double NANOS = 1e9;
  private static final int POINTS = 300;

  /**
   * A moment.
   *
   * @param seconds since the beginning
   */
  record Sample(double seconds, long files) {
    private static Sample parse(String line) {
      String[] fields = line.split(" ", 2);
      return new Sample(Double.parseDouble(fields[0]), Long.parseLong(fields[1]));
    }
  }

  Timeline {
    samples = List.copyOf(samples);
  }

  /** Reads the complete lines that a {@link Writer} has written so far. */
  static Timeline read(Path file) throws IOException {
    List<Sample> samples = new ArrayList<>(List.of(new Sample(0, 0)));
    if (Files.exists(file)) {
      String text = Files.readString(file);
      text.substring(0, text.lastIndexOf('\n') + 1)
          .lines()
          .map(Sample::parse)
          .forEach(samples::add);
    }
    return new Timeline(samples);
  }

  /** Final number of files. */
  long files() {
    return last().files();
  }

  /** Total time. */
  double seconds() {
    return last().seconds();
  }

  private Sample last() {
    return samples.get(samples.size() - 1);
  }

  /** Files per second, from the beginning to the end. */
  double rate() {
    return rate(0, files());
  }

  /** Files per second, from one number of files to a higher one. */
  double rate(long from, long to) {
    return (to - from) / (when(to) - when(from));
  }

  /** When a number of files was reached, interpolated linearly between samples. */
  private double when(long files) {
    Sample before = samples.get(0);
    for (Sample sample : samples) {
      if (sample.files() >= files) {
        long step = sample.files() - before.files();
        double part = step == 0 ? 0 : (double) (files - before.files()) / step;
        return before.seconds() + part * (sample.seconds() - before.seconds());
      }
      before = sample;
    }
    return before.seconds();
  }

  /** Files per second over time, in at most a few hundred steps. */
  Line line(String name) {
    List<Double> x = new ArrayList<>();
    List<Double> y = new ArrayList<>();
    int stride = Math.max(1, samples.size() / POINTS);
    for (int i = stride; i < samples.size(); i += stride) {
      Sample from = samples.get(i - stride);
      Sample to = samples.get(i);
      x.add(to.seconds());
      y.add((to.files() - from.files()) / (to.seconds() - from.seconds()));
    }
    return new Line(name, x, y);
  }

  /** Writes samples immediately. Not thread-safe. */
  static final class Writer implements AutoCloseable {
    private final BufferedWriter out;
    private final long began = System.nanoTime();

    private Writer(BufferedWriter out) {
      this.out = out;
    }

    /** Starts the clock. */
    static Writer to(Path file) throws IOException {
      return new Writer(Files.newBufferedWriter(file));
    }

    void add(long files) throws IOException {
      out.write((System.nanoTime() - began) / NANOS + " " + files + "\n");
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
