package io.gigafs.fuse.binding;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;

/** Groups as proc(5) tells them, in /proc/PID/status. */
final class ProcGroups implements ProcessGroups {
  private static final String KEY = "Groups:";
  private static final int[] NONE = {};

  private final Path proc;

  ProcGroups(Path proc) {
    this.proc = proc;
  }

  @Override
  public int[] of(int pid) {
    if (pid == 0) {
      return NONE;
    }
    List<String> lines;
    try {
      // A process may call itself anything, in bytes that are no UTF-8.
      lines =
          Files.readAllLines(
              proc.resolve(Integer.toString(pid)).resolve("status"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      return NONE; // it is gone, and so is whoever would have waited for the answer
    }
    for (String line : lines) {
      if (line.startsWith(KEY)) {
        return parse(line.substring(KEY.length()));
      }
    }
    return NONE;
  }

  private static int[] parse(String numbers) {
    List<Integer> groups = new ArrayList<>();
    StringTokenizer words = new StringTokenizer(numbers);
    while (words.hasMoreTokens()) {
      groups.add(Integer.parseUnsignedInt(words.nextToken()));
    }
    return groups.stream().mapToInt(Integer::intValue).toArray();
  }
}
