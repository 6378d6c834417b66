package io.gigafs.fuse;

import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenFile.HeldLock;
import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.LockType;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Locks of open files: fcntl(2) and flock(2). Safe for use by several threads. */
final class FileLocks {
  /**
   * How long one lock request waits for the holders. A caller that gets a signal continues once the
   * request is answered: by then it either has the lock or has no request outstanding.
   */
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);

  /** How often a lock is tried when it conflicts with one of a handle that is being closed. */
  private static final int MAX_TRIES = 3;

  /** Reported as the process when the lock is held through another mount. */
  private static final int ELSEWHERE = 0;

  private final MountedFiles files;

  FileLocks(MountedFiles files) {
    this.files = files;
  }

  void find(long handle, long owner, FuseLock lock) throws GigaException {
    MountedFile file = files.get(handle);
    HeldLock found = conflict(file, owner, lock);
    if (found == null) {
      lock.setNone();
    } else {
      lock.set(
          found.type() == LockType.SHARED ? FuseLock.Type.SHARED : FuseLock.Type.EXCLUSIVE,
          found.start(),
          found.length(),
          found.own() ? file.inode().processOf(found.owner()) : ELSEWHERE);
    }
  }

  private @Nullable HeldLock conflict(MountedFile file, long owner, FuseLock lock)
      throws GigaException {
    for (int tries = 1; ; tries++) {
      CompletableFuture<?> releases = releasesOf(file);
      HeldLock found =
          ErrnoMapper.await(
                  file.file().findConflict(owner, typeOf(lock.type()), lock.start(), lock.length()))
              .orElse(null);
      if (found == null || !mayBeReleased(file, releases, tries)) {
        return found;
      }
    }
  }

  /**
   * The releases of the file's handles that are in progress; null if there are none. The kernel
   * does not wait for releases, so a program that has closed a file may conflict with its own lock.
   */
  private static @Nullable CompletableFuture<?> releasesOf(MountedFile file) {
    CompletableFuture<?> releases = file.inode().releases();
    return releases.isDone() ? releases : null;
  }

  /**
   * Whether a conflicting lock may be gone because handles were released meanwhile. Waits until
   * they are closed.
   *
   * @param before the value of {@link #releasesOf} before the conflict
   */
  private boolean mayBeReleased(
      MountedFile file, @Nullable CompletableFuture<?> before, int tries) {
    if (tries == MAX_TRIES || before == file.inode().releases()) {
      return false;
    }
    files.awaitReleases(file.inode());
    return true;
  }

  /**
   * Whether the owner may have stored through a mapping while it held the lock that it releases.
   */
  boolean mayHaveStored(long handle, long owner, boolean isFlock) throws GigaException {
    MountedFile mounted = files.get(handle);
    return mounted.inode().isMappable()
        && (isFlock ? mounted.isFlockedExclusively() : mounted.inode().mayLockExclusively(owner));
  }

  /** The result of an acquired lock, which also reports whether the file may have changed. */
  private static int taken(MountedFile mounted) {
    return mounted.inode().hasPagesAsOf(mounted.file().foreignChange()) ? 0 : FuseFileSystem.STALE;
  }

  int lock(FuseCaller caller, long handle, long owner, FuseLock lock, boolean waits)
      throws GigaException {
    MountedFile mounted = files.used(handle);
    OpenFile file = mounted.file();
    if (lock.type() == FuseLock.Type.NONE) {
      ErrnoMapper.await(file.unlock(owner, lock.start(), lock.length()));
      if (lock.start() == 0 && lock.length() == 0) {
        mounted.inode().unlockedAll(owner);
      }
      return 0;
    }
    mounted.inode().locks(owner, caller.pid(), handle, lock.type() == FuseLock.Type.EXCLUSIVE);
    LockType type = typeOf(lock.type());
    int result =
        take(
            mounted,
            waits,
            maxWait -> file.lock(owner, type, lock.start(), lock.length(), maxWait));
    return result == 0 ? taken(mounted) : result;
  }

  int flock(long handle, FuseLock.Type type, boolean waits) throws GigaException {
    MountedFile mounted = files.used(handle);
    OpenFile file = mounted.file();
    if (type == FuseLock.Type.NONE) {
      ErrnoMapper.await(file.funlock());
      mounted.setFlockedExclusively(false);
      return 0;
    }
    if (type == FuseLock.Type.EXCLUSIVE) {
      mounted.setFlockedExclusively(true);
    }
    int result = take(mounted, waits, maxWait -> file.flock(typeOf(type), maxWait));
    return result == 0 ? taken(mounted) : result;
  }

  private int take(MountedFile file, boolean waits, Function<Duration, CompletableFuture<Void>> ask)
      throws GigaException {
    if (!waits) {
      takeAtOnce(file, ask);
      return 0;
    }
    boolean isInterrupted = false;
    while (true) {
      // A lock wait may outlast the timeout of a call as long as servers answer.
      CompletableFuture<Void> asked = files.inNewCall(() -> ask.apply(MAX_WAIT));
      isInterrupted |= awaitNoting(asked);
      try {
        ErrnoMapper.await(asked);
        return 0;
      } catch (GigaException e) {
        if (e.code() != ErrorCode.EAGAIN) {
          throw e;
        }
      }
      if (isInterrupted) {
        return -Errno.EINTR;
      }
    }
  }

  private void takeAtOnce(MountedFile file, Function<Duration, CompletableFuture<Void>> ask)
      throws GigaException {
    for (int tries = 1; ; tries++) {
      CompletableFuture<?> releases = releasesOf(file);
      try {
        ErrnoMapper.await(ask.apply(Duration.ZERO));
        return;
      } catch (GigaException e) {
        if (e.code() != ErrorCode.EAGAIN || !mayBeReleased(file, releases, tries)) {
          throw e;
        }
      }
    }
  }

  /**
   * Waits until a future is done, with a result or a failure. Returns whether the thread was
   * interrupted.
   */
  private static boolean awaitNoting(CompletableFuture<?> future) {
    boolean isInterrupted = false;
    while (true) {
      try {
        future.get();
        return isInterrupted;
      } catch (InterruptedException e) {
        isInterrupted = true;
      } catch (ExecutionException e) {
        return isInterrupted;
      }
    }
  }

  private static LockType typeOf(FuseLock.Type type) {
    return type == FuseLock.Type.SHARED ? LockType.SHARED : LockType.EXCLUSIVE;
  }
}
