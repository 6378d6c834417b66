package io.gigafs.cli.local;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Local paths as bytes. Java keeps the bytes of paths from the kernel, whatever they are, but
 * prints them by the locale; the URI has all of them. Stateless.
 */
public final class LocalNames {
  private static final int HEX = 16;

  private LocalNames() {}

  /** The bytes of a path, which is made absolute. */
  public static byte[] bytes(Path path) {
    Path absolute = path.toAbsolutePath();
    String text = absolute.toString();
    if (isAscii(text)) {
      return text.getBytes(StandardCharsets.US_ASCII);
    }
    String uri = absolute.toUri().getRawPath();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(uri.length());
    for (int i = 0; i < uri.length(); i++) {
      char each = uri.charAt(i);
      if (each == '%') {
        bytes.write(Integer.parseInt(uri, i + 1, i + 3, HEX));
        i += 2;
      } else {
        bytes.write(each);
      }
    }
    byte[] all = bytes.toByteArray();
    boolean isDirectory = all.length > 1 && all[all.length - 1] == '/';
    return isDirectory ? java.util.Arrays.copyOf(all, all.length - 1) : all;
  }

  /** The last name of a path as text, or null if it is not UTF-8. */
  public static @Nullable String lastName(Path path) {
    String shown = String.valueOf(path.getFileName());
    if (isAscii(shown)) {
      return shown;
    }
    byte[] all = bytes(path);
    int start = all.length;
    while (start > 0 && all[start - 1] != '/') {
      start--;
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(all, start, all.length - start))
          .toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  private static boolean isAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0x7f) {
        return false;
      }
    }
    return true;
  }
}
