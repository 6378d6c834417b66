package io.gigafs.fuse.binding;

import io.gigafs.protocol.ErrorCode;

/** Says what an error number means. */
public final class ErrnoText {
  private ErrnoText() {}

  /** The text of a number that is positive. */
  public static String of(int errno) {
    try {
      return ErrorCode.ofNumber(errno).message();
    } catch (IllegalArgumentException e) {
      return "errno " + errno;
    }
  }
}
