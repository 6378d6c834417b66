package io.gigafs.client.bulk;

import io.gigafs.protocol.file.FileData;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Assembles all bytes of a file from an answer. Pure. */
public final class WholeBytes {
  /** The maximum length of an array on every JVM. */
  public static final int MOST = Integer.MAX_VALUE - 8;

  private WholeBytes() {}

  /** The bytes, with trailing zeros; null if their checksum does not match. */
  public static byte @Nullable [] of(FileData.Inline inline, long size) {
    byte[] bytes = inline.bytes();
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    if ((int) crc.getValue() != inline.crc() || bytes.length > size || size > MOST) {
      return null;
    }
    return bytes.length == size ? bytes : Arrays.copyOf(bytes, (int) size);
  }
}
