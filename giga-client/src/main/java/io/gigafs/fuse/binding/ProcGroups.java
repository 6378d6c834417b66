package io.gigafs.fuse.binding;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.StringTokenizer;

/**
 * Reads groups from /proc/PID/status, proc(5). The kernel does not send them with a request, and
 * this read is part of each request of a user other than root: about 15 us.
 */
public final class ProcGroups implements ProcessGroups {
  private static final String KEY = "\nGroups:";
  private static final int[] NONE = {};

  private final Path proc;

  public ProcGroups(Path proc) {
    this.proc = proc;
  }

  @Override
  public int[] of(int pid) {
    if (pid == 0) {
      return NONE;
    }
    try (FileInputStream file = new FileInputStream(proc + "/" + pid + "/status")) {
      // The name of a process may be any bytes, also invalid UTF-8.
      return parse(new String(file.readAllBytes(), StandardCharsets.ISO_8859_1));
    } catch (IOException e) {
      return NONE; // the process is gone, and with it the reader of the answer
    }
  }

  private static int[] parse(String status) {
    int key = status.indexOf(KEY);
    if (key < 0) {
      return NONE;
    }
    int end = status.indexOf('\n', key + 1);
    String numbers = status.substring(key + KEY.length(), end < 0 ? status.length() : end);
    StringTokenizer words = new StringTokenizer(numbers);
    int[] groups = new int[words.countTokens()];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = Integer.parseUnsignedInt(words.nextToken());
    }
    return groups;
  }
}
