package io.gigafs.fuse.binding;

import io.gigafs.protocol.ErrorCode;

/** Describes error numbers. */
public final class ErrnoText {
  private ErrnoText() {}

  /** The description of a positive error number. */
  public static String of(int errno) {
    try {
      return ErrorCode.ofNumber(errno).message();
    } catch (IllegalArgumentException e) {
      return "errno " + errno;
    }
  }
}
