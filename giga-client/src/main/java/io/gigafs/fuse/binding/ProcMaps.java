package io.gigafs.fuse.binding;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * Reads the mappings of processes from /proc/PID/maps, proc(5). Safe for use by several threads.
 */
public final class ProcMaps {
  /** Fields of a line: range, permissions, offset, device, inode number. */
  private static final int FIELDS = 5;

  private final Path proc;

  /**
   * @param proc where proc(5) is mounted
   */
  public ProcMaps(Path proc) {
    this.proc = proc;
  }

  /**
   * Whether a process has a shared writable mapping of a file; true also if that is unknown.
   *
   * @param pid 0 for one of another process namespace
   * @param inode the file's number, on whatever device
   */
  public boolean mayStore(int pid, long inode) {
    if (pid == 0) {
      return true;
    }
    try (FileInputStream file = new FileInputStream(proc + "/" + pid + "/maps")) {
      return hasShared(
          new String(file.readAllBytes(), StandardCharsets.ISO_8859_1),
          Long.toUnsignedString(inode));
    } catch (IOException e) {
      return true;
    }
  }

  static boolean hasShared(String maps, String inode) {
    for (int at = maps.indexOf(inode); at >= 0; at = maps.indexOf(inode, at + 1)) {
      int line = maps.lastIndexOf('\n', at) + 1;
      int end = maps.indexOf('\n', at);
      String[] fields = maps.substring(line, end < 0 ? maps.length() : end).split(" +", FIELDS + 1);
      if (fields.length >= FIELDS
          && fields[FIELDS - 1].equals(inode)
          && fields[1].startsWith("w", 1)
          && fields[1].endsWith("s")) {
        return true;
      }
    }
    return false;
  }
}
