package io.gigafs.fuse.binding;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is mounted where, as of /proc/self/mountinfo. */
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

  /** A line of the table, of which this tells where and as which type. */
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

  /** The type of what is mounted on a directory, of the topmost if several are. */
  Optional<String> typeOn(Path directory) throws IOException {
    return read().stream()
        .filter(mounted -> mounted.directory().equals(directory))
        .map(Mounted::type)
        .reduce((earlier, later) -> later);
  }

  /**
   * The directories below one that something is mounted on, in the order in which they can be
   * unmounted; none where there is no such table.
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
