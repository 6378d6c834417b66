package io.gigafs.server.command;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.lang.management.ManagementFactory;

/** Memory limits of this JVM, in bytes, and checks of server settings against them. */
final class JvmMemory {
  private JvmMemory() {}

  private static long heapBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  /** Native memory for buffers: as much as the heap, unless a JVM option sets it. */
  private static long bufferBytes() {
    String option =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("MaxDirectMemorySize")
            .getValue();
    long bytes = Long.parseLong(option);
    return bytes == 0 ? heapBytes() : bytes;
  }

  /**
   * Checks the size of a key filter, which takes twice that while it is rebuilt.
   *
   * @throws IllegalArgumentException if it may use up the heap
   */
  static long keyFilter(long bytes) {
    long most = heapBytes() / 3;
    if (bytes > most) {
      throw new IllegalArgumentException(
          bytes + " bytes are more than a third of the largest heap, " + most + ": see -Xmx");
    }
    return bytes;
  }

  /**
   * Checks the size of a row cache; requests and answers need buffers beside it.
   *
   * @throws IllegalArgumentException if it leaves them less than a quarter
   */
  static long rowCache(long bytes) {
    long most = bufferBytes() / 4 * 3;
    if (bytes > most) {
      throw new IllegalArgumentException(
          bytes
              + " bytes are more than three quarters of the JVM's buffers, "
              + most
              + ": see -XX:MaxDirectMemorySize");
    }
    return bytes;
  }
}
