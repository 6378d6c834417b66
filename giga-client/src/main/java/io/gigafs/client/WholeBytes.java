package io.gigafs.client;

import io.gigafs.protocol.FileData;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** All bytes of a file as an answer tells of them. Pure. */
final class WholeBytes {
  /** The most that an array can hold on every machine. */
  static final int MOST = Integer.MAX_VALUE - 8;

  private WholeBytes() {}

  /** The bytes, with the zeros behind them; null if they are not those that were sent. */
  static byte @Nullable [] of(FileData.Inline inline, long size) {
    byte[] bytes = inline.bytes();
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    if ((int) crc.getValue() != inline.crc() || bytes.length > size || size > MOST) {
      return null;
    }
    return bytes.length == size ? bytes : Arrays.copyOf(bytes, (int) size);
  }
}
