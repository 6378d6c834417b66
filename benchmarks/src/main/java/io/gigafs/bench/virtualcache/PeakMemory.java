package io.gigafs.bench.virtualcache;

import io.gigafs.bench.workload.ProcessUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The peak resident memory of a process since the last reset. */
final class PeakMemory {
  private static final Logger LOG = LoggerFactory.getLogger(PeakMemory.class);

  private PeakMemory() {}

  /**
   * Resets the peak, if Linux permits this user to do so. Otherwise the peak counts since the
   * process began.
   */
  static void reset(long pid) {
    try {
      // The number 5 resets the peak, see proc(5).
      Files.writeString(Path.of("/proc", Long.toString(pid), "clear_refs"), "5");
    } catch (IOException e) {
      LOG.debug("the peak of process {} is that since it began", pid, e);
    }
  }

  static long bytes(long pid) throws IOException {
    return ProcessUsage.of(pid).peakBytes();
  }
}
