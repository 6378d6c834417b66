package io.gigafs.fuse.binding;

import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests on locks. Those that wait can be interrupted: by another thread, for a signal. */
final class LockCalls {
  private static final Logger LOG = LoggerFactory.getLogger(LockCalls.class);

  private final Call call;
  private final Request request;

  LockCalls(Call call) {
    this.call = call;
    this.request = call.request;
  }

  void getlk() {
    read();
    int result =
        call.fileSystem.findLock(call.caller(), request.int64(0), request.int64(8), call.lock);
    if (result < 0) {
      call.reply.status(result);
      return;
    }
    call.reply
        .int64(0, call.lock.start())
        .int64(8, call.lock.end())
        .int32(16, call.lock.type().number())
        .int32(20, call.lock.pid())
        .sendBytes(24);
  }

  void setlk(boolean waits) {
    read();
    if (call.lock.type() == FuseLock.Type.NONE) {
      unlock();
      return;
    }
    if (call.lock.type() == FuseLock.Type.SHARED && mayHaveStored() && !tryForget()) {
      call.reply.status(-Errno.ENOLCK);
      return;
    }
    int result = waits ? lockedInTime() : locked(false);
    if (result == FuseFileSystem.STALE) {
      long handle = request.int64(0);
      call.delayedAnswers.after(
          call.atHand,
          () -> {
            call.fileSystem.forget(handle);
            return 0;
          },
          givingUp());
    } else if (!call.reply.status(result) && result >= 0) {
      givingUp().run();
    }
  }

  /**
   * Gives up what was locked for a caller that has ended meanwhile. The handle is still open: until
   * this is done, the request is an abandoned one, and closes of the file wait for it. A lock of
   * flock(2) is that of an open file, which others may share: it ends with the last close.
   */
  private Runnable givingUp() {
    if (isFlock()) {
      return () -> {};
    }
    IntSupplier unlocking = unlocking();
    int pid = request.pid();
    return () -> {
      int result = unlocking.getAsInt();
      if (result < 0) {
        LOG.warn(
            "The lock of process {}, which has ended, stays until its file is closed: {}",
            pid,
            ErrnoText.of(-result));
      }
    };
  }

  /** Whether the kernel may have to write pages before others get the lock. */
  private boolean mayHaveStored() {
    return call.fileSystem.mayHaveStored(request.int64(0), request.int64(8), isFlock())
        && call.mappings.mayStore(request.pid(), call.nodes.number(request.node()));
  }

  private boolean isFlock() {
    return (request.int32(40) & Wire.LK_FLOCK) != 0;
  }

  /**
   * Gives a lock up once the abandoned writes of the file have ended, and the kernel has written
   * what was stored under the lock.
   */
  private void unlock() {
    IntSupplier unlocking = unlocking();
    if (mayHaveStored()) {
      long handle = request.int64(0);
      IntSupplier stored =
          () -> {
            call.fileSystem.forget(handle);
            return unlocking.getAsInt();
          };
      AbandonedRequests.ToServe work = at -> call.delayedAnswers.after(at, stored, () -> {});
      if (!call.abandoned.serveLater(call.atHand, work)) {
        work.serve(call.atHand);
      }
    } else if (!call.abandoned.answerLater(call.atHand, unlocking)) {
      call.reply.status(unlocking.getAsInt());
    }
  }

  /** Gives the lock of the request up, whenever it is run. */
  private IntSupplier unlocking() {
    FuseFileSystem fileSystem = call.fileSystem;
    FuseCaller caller = call.caller();
    long handle = request.int64(0);
    long owner = request.int64(8);
    boolean isFlock = isFlock();
    FuseLock lock = new FuseLock();
    lock.setRange(FuseLock.Type.NONE, call.lock.start(), call.lock.end(), call.lock.pid());
    return () -> {
      try {
        return isFlock
            ? fileSystem.flock(caller, handle, FuseLock.Type.NONE, false)
            : fileSystem.lock(caller, handle, owner, lock, false);
      } catch (InterruptedException e) {
        return -Errno.EINTR;
      }
    };
  }

  /** Forgets before it is made a shared one, while threads are left to serve the kernel. */
  private boolean tryForget() {
    if (!call.lockWaits.tryBegin()) {
      return false;
    }
    try {
      call.fileSystem.forget(request.int64(0));
      return true;
    } finally {
      call.lockWaits.end();
      call.fileSystem.serving(); // the time that the kernel took to write does not count
    }
  }

  /** Where too many wait already, a lock is to be had at once or not at all. */
  private int lockedInTime() {
    if (call.lockWaits.tryBegin()) {
      try {
        return waiting();
      } finally {
        call.lockWaits.end();
      }
    }
    int result = locked(false);
    if (result != -Errno.EAGAIN) {
      return result;
    }
    LOG.warn("Too many wait for locks: process {} gets ENOLCK; raise max_threads", request.pid());
    return -Errno.ENOLCK;
  }

  private void read() {
    call.lock.setRange(
        FuseLock.Type.ofNumber(request.int32(32)),
        request.int64(16),
        request.int64(24),
        request.int32(36));
  }

  private int waiting() {
    if (!call.atHand.beginWait()) {
      return -Errno.EINTR;
    }
    try {
      return locked(true);
    } finally {
      call.atHand.endWait();
    }
  }

  private int locked(boolean waits) {
    long handle = request.int64(0);
    try {
      if (isFlock()) {
        return call.fileSystem.flock(call.caller(), handle, call.lock.type(), waits);
      }
      return call.fileSystem.lock(call.caller(), handle, request.int64(8), call.lock, waits);
    } catch (InterruptedException e) {
      return -Errno.EINTR;
    }
  }
}
