package io.gigafs.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Restores the arguments as the bytes that the shell passed. Java decodes them by the locale, and
 * under {@code LANG=C} replaces all non-ASCII characters by question marks; Linux still has the
 * original.
 */
final class Arguments {
  private static final Path COMMAND_LINE = Path.of("/proc/self/cmdline");

  private Arguments() {}

  static String[] ofThisProcess(String[] decoded) {
    try {
      return restore(decoded, Files.readAllBytes(COMMAND_LINE));
    } catch (IOException e) {
      return decoded;
    }
  }

  /** The last arguments of a NUL-separated command line, as many as were decoded. */
  static String[] restore(String[] decoded, byte[] commandLine) {
    List<String> all = new ArrayList<>();
    int from = 0;
    for (int i = 0; i < commandLine.length; i++) {
      if (commandLine[i] == 0) {
        all.add(ByteText.decode(java.util.Arrays.copyOfRange(commandLine, from, i)));
        from = i + 1;
      }
    }
    if (all.size() < decoded.length) {
      return decoded;
    }
    String[] restored = all.subList(all.size() - decoded.length, all.size()).toArray(new String[0]);
    for (int i = 0; i < decoded.length; i++) {
      if (isAscii(decoded[i]) && !decoded[i].contains("?") && !decoded[i].equals(restored[i])) {
        return decoded;
      }
    }
    return restored;
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }
}
