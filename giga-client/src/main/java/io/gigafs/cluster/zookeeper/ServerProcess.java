package io.gigafs.cluster.zookeeper;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A process, so that a later one can tell for certain that it is gone. By proc(5): on other systems
 * than Linux, on another machine, after a reboot and from another container nothing is certain.
 *
 * @param machine the machine since it booted, and the space in which process ids are counted; empty
 *     if that cannot be known
 * @param startTicks when it started, which tells it from a later process with the same id
 */
record ServerProcess(String machine, long pid, long startTicks) {
  private static final Logger log = LoggerFactory.getLogger(ServerProcess.class);

  private static final Path PROC = Path.of("/proc");

  /** What follows the name in /proc/PID/stat: field 3 of proc(5) is the first. */
  private static final int STATE = 0;

  private static final int START = 22 - 3;

  /** This very process. */
  static ServerProcess current() {
    long pid = ProcessHandle.current().pid();
    try {
      String boot = Files.readString(PROC.resolve("sys/kernel/random/boot_id")).strip();
      String space = Files.readSymbolicLink(PROC.resolve("self/ns/pid")).toString();
      return new ServerProcess(boot + " " + space, pid, Long.parseLong(stat(pid)[START]));
    } catch (IOException | RuntimeException e) {
      log.debug("This process cannot be told from others, a restart will take longer", e);
      return new ServerProcess("", pid, 0);
    }
  }

  /** Whether this process has ended for certain; false if it has not, or that cannot be known. */
  boolean isGone() {
    if (machine.isEmpty() || !machine.equals(current().machine())) {
      return false;
    }
    try {
      String[] stat = stat(pid);
      // A zombie runs no more; it is there for its parent only.
      return "ZX".contains(stat[STATE]) || Long.parseLong(stat[START]) != startTicks;
    } catch (NoSuchFileException e) {
      return true;
    } catch (IOException | RuntimeException e) {
      log.debug("Whether {} has ended cannot be told now", this, e);
      return false;
    }
  }

  /** The fields behind the name, which may itself hold anything. */
  private static String[] stat(long pid) throws IOException {
    String stat = Files.readString(PROC.resolve(pid + "/stat"));
    return stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
  }
}
