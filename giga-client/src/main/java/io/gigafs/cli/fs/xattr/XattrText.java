package io.gigafs.cli.fs.xattr;

import io.gigafs.cli.ByteText;
import io.gigafs.cli.fs.operand.DumpedPaths;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.HexFormat;

/** Values of extended attributes in the format of getfattr(1) and setfattr(1). */
final class XattrText {
  /** A value is printed as text if at most one in this many bytes is unprintable. */
  private static final int PRINTABLE_RATIO = 8;

  private XattrText() {}

  /** The format of printed values. */
  enum Encoding {
    /** Text if most of it is printable, else base64. */
    AUTO,
    TEXT,
    HEX,
    BASE64
  }

  static String encode(byte[] value, Encoding encoding) {
    return switch (encoding) {
      case AUTO -> encode(value, isText(value) ? Encoding.TEXT : Encoding.BASE64);
      case HEX -> "0x" + HexFormat.of().formatHex(value);
      case BASE64 -> "0s" + Base64.getEncoder().encodeToString(value);
      case TEXT -> quoted(value);
    };
  }

  /**
   * Parses a value: in quotes, as 0x and hex digits, as 0s and base64, or plain.
   *
   * @throws IllegalArgumentException if it is invalid
   */
  static byte[] decode(String text) {
    if (text.startsWith("\"")) {
      boolean closed = text.length() > 1 && text.endsWith("\"") && !text.endsWith("\\\"");
      String inner = text.substring(1, closed ? text.length() - 1 : text.length());
      return ByteText.encode(DumpedPaths.unescape(inner));
    }
    if (text.startsWith("0x") || text.startsWith("0X")) {
      String digits = text.substring(2).replaceAll("\\s", "");
      try {
        return HexFormat.of().parseHex(digits);
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("'" + text + "' is not hexadecimal", e);
      }
    }
    if (text.startsWith("0s") || text.startsWith("0S")) {
      try {
        return Base64.getDecoder().decode(text.substring(2).replaceAll("\\s", ""));
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException("'" + text + "' is not base64", e);
      }
    }
    return ByteText.encode(text);
  }

  private static boolean isText(byte[] value) {
    int length = value.length > 0 && value[value.length - 1] == 0 ? value.length - 1 : value.length;
    int unprintable = 0;
    for (int i = 0; i < length; i++) {
      unprintable += value[i] < ' ' || value[i] == 0x7f ? 1 : 0;
    }
    return length >= unprintable * PRINTABLE_RATIO;
  }

  private static String quoted(byte[] value) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    text.write('"');
    for (byte b : value) {
      switch (b) {
        case 0, '\n', '\r' -> {
          text.write('\\');
          text.write('0' + (b >> 6 & 7));
          text.write('0' + (b >> 3 & 7));
          text.write('0' + (b & 7));
        }
        case '\\', '"' -> {
          text.write('\\');
          text.write(b);
        }
        default -> text.write(b);
      }
    }
    text.write('"');
    return ByteText.decode(text.toByteArray());
  }
}
