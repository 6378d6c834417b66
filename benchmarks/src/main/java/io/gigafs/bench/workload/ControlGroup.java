package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A Linux control group that limits processes to a share of a processor, with cpu.max (version 2)
 * or cpu.cfs_quota_us (version 1). Not thread-safe.
 *
 * <p>It is created below the group of this process, which requires root or a delegated group. A
 * process that is limited to a tenth of a processor runs for a tenth of each {@link #PERIOD_MICROS}
 * and is stopped for the rest, even if the machine is idle.
 */
public final class ControlGroup implements AutoCloseable {
  /** Short, so that other processes do not wait long for a stopped one. */
  private static final long PERIOD_MICROS = 20_000;

  /** The minimum that the kernel accepts. */
  private static final long MIN_MICROS = 1_000;

  private static final int REMOVAL_TRIES = 100;
  private static final long REMOVAL_MILLIS = 20;

  private final Path directory;

  private ControlGroup(Path directory) {
    this.directory = directory;
  }

  /**
   * Creates a group.
   *
   * @param share of one processor, at least 0.05
   * @throws IOException if this machine or user cannot; says what is missing
   */
  public static ControlGroup make(String name, double share) throws IOException {
    long micros = Math.round(share * PERIOD_MICROS);
    if (micros < MIN_MICROS) {
      throw new IllegalArgumentException("a share of a processor is at least 0.05, not " + share);
    }
    Hierarchy hierarchy = Hierarchy.ofThisProcess();
    Path directory =
        hierarchy.parent().resolve("giga-bench-" + ProcessHandle.current().pid() + "-" + name);
    try {
      if (hierarchy.unified()) {
        Files.writeString(hierarchy.parent().resolve("cgroup.subtree_control"), "+cpu");
      }
      Files.createDirectory(directory);
      if (hierarchy.unified()) {
        Files.writeString(directory.resolve("cpu.max"), micros + " " + PERIOD_MICROS);
      } else {
        Files.writeString(directory.resolve("cpu.cfs_period_us"), Long.toString(PERIOD_MICROS));
        Files.writeString(directory.resolve("cpu.cfs_quota_us"), Long.toString(micros));
      }
      return new ControlGroup(directory);
    } catch (IOException e) {
      Files.deleteIfExists(directory);
      throw new IOException(
          "processes cannot be limited to a share of a processor: "
              + hierarchy.parent()
              + " does not permit this user to create control groups ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  Path directory() {
    return directory;
  }

  /** Adds a process with all its threads, and all processes that it starts from now on. */
  public void add(long pid) throws IOException {
    Files.writeString(directory.resolve("cgroup.procs"), Long.toString(pid));
  }

  /** Removes the limit, for example to let its processes end soon. */
  public void release() throws IOException {
    boolean unified = Files.exists(directory.resolve("cpu.max"));
    Files.writeString(
        directory.resolve(unified ? "cpu.max" : "cpu.cfs_quota_us"), unified ? "max" : "-1");
  }

  /** The usage of the group so far. */
  public Usage usage() throws IOException {
    long periods = 0;
    long throttled = 0;
    for (String line : Files.readAllLines(directory.resolve("cpu.stat"))) {
      String[] words = line.split(" ", 2);
      if (words[0].equals("nr_periods")) {
        periods = Long.parseLong(words[1]);
      } else if (words[0].equals("nr_throttled")) {
        throttled = Long.parseLong(words[1]);
      }
    }
    return new Usage(periods, throttled);
  }

  /**
   * The usage of a group.
   *
   * @param periods in which a process of the group was runnable
   * @param throttled number of these in which it was stopped because its share was used up
   */
  public record Usage(long periods, long throttled) {
    public Usage since(Usage before) {
      return new Usage(periods - before.periods, throttled - before.throttled);
    }

    public Usage plus(Usage other) {
      return new Usage(periods + other.periods, throttled + other.throttled);
    }

    /** The share of periods in which the quota was used up; 1 for a group that is always busy. */
    public double usedUp() {
      return periods == 0 ? 0 : (double) throttled / periods;
    }
  }

  /**
   * Removes the group. Its processes must have ended, or be ending. Continues if this thread is
   * interrupted, and preserves the interrupt status.
   */
  @Override
  public void close() throws IOException {
    boolean interrupted = false;
    try {
      for (int tries = 1; !isRemoved(tries == REMOVAL_TRIES); tries++) {
        try {
          Thread.sleep(REMOVAL_MILLIS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private boolean isRemoved(boolean last) throws IOException {
    try {
      Files.deleteIfExists(directory);
      return true;
    } catch (IOException e) {
      if (last) {
        throw e;
      }
      return false;
    }
  }

  /**
   * The location for groups.
   *
   * @param unified whether it is of version 2
   */
  private record Hierarchy(Path parent, boolean unified) {
    private static final String CPU = "cpu";

    static Hierarchy ofThisProcess() throws IOException {
      Path mounts = Path.of("/proc/self/mounts");
      if (!Files.exists(mounts)) {
        throw new IOException("processes can be limited to a share of a processor on Linux only");
      }
      for (String line : Files.readAllLines(mounts)) {
        // Device, mount point, type, options.
        String[] words = line.split(" ", -1);
        if (words[2].equals("cgroup") && List.of(words[3].split(",", -1)).contains(CPU)) {
          return new Hierarchy(ownGroup(Path.of(words[1]), false), false);
        }
        if (words[2].equals("cgroup2") && hasCpu(Path.of(words[1]))) {
          return new Hierarchy(ownGroup(Path.of(words[1]), true), true);
        }
      }
      throw new IOException(
          "processes cannot be limited to a share of a processor: no control groups for cpu here");
    }

    private static boolean hasCpu(Path mount) throws IOException {
      Path controllers = mount.resolve("cgroup.controllers");
      return Files.exists(controllers)
          && List.of(Files.readString(controllers).strip().split(" ", -1)).contains(CPU);
    }

    /**
     * The format of /proc/self/cgroup: number, controllers with commas, path. No controllers means
     * version 2.
     */
    private static Path ownGroup(Path mount, boolean unified) throws IOException {
      for (String line : Files.readAllLines(Path.of("/proc/self/cgroup"))) {
        String[] parts = line.split(":", 3);
        boolean found =
            unified ? parts[1].isEmpty() : List.of(parts[1].split(",", -1)).contains(CPU);
        Path group = mount.resolve(parts[2].substring(1));
        if (found) {
          // In a container the path may be the host's, and the mount the container's own.
          return Files.isDirectory(group) ? group : mount;
        }
      }
      return mount;
    }
  }
}
