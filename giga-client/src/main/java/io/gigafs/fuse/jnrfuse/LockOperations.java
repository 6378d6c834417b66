package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseLock;
import jnr.ffi.Platform;
import jnr.ffi.Pointer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import ru.serce.jnrfuse.struct.Flock;

/**
 * Operations on locks. Each wait occupies a thread, so their number is limited: beyond it the
 * result is ENOLCK. A signal for the caller ends a wait.
 *
 * <p>libfuse records the byte-range locks that were acquired, and answers F_GETLK from its records.
 * It does not learn when those of an open file description (F_OFD_SETLK) end, so it must record
 * none: libfuse gets an error, and the kernel the actual result.
 */
final class LockOperations {
  private static final Logger LOG = LoggerFactory.getLogger(LockOperations.class);
  private static final boolean IS_MAC = Platform.getNativePlatform().getOS() == Platform.OS.DARWIN;
  private static final int GET_LOCK = IS_MAC ? 7 : 5;
  private static final int SET_LOCK_AND_WAIT = IS_MAC ? 9 : 7;
  private static final int SHARED = IS_MAC ? 1 : Flock.F_RDLCK;
  private static final int UNLOCKED = IS_MAC ? 2 : Flock.F_UNLCK;
  private static final int EXCLUSIVE = IS_MAC ? 3 : Flock.F_WRLCK;

  /** Operations of flock(2); the last is OR-ed. */
  private static final int FLOCK_SHARED = 1;

  private static final int FLOCK_EXCLUSIVE = 2;
  private static final int FLOCK_NO_WAIT = 4;

  private final Operations operations;
  private final FuseFileSystem fileSystem;

  LockOperations(Operations operations) {
    this.operations = operations;
    this.fileSystem = operations.fileSystem();
  }

  void fill(OperationTable table) {
    table.set(
        OperationTable.LOCK,
        Callbacks.OnLock.class,
        (path, info, command, lock) ->
            operations.serve("lock", call -> lock(call, info, command, lock)));
    table.set(
        OperationTable.FLOCK,
        Callbacks.OnFlock.class,
        (path, info, operation) -> operations.serve("flock", call -> flock(call, info, operation)));
  }

  private int lock(ThreadCall call, Pointer memory, int command, Pointer lockMemory) {
    if (call.header.opcode() == RequestHeader.FLUSH) {
      return 0; // libfuse unlocks what flush has unlocked just before
    }
    FileInfo info = new FileInfo(memory);
    Flock flock = Flock.of(lockMemory);
    FuseLock lock = call.lock;
    lock.set(
        typeOf(flock.l_type.get()), flock.l_start.get(), flock.l_len.get(), flock.l_pid.intValue());
    FuseCaller caller = call.caller();
    operations.handles().nodeOf(info.handle(), call.header.node());
    if (command == GET_LOCK) {
      return find(caller, info, flock, lock);
    }
    writeStored(caller, info, lock.type(), false);
    int result =
        take(
            call,
            info.handle(),
            command == SET_LOCK_AND_WAIT && lock.type() != FuseLock.Type.NONE,
            waits -> fileSystem.lock(caller, info.handle(), info.lockOwner(), lock, waits));
    return result < 0 ? result : call.locked();
  }

  private int find(FuseCaller caller, FileInfo info, Flock flock, FuseLock lock) {
    int result = fileSystem.findLock(caller, info.handle(), info.lockOwner(), lock);
    if (result < 0) {
      return result;
    }
    flock.l_type.set(
        (short)
            switch (lock.type()) {
              case SHARED -> SHARED;
              case EXCLUSIVE -> EXCLUSIVE;
              case NONE -> UNLOCKED;
            });
    flock.l_whence.set((short) 0);
    flock.l_start.set(lock.start());
    flock.l_len.set(lock.length());
    flock.l_pid.set(lock.pid());
    return 0;
  }

  private static FuseLock.Type typeOf(int number) {
    if (number == SHARED) {
      return FuseLock.Type.SHARED;
    }
    return number == EXCLUSIVE ? FuseLock.Type.EXCLUSIVE : FuseLock.Type.NONE;
  }

  private int flock(ThreadCall call, Pointer memory, int operation) {
    FileInfo info = new FileInfo(memory);
    FuseLock.Type type =
        switch (operation & ~FLOCK_NO_WAIT) {
          case FLOCK_SHARED -> FuseLock.Type.SHARED;
          case FLOCK_EXCLUSIVE -> FuseLock.Type.EXCLUSIVE;
          default -> FuseLock.Type.NONE;
        };
    FuseCaller caller = call.caller();
    operations.handles().nodeOf(info.handle(), call.header.node());
    writeStored(caller, info, type, true);
    return take(
        call,
        info.handle(),
        (operation & FLOCK_NO_WAIT) == 0 && type != FuseLock.Type.NONE,
        waits -> fileSystem.flock(caller, info.handle(), type, waits));
  }

  /**
   * Makes the kernel write back what was stored under a lock that is released or downgraded, before
   * others get it.
   */
  private void writeStored(FuseCaller caller, FileInfo info, FuseLock.Type type, boolean isFlock) {
    long handle = info.handle();
    if (type != FuseLock.Type.EXCLUSIVE
        && fileSystem.mayHaveStored(handle, info.lockOwner(), isFlock)
        && operations.mayStore(caller.pid(), operations.handles().inodeOf(handle))) {
      fileSystem.forget(handle);
      fileSystem.serving(); // the kernel's write-back does not count against the timeout
    }
  }

  /** Acquires or releases a lock. */
  private interface Taking {
    int take(boolean waits) throws InterruptedException;
  }

  private int take(ThreadCall call, long handle, boolean waits, Taking taking) {
    int result = waits ? takeInTime(call, taking) : takeNow(taking);
    if (result == FuseFileSystem.STALE) {
      fileSystem.forget(handle);
    }
    return result < 0 ? result : 0;
  }

  private static int takeNow(Taking taking) {
    try {
      return taking.take(false);
    } catch (InterruptedException e) {
      return -Errno.EINTR;
    }
  }

  /** Takes the lock. If too many requests wait for locks, it must be free at once. */
  private int takeInTime(ThreadCall call, Taking taking) {
    if (operations.lockWaits().tryBegin()) {
      try {
        return await(call.header.unique(), taking);
      } finally {
        operations.lockWaits().end();
      }
    }
    int result = takeNow(taking);
    if (result != -Errno.EAGAIN) {
      return result;
    }
    LOG.warn("Too many lock waits: a process gets ENOLCK; raise max_threads");
    return -Errno.ENOLCK;
  }

  private int await(long unique, Taking taking) {
    LockInterrupts interrupts = operations.interrupts();
    if (!interrupts.beginWait(unique)) {
      interrupts.endWait(unique);
      return -Errno.EINTR;
    }
    try {
      return taking.take(true);
    } catch (InterruptedException e) {
      return -Errno.EINTR;
    } finally {
      interrupts.endWait(unique);
    }
  }
}
