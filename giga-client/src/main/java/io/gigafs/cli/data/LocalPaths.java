package io.gigafs.cli.data;

import io.gigafs.cli.ByteText;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Local paths whose names are any bytes, whatever the locale: texts are those of {@link ByteText}.
 * Java's own conversion supports only the locale's characters; that of URIs supports all bytes.
 */
public final class LocalPaths {
  private static final String SAFE =
      "/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

  private LocalPaths() {}

  /** The path of a text, relative to the working directory if it does not start with a slash. */
  public static Path of(String text) {
    if (isAscii(text)) {
      return Path.of(text);
    }
    Path absolute = ofAbsolute(ByteText.encode(text.startsWith("/") ? text : "/" + text));
    return text.startsWith("/") ? absolute : absolute.subpath(0, absolute.getNameCount());
  }

  /** The path of a name in a directory. */
  public static Path child(Path directory, byte[] name) {
    return directory.resolve(of(ByteText.decode(name)));
  }

  /** The bytes of a path's last name. */
  public static byte[] name(Path path) {
    Path name = path.getFileName();
    return name == null ? new byte[0] : bytes(name);
  }

  /** The bytes of a path. */
  public static byte[] bytes(Path path) {
    String text = path.toString();
    if (isAscii(text)) {
      return ByteText.encode(text);
    }
    byte[] absolute = decode(Path.of("/").resolve(path).toUri().getRawPath());
    int start = path.isAbsolute() ? 0 : 1;
    int end = absolute.length > 1 && absolute[absolute.length - 1] == '/' ? 1 : 0;
    return java.util.Arrays.copyOfRange(absolute, start, absolute.length - end);
  }

  private static boolean isAscii(String text) {
    return text.chars().allMatch(c -> c < 0x80);
  }

  private static Path ofAbsolute(byte[] bytes) {
    StringBuilder uri = new StringBuilder("file://");
    for (byte b : bytes) {
      char c = (char) (b & 0xff);
      if (SAFE.indexOf(c) >= 0) {
        uri.append(c);
      } else {
        uri.append(String.format(Locale.ROOT, "%%%02X", b & 0xff));
      }
    }
    return Path.of(URI.create(uri.toString()));
  }

  private static byte[] decode(String rawPath) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < rawPath.length(); i++) {
      char c = rawPath.charAt(i);
      if (c == '%') {
        bytes.write(Integer.parseInt(rawPath.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.write(c);
      }
    }
    return bytes.toByteArray();
  }
}
