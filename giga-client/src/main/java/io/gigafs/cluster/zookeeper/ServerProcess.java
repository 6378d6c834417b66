package io.gigafs.cluster.zookeeper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Identifies a process, so that a later one can determine for certain that it has ended. Uses
 * proc(5): nothing is certain on systems other than Linux, on another machine, after a reboot, or
 * from another container.
 *
 * @param machine identifies the boot of the machine and the PID namespace; empty if unknown
 * @param startTicks the start time, which distinguishes it from a later process with the same id
 */
record ServerProcess(String machine, long pid, long startTicks) {
  private static final Logger log = LoggerFactory.getLogger(ServerProcess.class);

  private static final Path PROC = Path.of("/proc");

  /**
   * Index into the fields that follow the name in /proc/PID/stat; the first is field 3 of proc(5).
   */
  private static final int STATE = 0;

  private static final int START = 22 - 3;

  /** The current process. */
  static ServerProcess current() {
    long pid = ProcessHandle.current().pid();
    try {
      String boot = Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
      String space = Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString();
      return new ServerProcess(boot + " " + space, pid, Long.parseLong(stat(pid)[START]));
    } catch (IOException | RuntimeException e) {
      log.debug("This process cannot be identified, a restart will take longer", e);
      return new ServerProcess("", pid, 0);
    }
  }

  /**
   * Whether this process has certainly ended; false if it has not, or that cannot be determined.
   */
  boolean isGone() {
    if (machine.isEmpty() || !machine.equals(current().machine())) {
      return false;
    }
    try {
      String[] stat = stat(pid);
      // A zombie no longer runs; its entry remains for its parent only.
      return "ZX".contains(stat[STATE]) || Long.parseLong(stat[START]) != startTicks;
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException | RuntimeException e) {
      log.debug("Cannot determine whether {} has ended", this, e);
      return false;
    }
  }

  /** The fields behind the name. The name itself may contain anything, including spaces and ')'. */
  private static String[] stat(long pid) throws IOException {
    String stat = Files.readString(PROC.resolve(pid + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
  }
}
