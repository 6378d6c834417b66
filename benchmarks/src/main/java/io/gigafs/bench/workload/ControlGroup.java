package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A Linux control group that holds processes to a share of a processor, by cpu.max (version 2) or
 * cpu.cfs_quota_us (version 1). For one thread.
 *
 * <p>It is made below the group that this process is in, which takes root or a delegated group. A
 * process that is held to a tenth of a processor runs a tenth of each {@link #PERIOD_MICROS} and is
 * stopped for the rest, however idle the machine is.
 */
public final class ControlGroup implements AutoCloseable {
  /** Short, so that others do not wait long for one that is stopped. */
  private static final long PERIOD_MICROS = 20_000;

  /** The kernel takes no less. */
  private static final long MIN_MICROS = 1_000;

  private static final int REMOVAL_TRIES = 100;
  private static final long REMOVAL_MILLIS = 20;

  private final Path directory;

  private ControlGroup(Path directory) {
    this.directory = directory;
  }

  /**
   * Makes one.
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
          "processes cannot be held to a share of a processor: "
              + hierarchy.parent()
              + " is not for this user to make control groups in ("
              + e.getMessage()
              + ")",
          e);
    }
  }

  Path directory() {
    return directory;
  }

  /** Takes in a process with all its threads, and all that it starts from now on. */
  public void add(long pid) throws IOException {
    Files.writeString(directory.resolve("cgroup.procs"), Long.toString(pid));
  }

  /** Lets its processes run as they can, say for them to end soon. */
  public void release() throws IOException {
    boolean unified = Files.exists(directory.resolve("cpu.max"));
    Files.writeString(
        directory.resolve(unified ? "cpu.max" : "cpu.cfs_quota_us"), unified ? "max" : "-1");
  }

  /** What the group has been through. */
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
   * What a group has been through.
   *
   * @param periods in which a process of the group had something to do
   * @param throttled in how many of them it was stopped, for it would have done more
   */
  public record Usage(long periods, long throttled) {
    public Usage since(Usage before) {
      return new Usage(periods - before.periods, throttled - before.throttled);
    }

    public Usage plus(Usage other) {
      return new Usage(periods + other.periods, throttled + other.throttled);
    }

    /** In which part of the periods the share was used up; 1 for one that is busy all the time. */
    public double usedUp() {
      return periods == 0 ? 0 : (double) throttled / periods;
    }
  }

  /**
   * Removes the group; its processes must have ended, or be ending. Goes on if this thread is
   * interrupted, which it then is afterwards.
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
   * Where groups can be made.
   *
   * @param unified whether it is of version 2
   */
  private record Hierarchy(Path parent, boolean unified) {
    private static final String CPU = "cpu";

    static Hierarchy ofThisProcess() throws IOException {
      Path mounts = Path.of("/proc/self/mounts");
      if (!Files.exists(mounts)) {
        throw new IOException("processes are held to a share of a processor on Linux only");
      }
      for (String line : Files.readAllLines(mounts)) {
        // What is mounted, where, as which type, with which options.
        String[] words = line.split(" ", -1);
        if (words[2].equals("cgroup") && List.of(words[3].split(",", -1)).contains(CPU)) {
          return new Hierarchy(ownGroup(Path.of(words[1]), false), false);
        }
        if (words[2].equals("cgroup2") && hasCpu(Path.of(words[1]))) {
          return new Hierarchy(ownGroup(Path.of(words[1]), true), true);
        }
      }
      throw new IOException(
          "processes cannot be held to a share of a processor: no control groups for cpu here");
    }

    private static boolean hasCpu(Path mount) throws IOException {
      Path controllers = mount.resolve("cgroup.controllers");
      return Files.exists(controllers)
          && List.of(Files.readString(controllers).strip().split(" ", -1)).contains(CPU);
    }

    /** Of /proc/self/cgroup: number, controllers with commas, path; no controllers is version 2. */
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
