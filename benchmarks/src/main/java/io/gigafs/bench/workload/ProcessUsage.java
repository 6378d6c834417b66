package io.gigafs.bench.workload;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The resource usage of processes, as counted by Linux.
 *
 * @param cpuSeconds processor time, in user and in kernel mode
 * @param peakMebibytes sum of the peak resident memory of each process
 */
public record ProcessUsage(double cpuSeconds, double peakMebibytes) {
  /** The unit of Linux for user programs, independent of its internal clock rate. */
  private static final double TICKS_PER_SECOND = 100;

  /** Indexes in /proc/PID/stat after the program's name, see proc(5). */
  private static final int USER_TICKS = 11;

  private static final int KERNEL_TICKS = 12;
  private static final double MEBIBYTE = 1 << 20;

  public static ProcessUsage of(List<Long> processes) throws IOException {
    double cpu = 0;
    double peak = 0;
    for (long process : processes) {
      cpu +=
          cpuSeconds(
              Files.readString(
                  Path.of("/proc", Long.toString(process), "stat"), StandardCharsets.ISO_8859_1));
      peak += ProcessUse.of(process).residentBytes() / MEBIBYTE;
    }
    return new ProcessUsage(cpu, peak);
  }

  static double cpuSeconds(String stat) {
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
    return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[KERNEL_TICKS]))
        / TICKS_PER_SECOND;
  }

  /** The same, less the processor time that had been used before. */
  public ProcessUsage since(ProcessUsage before) {
    return new ProcessUsage(cpuSeconds - before.cpuSeconds, peakMebibytes);
  }
}
