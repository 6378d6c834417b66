package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/** What reading one file of many came to: all of its bytes or an error, never both. */
@SuppressWarnings("ArrayRecordComponent") // carried, never compared
public record FileContents(byte @Nullable [] bytes, @Nullable ErrorCode error) {
  /** Of a file that has to be read alone; nobody outside gets to see it. */
  static final FileContents TO_BE_READ_ALONE = new FileContents(null, null);

  boolean isToBeReadAlone() {
    return bytes == null && error == null;
  }

  static FileContents of(byte[] bytes) {
    return new FileContents(bytes, null);
  }

  static FileContents of(ErrorCode error) {
    return new FileContents(null, error);
  }
}
