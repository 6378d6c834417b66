package io.gigafs.fuse.kernel;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads signals from /proc/PID/status, proc(5). Safe for use by several threads.
 *
 * <p>A signal that terminates a whole process is, when it is delivered, a pending SIGKILL of each
 * of its threads. A signal that dumps core is not: it is pending and neither blocked, ignored nor
 * handled.
 */
public final class ProcSignals implements Interruptions.PendingSignals {
  private static final Logger LOG = LoggerFactory.getLogger(ProcSignals.class);
  private static final long KILL = bit(9);

  /**
   * SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG, SIGWINCH: they terminate nothing.
   */
  private static final long HARMLESS =
      bit(17) | bit(18) | bit(19) | bit(20) | bit(21) | bit(22) | bit(23) | bit(28);

  private final Path proc;
  private volatile boolean isSilent;

  public ProcSignals(Path proc) {
    this.proc = proc;
  }

  private static long bit(int signal) {
    return 1L << (signal - 1);
  }

  @Override
  public boolean end(int thread) {
    if (thread == 0) {
      return false;
    }
    try (FileInputStream file = new FileInputStream(proc + "/" + thread + "/status")) {
      // The name of a process may be any bytes, also invalid UTF-8.
      return isEnding(new String(file.readAllBytes(), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      // The thread waits for an answer, so it exists, but is hidden: hidepid of proc(5).
      if (!isSilent) {
        isSilent = true;
        LOG.warn(
            "Signals of thread {} cannot be read: programs like it can be killed only once the"
                + " mount has answered them",
            thread,
            e);
      }
      return false;
    }
  }

  private static boolean isEnding(String status) {
    long own = mask(status, "SigPnd");
    if ((own & KILL) != 0) {
      return true;
    }
    if (!"0".equals(value(status, "TracerPid"))) {
      return false; // a debugger gets the signal first, and may suppress it
    }
    long blocked = mask(status, "SigBlk") | mask(status, "SigIgn") | mask(status, "SigCgt");
    return ((own | mask(status, "ShdPnd")) & ~blocked & ~HARMLESS) != 0;
  }

  private static long mask(String status, String key) {
    String value = value(status, key);
    return value.isEmpty() ? 0 : Long.parseUnsignedLong(value, 16);
  }

  private static String value(String status, String key) {
    int at = status.indexOf("\n" + key + ":");
    if (at < 0) {
      return "";
    }
    int begin = at + key.length() + 2;
    int end = status.indexOf('\n', begin);
    return status.substring(begin, end < 0 ? status.length() : end).strip();
  }
}
