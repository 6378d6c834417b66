package io.gigafs.server.hold;

import io.gigafs.protocol.LockType;
import java.util.Set;
import java.util.stream.Collectors;

/** A lock that someone wants of a file. */
public sealed interface LockWish {
  /** The session that wants it. */
  long session();

  /** The handle by which it is wanted: when that is closed, the wait ends. */
  long handle();

  /** Whether nothing hinders it. */
  boolean isFree(FileHolds file);

  /** Takes it; nothing may hinder it. */
  void take(FileHolds file);

  /** A byte range. */
  record OfRange(RangeLock lock, long handle) implements LockWish {
    @Override
    public long session() {
      return lock.owner().session();
    }

    @Override
    public boolean isFree(FileHolds file) {
      return file.ranges().allows(lock);
    }

    @Override
    public void take(FileHolds file) {
      file.ranges().add(lock);
    }

    /** Whose locks hinder it. */
    Set<LockOwner> blockers(FileHolds file) {
      return file.ranges().conflictsWith(lock).stream()
          .map(RangeLock::owner)
          .collect(Collectors.toSet());
    }
  }

  /** The whole file, for a handle. */
  record OfFile(long session, long handle, LockType type) implements LockWish {
    @Override
    public boolean isFree(FileHolds file) {
      return file.allowsFlock(session, handle, type);
    }

    @Override
    public void take(FileHolds file) {
      file.setFlock(session, handle, type);
    }
  }
}
