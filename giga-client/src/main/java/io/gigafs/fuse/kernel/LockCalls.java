package io.gigafs.fuse.kernel;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.ErrnoText;
import io.gigafs.fuse.binding.FuseCaller;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.FuseLock;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Requests on locks. A signal for the caller makes another thread interrupt those that wait. */
final class LockCalls {
  private static final Logger LOG = LoggerFactory.getLogger(LockCalls.class);

  private final KernelCall call;
  private final KernelRequest request;

  LockCalls(KernelCall call) {
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
   * Releases a lock that was acquired for a caller that has terminated meanwhile. The handle is
   * still open: until the lock is released, the request counts as abandoned, and closes of the file
   * wait for it. A flock(2) lock belongs to an open file description, which others may share: it
   * ends with the last close.
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
            "The lock of terminated process {} stays until its file is closed: {}",
            pid,
            ErrnoText.of(-result));
      }
    };
  }

  /** Whether the kernel may have to write back pages before others get the lock. */
  private boolean mayHaveStored() {
    return call.fileSystem.mayHaveStored(request.int64(0), request.int64(8), isFlock())
        && call.mappings.mayStore(request.pid(), call.nodes.number(request.node()));
  }

  private boolean isFlock() {
    return (request.int32(40) & KernelProtocol.LK_FLOCK) != 0;
  }

  /**
   * Releases a lock after the abandoned writes of the file have ended, and the kernel has written
   * back what was stored under the lock.
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

  /** The release of the request's lock, to be run later. */
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

  /**
   * Writes mapped pages back before a lock is downgraded, as long as threads are left to serve the
   * kernel.
   */
  private boolean tryForget() {
    if (!call.lockWaits.tryBegin()) {
      return false;
    }
    try {
      call.fileSystem.forget(request.int64(0));
      return true;
    } finally {
      call.lockWaits.end();
      call.fileSystem.serving(); // the kernel's write-back does not count against the timeout
    }
  }

  /** Takes the lock. If too many requests wait for locks, it must be free at once. */
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
    LOG.warn("Too many lock waits: process {} gets ENOLCK; raise max_threads", request.pid());
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
