package io.gigafs.fuse.mounting;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The mount table, as of /proc/self/mountinfo. */
public final class MountTable {
  private static final int POINT = 4;
  private static final String SEPARATOR = " - ";

  private final Path file;

  MountTable(Path file) {
    this.file = file;
  }

  public static MountTable ofThisProcess() {
    return new MountTable(Path.of("/proc/self/mountinfo"));
  }

  /** The directory and the type in a line of the table. */
  private record Mounted(Path directory, String type) {}

  private List<Mounted> read() throws IOException {
    List<Mounted> all = new ArrayList<>();
    for (String line : Files.readAllLines(file, StandardCharsets.ISO_8859_1)) {
      int separator = line.indexOf(SEPARATOR);
      String[] fields = line.split(" ", -1);
      if (separator >= 0 && fields.length > POINT) {
        String type = line.substring(separator + SEPARATOR.length()).split(" ", 2)[0];
        all.add(new Mounted(Path.of(unescape(fields[POINT])), type));
      }
    }
    return all;
  }

  /** The type of the file system mounted on a directory, the topmost if there are several. */
  Optional<String> typeOn(Path directory) throws IOException {
    return read().stream()
        .filter(mounted -> mounted.directory().equals(directory))
        .map(Mounted::type)
        .reduce((earlier, later) -> later);
  }

  /**
   * The mount points below a directory, in the order in which they can be unmounted; none if there
   * is no such table.
   *
   * @param directory without links
   */
  public List<Path> below(Path directory) throws IOException {
    List<Path> below = new ArrayList<>();
    if (Files.exists(file)) {
      for (Mounted mounted : read()) {
        if (mounted.directory().startsWith(directory) && !mounted.directory().equals(directory)) {
          below.add(0, mounted.directory());
        }
      }
    }
    return below;
  }

  /** Decodes spaces and other characters that are written in octal. */
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
