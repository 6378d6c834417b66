package io.gigafs.cli;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/**
 * Converts bytes to text and back without loss, whatever the bytes are: UTF-8, in which each
 * invalid byte becomes a lone surrogate U+DC80..U+DCFF (Python's surrogateescape).
 *
 * <p>File names are bytes; picocli and the rest of the command use strings.
 */
public final class ByteText {
  private static final char ESCAPE = '\uDC00';
  private static final char REPLACEMENT = '\uFFFD';

  private ByteText() {}

  /** The text of some bytes. */
  public static String decode(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return text.indexOf(REPLACEMENT) < 0 ? text : decodeOther(bytes);
  }

  /** The slow path for bytes that are invalid UTF-8 or contain the replacement character. */
  private static String decodeOther(byte[] bytes) {
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    while (true) {
      CoderResult result = decoder.decode(in, out, true);
      if (!result.isError()) {
        return out.flip().toString();
      }
      for (int i = 0; i < result.length(); i++) {
        out.put((char) (ESCAPE | (in.get() & 0xff)));
      }
      decoder.reset();
    }
  }

  /** The bytes of a text. */
  public static byte[] encode(String text) {
    int escape = firstEscape(text, 0);
    if (escape < 0) {
      return text.getBytes(StandardCharsets.UTF_8);
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    int from = 0;
    while (escape >= 0) {
      bytes.writeBytes(text.substring(from, escape).getBytes(StandardCharsets.UTF_8));
      bytes.write(text.charAt(escape) & 0xff);
      from = escape + 1;
      escape = firstEscape(text, from);
    }
    bytes.writeBytes(text.substring(from).getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  /** Whether a text represents valid UTF-8. */
  public static boolean isUtf8(String text) {
    return firstEscape(text, 0) < 0;
  }

  private static int firstEscape(String text, int from) {
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= '\uDC80' && c <= '\uDCFF' && (i == 0 || !isPairedLow(text, i))) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isPairedLow(String text, int i) {
    return Character.isHighSurrogate(text.charAt(i - 1));
  }
}
