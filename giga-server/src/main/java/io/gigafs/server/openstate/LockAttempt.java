package io.gigafs.server.openstate;

import io.gigafs.protocol.LockType;
import java.util.Set;
import java.util.stream.Collectors;

/** A lock that someone wants of a file. */
public sealed interface LockAttempt {
  /** The session that wants it. */
  long session();

  /** The handle by which it is wanted: when that is closed, the wait ends. */
  long handle();

  /** Whether nothing hinders it. */
  boolean isFree(OpenState file);

  /** Takes it; nothing may hinder it. */
  void take(OpenState file);

  /** A byte range. */
  record OfRange(RangeLock lock, long handle) implements LockAttempt {
    @Override
    public long session() {
      return lock.owner().session();
    }

    @Override
    public boolean isFree(OpenState file) {
      return file.ranges().allows(lock);
    }

    @Override
    public void take(OpenState file) {
      file.ranges().add(lock);
    }

    /** Whose locks hinder it. */
    Set<LockOwner> blockers(OpenState file) {
      return file.ranges().conflictsWith(lock).stream()
          .map(RangeLock::owner)
          .collect(Collectors.toSet());
    }
  }

  /** The whole file, for a handle. */
  record OfFile(long session, long handle, LockType type) implements LockAttempt {
    @Override
    public boolean isFree(OpenState file) {
      return file.allowsFlock(session, handle, type);
    }

    @Override
    public void take(OpenState file) {
      file.setFlock(session, handle, type);
    }
  }
}
