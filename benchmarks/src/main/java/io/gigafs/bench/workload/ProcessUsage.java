package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resources that running processes of this user have used so far, as counted by Linux, see
 * proc(5).
 *
 * @param cpuSeconds processor time, in user and in kernel mode
 * @param peakBytes sum of the peak resident memory of each process
 * @param writtenBytes bytes written to disks: pages of files that were made dirty, whether they are
 *     on the disk yet or not, and direct writes
 */
public record ProcessUsage(double cpuSeconds, long peakBytes, long writtenBytes) {
  private static final Path PROCESSES = Path.of("/proc");

  /** The unit of Linux for user programs, independent of its internal clock rate. */
  private static final double TICKS_PER_SECOND = 100;

  /** Indexes in /proc/PID/stat after the program's name. */
  private static final int USER_TICKS = 11;

  private static final int KERNEL_TICKS = 12;
  private static final long KIBIBYTE = 1 << 10;
  private static final double MEBIBYTE = 1 << 20;

  /** Whether this system has these counters. */
  public static boolean isCounted() {
    return Files.exists(PROCESSES.resolve("self/io"));
  }

  public static ProcessUsage of(long pid) throws IOException {
    Path process = PROCESSES.resolve(Long.toString(pid));
    return new ProcessUsage(
        cpuSeconds(read(process.resolve("stat"))),
        number(process.resolve("status"), "VmHWM") * KIBIBYTE,
        number(process.resolve("io"), "write_bytes"));
  }

  public static ProcessUsage of(List<Long> processes) throws IOException {
    ProcessUsage sum = new ProcessUsage(0, 0, 0);
    for (long process : processes) {
      ProcessUsage each = of(process);
      sum =
          new ProcessUsage(
              sum.cpuSeconds + each.cpuSeconds,
              sum.peakBytes + each.peakBytes,
              sum.writtenBytes + each.writtenBytes);
    }
    return sum;
  }

  static double cpuSeconds(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[KERNEL_TICKS]))
        / TICKS_PER_SECOND;
  }

  private static long number(Path file, String name) throws IOException {
    Matcher line = Pattern.compile("(?m)^" + name + ":\\s+(\\d+)").matcher(read(file));
    if (!line.find()) {
      throw new IOException(file + " has no " + name);
    }
    return Long.parseLong(line.group(1));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }

  public double peakMebibytes() {
    return peakBytes / MEBIBYTE;
  }

  /** The same, less the processor time and the writes before. */
  public ProcessUsage since(ProcessUsage before) {
    return new ProcessUsage(
        cpuSeconds - before.cpuSeconds, peakBytes, writtenBytes - before.writtenBytes);
  }
}
