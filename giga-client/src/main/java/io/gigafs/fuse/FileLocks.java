package io.gigafs.fuse;

import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenFile.HeldLock;
import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseLock;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.LockType;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Locks of open files: fcntl(2) and flock(2). Safe for use by several threads. */
final class FileLocks {
  /**
   * So long one question waits for others to give up the lock: a caller that gets a signal goes on
   * once the question is answered, and by then it either has the lock or asks for none.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /** So often a lock is tried that is in the way of a handle's that is closed meanwhile. */
  private static final int MAX_TRIES = 3;

  /** In place of a process of another mount. */
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
          Failures.await(
                  file.file().findConflict(owner, typeOf(lock.type()), lock.start(), lock.length()))
              .orElse(null);
      if (found == null || !mayBeReleased(file, releases, tries)) {
        return found;
      }
    }
  }

  /**
   * The last release of a handle of the file, null if it is under way. The kernel does not wait for
   * releases: a program that has closed a file may find its own lock in the way.
   */
  private static @Nullable CompletableFuture<?> releasesOf(MountedFile file) {
    CompletableFuture<?> releases = file.inode().releases();
    return releases.isDone() ? releases : null;
  }

  /**
   * Whether a lock that was in the way may be gone, as handles were released meanwhile; waits until
   * they are closed.
   *
   * @param before what {@link #releasesOf} was before it was in the way
   */
  private boolean mayBeReleased(
      MountedFile file, @Nullable CompletableFuture<?> before, int tries) {
    if (tries == MAX_TRIES || before == file.inode().releases()) {
      return false;
    }
    files.awaitReleases(file.inode());
    return true;
  }

  /** Whether the owner of a lock may have stored through a mapping under what it gives up of it. */
  boolean mayHaveStored(long handle, long owner, boolean isFlock) throws GigaException {
    MountedFile mounted = files.get(handle);
    return mounted.inode().isMappable()
        && (isFlock ? mounted.isFlockedExclusively() : mounted.inode().mayLockExclusively(owner));
  }

  /**
   * What the kernel receives for a lock that was taken, and that the file may have been changed.
   */
  private static int taken(MountedFile mounted) {
    return mounted.inode().hasPagesAsOf(mounted.file().foreignChange()) ? 0 : FuseFileSystem.STALE;
  }

  int lock(FuseCaller caller, long handle, long owner, FuseLock lock, boolean waits)
      throws GigaException {
    MountedFile mounted = files.used(handle);
    OpenFile file = mounted.file();
    if (lock.type() == FuseLock.Type.NONE) {
      Failures.await(file.unlock(owner, lock.start(), lock.length()));
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
            patience -> file.lock(owner, type, lock.start(), lock.length(), patience));
    return result == 0 ? taken(mounted) : result;
  }

  int flock(long handle, FuseLock.Type type, boolean waits) throws GigaException {
    MountedFile mounted = files.used(handle);
    OpenFile file = mounted.file();
    if (type == FuseLock.Type.NONE) {
      Failures.await(file.funlock());
      mounted.setFlockedExclusively(false);
      return 0;
    }
    if (type == FuseLock.Type.EXCLUSIVE) {
      mounted.setFlockedExclusively(true);
    }
    int result = take(mounted, waits, patience -> file.flock(typeOf(type), patience));
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
      // As long as servers answer, a wait may take longer than a call.
      CompletableFuture<Void> asked = files.inNewCall(() -> ask.apply(PATIENCE));
      isInterrupted |= awaitNoting(asked);
      try {
        Failures.await(asked);
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
        Failures.await(ask.apply(Duration.ZERO));
        return;
      } catch (GigaException e) {
        if (e.code() != ErrorCode.EAGAIN || !mayBeReleased(file, releases, tries)) {
          throw e;
        }
      }
    }
  }

  /** Waits until a future is done, however it ends; whether the thread was interrupted. */
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
