package io.gigafs.cli.fs.operand;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.CommandException;
import io.gigafs.client.GigaPath;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/** Paths in the format that getfattr and getfacl print and setfattr and setfacl restore. */
public final class DumpedPaths {
  public static final String FILE = "# file: ";

  private DumpedPaths() {}

  /**
   * The line that names a file.
   *
   * @param absolute whether with the leading slash, which those tools omit
   */
  public static String line(GigaPath path, boolean absolute) {
    String text = LosslessPaths.text(path);
    if (!absolute) {
      text = text.length() == 1 ? "." : text.substring(1);
    }
    return FILE + escape(text, "\n\r");
  }

  /** The path of such a line. There is no working directory, so it is relative to the root. */
  public static Operand operand(String line) {
    String text = unescape(line.substring(FILE.length()));
    return Operand.parse(text.startsWith("/") ? text : "/" + text);
  }

  /** Replaces special characters, and the backslash, by octal numbers. */
  public static String escape(String text, String special) {
    StringBuilder escaped = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' || special.indexOf(c) >= 0) {
        escaped.append(String.format(Locale.ROOT, "\\%03o", (int) c));
      } else {
        escaped.append(c);
      }
    }
    return escaped.toString();
  }

  /** Decodes octal escapes and escaped backslashes. */
  public static String unescape(String text) {
    if (text.indexOf('\\') < 0) {
      return text;
    }
    byte[] bytes = ByteText.encode(text);
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    int at = 0;
    while (at < bytes.length) {
      if (bytes[at] != '\\' || at + 1 == bytes.length) {
        plain.write(bytes[at++]);
      } else if (at + 3 < bytes.length
          && isOctal(bytes[at + 1])
          && isOctal(bytes[at + 2])
          && isOctal(bytes[at + 3])) {
        plain.write((bytes[at + 1] - '0') << 6 | (bytes[at + 2] - '0') << 3 | bytes[at + 3] - '0');
        at += 4;
      } else {
        plain.write(bytes[at + 1]);
        at += 2;
      }
    }
    return ByteText.decode(plain.toByteArray());
  }

  /** Reads a local file, or standard input if the name is "-". */
  public static String read(String file, InputStream in) {
    try {
      return ByteText.decode(
          file.equals("-") ? in.readAllBytes() : Files.readAllBytes(Path.of(file)));
    } catch (NoSuchFileException e) {
      throw CommandException.failed(file + ": No such file or directory", e);
    } catch (IOException e) {
      throw CommandException.failed(file + ": " + e.getMessage(), e);
    }
  }

  private static boolean isOctal(byte b) {
    return b >= '0' && b <= '7';
  }
}
