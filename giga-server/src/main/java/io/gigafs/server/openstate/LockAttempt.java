package io.gigafs.server.openstate;

import io.gigafs.protocol.file.LockType;
import io.gigafs.server.openstate.RangeLock.LockOwner;
import java.util.Set;
import java.util.stream.Collectors;

/** An attempt to lock a file. */
public sealed interface LockAttempt {
  /** The session that requests the lock. */
  long session();

  /** The handle that requests the lock: closing it ends the wait. */
  long handle();

  /** Whether no other lock conflicts. */
  boolean isFree(OpenState file);

  /** Adds the lock; no other lock may conflict. */
  void take(OpenState file);

  /** A lock of a byte range. */
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

    /** The owners of conflicting locks. */
    Set<LockOwner> blockers(OpenState file) {
      return file.ranges().conflictsWith(lock).stream()
          .map(RangeLock::owner)
          .collect(Collectors.toSet());
    }
  }

  /** A lock of the whole file, owned by a handle. */
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
