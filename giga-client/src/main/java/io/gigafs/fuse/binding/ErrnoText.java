package io.gigafs.fuse.binding;

import io.gigafs.protocol.ErrorCode;

/** Says what an error number means. */
final class ErrnoText {
  private ErrnoText() {}

  static String of(int errno) {
    try {
      return ErrorCode.ofNumber(errno).message();
    } catch (IllegalArgumentException e) {
      return "errno " + errno;
    }
  }
}
