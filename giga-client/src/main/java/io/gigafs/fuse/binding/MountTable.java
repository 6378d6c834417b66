package io.gigafs.fuse.binding;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What is mounted where, as of /proc/self/mountinfo. */
final class MountTable {
  private static final int POINT = 4;
  private static final String SEPARATOR = " - ";

  private final Path file;

  MountTable(Path file) {
    this.file = file;
  }

  static MountTable ofThisProcess() {
    return new MountTable(Path.of("/proc/self/mountinfo"));
  }

  /** The type of what is mounted on a directory, of the topmost if several are. */
  Optional<String> typeOn(Path directory) throws IOException {
    String wanted = directory.toString();
    Optional<String> type = Optional.empty();
    for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      int separator = line.indexOf(SEPARATOR);
      String[] fields = line.split(" ", -1);
      if (separator >= 0 && fields.length > POINT && unescape(fields[POINT]).equals(wanted)) {
        type = Optional.of(line.substring(separator + SEPARATOR.length()).split(" ", 2)[0]);
      }
    }
    return type;
  }

  /** Spaces and the like are written in octal. */
  private static String unescape(String field) {
    byte[] bytes = new byte[field.length()];
    int length = 0;
    for (int i = 0; i < field.length(); i++) {
      if (field.charAt(i) == '\\' && i + 3 < field.length()) {
        bytes[length++] = (byte) Integer.parseInt(field.substring(i + 1, i + 4), 8);
        i += 3;
      } else {
        bytes[length++] = (byte) field.charAt(i);
      }
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }
}
