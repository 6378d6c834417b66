package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/** The result of reading one file of many: all of its bytes or an error, never both. */
@SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
public record FileContents(byte @Nullable [] bytes, @Nullable ErrorCode error) {
  /** A file that has to be read separately; never returned to callers. */
  public static final FileContents TO_BE_READ_ALONE = new FileContents(null, null);

  public boolean isToBeReadAlone() {
    return bytes == null && error == null;
  }

  public static FileContents of(byte[] bytes) {
    return new FileContents(bytes, null);
  }

  public static FileContents of(ErrorCode error) {
    return new FileContents(null, error);
  }
}
