package io.gigafs.fuse;

import io.gigafs.client.OpenFile;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.nio.ByteBuffer;

/**
 * fallocate(2), as far as files can do it: bytes become zeros, and files longer. A range that is to
 * have storage gets it, being written; a hole reads as one, and keeps what storage it has.
 */
final class Allocation {
  private static final int KEEP_SIZE = 1;
  private static final int PUNCH_HOLE = 2;
  private static final int ZERO_RANGE = 16;

  /** More is not written within one system call that nobody can interrupt. */
  private static final long MAX_BYTES = 1L << 30;

  private static final int CHUNK_BYTES = 1 << 20;

  private Allocation() {}

  static void allocate(OpenFile file, int mode, long offset, long length) throws GigaException {
    if (offset < 0 || length <= 0) {
      throw ErrorCode.EINVAL.exception("fallocate of " + length + " bytes at " + offset);
    }
    if (offset > Long.MAX_VALUE - length) {
      throw ErrorCode.EFBIG.exception("fallocate of " + length + " bytes at " + offset);
    }
    long end = offset + length;
    long size = Failures.await(file.stat()).size();
    switch (mode) {
      case 0 -> zero(file, Math.max(offset, size), end);
      case PUNCH_HOLE | KEEP_SIZE, ZERO_RANGE | KEEP_SIZE ->
          zero(file, offset, Math.min(end, size));
      case ZERO_RANGE -> zero(file, offset, end);
      default -> throw ErrorCode.EOPNOTSUPP.exception("fallocate with mode " + mode);
    }
  }

  private static void zero(OpenFile file, long from, long to) throws GigaException {
    if (to - from > MAX_BYTES) {
      throw ErrorCode.EOPNOTSUPP.exception("fallocate of " + (to - from) + " bytes at once");
    }
    if (from >= to) {
      return;
    }
    ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(to - from, CHUNK_BYTES));
    for (long at = from; at < to; at += zeros.capacity()) {
      zeros.position(0).limit((int) Math.min(to - at, zeros.capacity()));
      Failures.await(file.write(at, zeros));
    }
  }
}
