package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseFileSystem;
import io.gigafs.fuse.binding.MountSettings;
import io.gigafs.fuse.binding.NativeCalls;
import io.gigafs.fuse.kernel.ServingThreads;
import java.io.IOException;
import java.util.concurrent.ThreadFactory;
import jnr.ffi.Memory;
import jnr.ffi.Pointer;
import jnr.ffi.Runtime;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads that serve a mount through libfuse. Safe for use by several threads.
 *
 * <p>libfuse's own loop creates native threads, each of which Java must attach for a callback. Here
 * Java threads receive requests and pass them to libfuse, so that its callbacks run on the same
 * thread.
 */
final class SessionLoop extends ServingThreads {
  private static final Logger LOG = LoggerFactory.getLogger(SessionLoop.class);

  private final NativeCalls calls;
  private final FuseLibrary.Functions libfuse;
  private final Pointer session;
  private final Pointer channel;
  private final Operations operations;
  private final Runnable atEnd;
  private final int bufferBytes;

  /**
   * @param atEnd runs once, on the last thread
   */
  SessionLoop(
      NativeCalls calls,
      FuseLibrary.Functions libfuse,
      Pointer session,
      Pointer channel,
      Operations operations,
      MountSettings settings,
      ThreadFactory threads,
      Runnable atEnd) {
    super(settings, threads);
    this.calls = calls;
    this.libfuse = libfuse;
    this.session = session;
    this.channel = channel;
    this.operations = operations;
    this.atEnd = atEnd;
    this.bufferBytes = (int) libfuse.fuse_chan_bufsize(channel);
  }

  @Override
  protected Runnable newWorker() {
    return this::run;
  }

  @Override
  protected void end() {
    atEnd.run();
  }

  private void run() {
    try (ReplyPipe pipe = new ReplyPipe(calls, libfuse, session, channel)) {
      serve(pipe);
    } catch (IOException e) {
      waitsNoMore();
      LOG.error("A thread that serves requests failed and ends", e);
    }
  }

  private void serve(ReplyPipe pipe) {
    Runtime runtime = Runtime.getSystemRuntime();
    Pointer buffer = Memory.allocateDirect(runtime, bufferBytes);
    Pointer at = Memory.allocateDirect(runtime, runtime.addressSize());
    ThreadCall call = operations.call();
    while (true) {
      at.putPointer(0, channel);
      int received = libfuse.fuse_chan_recv(at, buffer, bufferBytes);
      if (received == -Errno.EINTR || received == -Errno.EAGAIN) {
        continue;
      }
      if (received <= 0) {
        waitsNoMore();
        if (received < 0 && received != -Errno.ENODEV && received != -Errno.ECONNABORTED) {
          LOG.error("libfuse failed to receive with errno {}; the mount ends", -received);
        }
        return;
      }
      received();
      process(call, pipe, buffer, received);
      // Counted before the answer, because its receiver may send a request before this thread is
      // back.
      boolean waits = waitsAgain();
      boolean isRefused = pipe.send();
      if (isRefused && call.openedHandle() != FuseFileSystem.NO_HANDLE) {
        operations.close(call.openedHandle()); // the caller of open(2) is gone
      }
      if (!waits) {
        return;
      }
    }
  }

  private void process(ThreadCall call, ReplyPipe pipe, Pointer buffer, int received) {
    LockInterrupts interrupts = operations.interrupts();
    call.begin(buffer, received);
    long unique = call.header.unique();
    int opcode = call.header.opcode();
    if (opcode == RequestHeader.INTERRUPT) {
      interrupts.interrupt(call.header.interrupted());
    } else if (opcode == RequestHeader.SETLKW) {
      interrupts.begin(unique);
    }
    try {
      switch (opcode) {
        case RequestHeader.INIT ->
            pipe.process(
                buffer,
                received,
                InitExchange.amendment(
                    buffer, received, operations.fileSystem().isCheckedByKernel()));
        case RequestHeader.LOOKUP, RequestHeader.LINK ->
            pipe.process(buffer, received, ReplyPipe::amendEntry);
        case RequestHeader.GETATTR, RequestHeader.SETATTR ->
            pipe.process(buffer, received, ReplyPipe::amendAttributes);
        case RequestHeader.OPEN -> pipe.process(buffer, received, ReplyPipe::amendMissing);
        case RequestHeader.SETLK, RequestHeader.SETLKW ->
            pipe.process(
                buffer,
                received,
                (answer, bytes) -> call.hasLocked() ? ReplyPipe.amendError(answer, bytes) : bytes);
        default -> libfuse.fuse_session_process(session, buffer, received, channel);
      }
    } finally {
      if (opcode == RequestHeader.SETLKW) {
        interrupts.end(unique);
      }
      call.end();
    }
  }
}
