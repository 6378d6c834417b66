package io.gigafs.fuse;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.OpenFile;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import java.nio.ByteBuffer;

/**
 * Implements fallocate(2) as far as the file system supports it: zeroes ranges and extends files.
 * Preallocation writes zeros; above a limit it only checks that the cluster has enough free space.
 * A punched hole reads as zeros, but its storage is not freed.
 */
final class Allocation {
  private static final int KEEP_SIZE = 1;
  private static final int PUNCH_HOLE = 2;
  private static final int ZERO_RANGE = 16;

  /** The largest size of a file. */
  private static final long MAX_SIZE = 1L << 60;

  /** A single uninterruptible system call writes at most this much. */
  private static final long MAX_WRITTEN_BYTES = 1L << 30;

  private static final int CHUNK_BYTES = 1 << 20;

  private final AsyncGigaClient client;
  private final OpenFile file;

  /**
   * Creates the allocator of an open file.
   *
   * @param client answers how much space the cluster has free
   */
  Allocation(AsyncGigaClient client, OpenFile file) {
    this.client = client;
    this.file = file;
  }

  void allocate(int mode, long offset, long length) throws GigaException {
    if (offset < 0 || length <= 0) {
      throw ErrorCode.EINVAL.exception("fallocate of " + length + " bytes at " + offset);
    }
    if (offset > MAX_SIZE - length) {
      throw ErrorCode.EFBIG.exception("fallocate of " + length + " bytes at " + offset);
    }
    long end = offset + length;
    long size = ErrnoMapper.await(file.stat()).size();
    switch (mode) {
      case 0 -> grow(Math.max(offset, size), end);
      case KEEP_SIZE -> setAside(Math.max(offset, size), end);
      case PUNCH_HOLE | KEEP_SIZE, ZERO_RANGE | KEEP_SIZE -> zero(offset, Math.min(end, size));
      case ZERO_RANGE -> zero(offset, end);
      default -> throw ErrorCode.EOPNOTSUPP.exception("fallocate with mode " + mode);
    }
  }

  private void grow(long from, long to) throws GigaException {
    requireRoom(to - from);
    if (to - from > MAX_WRITTEN_BYTES) {
      ErrnoMapper.await(file.setAttributes(AttributeChange.ofSize(to)));
    } else {
      zero(from, to);
    }
  }

  /**
   * Extends the quota reservation. Without a quota nothing is reserved; only the cluster's free
   * space is checked.
   */
  private void setAside(long from, long to) throws GigaException {
    if (to > from) {
      requireRoom(to - from);
      ErrnoMapper.await(file.setAside(to));
    }
  }

  /**
   * Checks the free space at this moment. Others use the same space, so later writes may still
   * fail.
   */
  private void requireRoom(long bytes) throws GigaException {
    if (bytes > 0 && bytes > ErrnoMapper.await(client.statFs()).freeBytes()) {
      throw ErrorCode.ENOSPC.exception("fallocate of " + bytes + " bytes");
    }
  }

  private void zero(long from, long to) throws GigaException {
    if (to - from > MAX_WRITTEN_BYTES) {
      throw ErrorCode.EOPNOTSUPP.exception("zeros in " + (to - from) + " bytes at once");
    }
    if (from >= to) {
      return;
    }
    ByteBuffer zeros = ByteBuffer.allocate((int) Math.min(to - from, CHUNK_BYTES));
    for (long at = from; at < to; at += zeros.capacity()) {
      zeros.position(0).limit((int) Math.min(to - at, zeros.capacity()));
      long offset = at;
      ErrnoMapper.await(client.inNewCall(() -> file.write(offset, zeros)));
    }
  }
}
