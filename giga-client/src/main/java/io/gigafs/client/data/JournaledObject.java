package io.gigafs.client.data;

import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.volume.ObjectStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;

/**
 * A handle's access to an object whose writes are journaled and uploaded later. Safe for use by
 * several threads. Reads and {@link #status} overlay the backlog on the object; all other calls
 * wait for the volume.
 *
 * <p>An object that was placed for a file and is not the file's yet is written directly.
 */
final class JournaledObject implements ObjectAccess {
  private final ObjectAccess object;
  private final Backlog backlog;
  private final HandleDataCalls calls;

  /** Whether the object is known to be the file's. */
  private volatile boolean isFiles;

  /** Whether the backlog may have writes to be uploaded through this access. */
  private volatile boolean hasJournaled;

  JournaledObject(ObjectAccess object, Backlog backlog, HandleDataCalls calls, boolean isFiles) {
    this.object = object;
    this.backlog = backlog;
    this.calls = calls;
    this.isFiles = isFiles;
    backlog.opened(this);
  }

  /** The access without the backlog. */
  ObjectAccess object() {
    return object;
  }

  /** Whether the handle is still open at the server. */
  boolean isAlive() {
    return calls.isAlive();
  }

  /** The server's attributes of the file, without the backlog. */
  CompletableFuture<FileAttributes> stat() {
    return calls.stat();
  }

  /** The object is the file's from now on. */
  @Override
  public void placed() {
    isFiles = true;
  }

  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    Backlog.Overlay overlay = backlog.overlay(offset, into.remaining());
    if (overlay == null) {
      return object.read(offset, into);
    }
    int start = into.position();
    int wanted = into.remaining();
    return object
        .read(offset, into)
        .thenCompose(got -> apply(overlay, offset, into, start, got, wanted))
        .whenComplete((got, failure) -> overlay.close());
  }

  private static CompletableFuture<Integer> apply(
      Backlog.Overlay overlay, long offset, ByteBuffer into, int start, int got, int wanted) {
    try {
      return CompletableFuture.completedFuture(overlay.apply(offset, into, start, got, wanted));
    } catch (IOException e) {
      return CompletableFuture.failedFuture(unreadable(e));
    }
  }

  private static GigaException unreadable(IOException cause) {
    GigaException failure =
        ErrorCode.EIO.exception("the writeback journal cannot be read: " + cause.getMessage());
    failure.initCause(cause);
    return failure;
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    if (!isFiles) {
      return object.write(offset, from);
    }
    if (!backlog.isBegun()) {
      CompletableFuture<ObjectStatus> status = object.status();
      if (!status.isDone() || status.isCompletedExceptionally()) {
        ByteBuffer copy = copyOf(from);
        return Futures.inCall(status).thenCompose(found -> begin(found, offset, copy));
      }
      backlog.begin(status.join());
    }
    return take(offset, from);
  }

  private CompletableFuture<Void> begin(ObjectStatus found, long offset, ByteBuffer from) {
    backlog.begin(found);
    return take(offset, from);
  }

  private CompletableFuture<Void> take(long offset, ByteBuffer from) {
    hasJournaled = true;
    try {
      if (backlog.take(this, offset, from)) {
        return Futures.DONE;
      }
    } catch (GigaException e) {
      return CompletableFuture.failedFuture(e);
    }
    return writeThrough(offset, from);
  }

  private CompletableFuture<Void> writeThrough(long offset, ByteBuffer from) {
    CompletableFuture<Void> drained = backlog.drained();
    if (drained.isDone() && !drained.isCompletedExceptionally()) {
      return writeNow(offset, from);
    }
    ByteBuffer copy = copyOf(from);
    return drained.thenCompose(done -> writeNow(offset, copy));
  }

  private CompletableFuture<Void> writeNow(long offset, ByteBuffer from) {
    return object.write(offset, from).whenComplete((done, failure) -> backlog.changed());
  }

  private static ByteBuffer copyOf(ByteBuffer from) {
    return ByteBuffer.allocate(from.remaining()).put(from).flip();
  }

  @Override
  public CompletableFuture<Void> publish() {
    return object.flush();
  }

  @Override
  public CompletableFuture<Void> flush() {
    return backlog.drained().thenCompose(drained -> object.flush());
  }

  @Override
  public CompletableFuture<Void> sync() {
    return backlog.drained().thenCompose(drained -> object.sync());
  }

  @Override
  public CompletableFuture<ObjectStatus> status() {
    return object.status().thenApply(backlog::over);
  }

  @Override
  public CompletableFuture<Long> seek(long offset, boolean toHole) {
    return backlog.drained().thenCompose(drained -> object.seek(offset, toHole));
  }

  @Override
  public void invalidate() {
    object.invalidate();
  }

  @Override
  public CompletableFuture<Void> close() {
    return Futures.andFinally(
        hasJournaled ? flush() : object.flush(),
        () -> {
          backlog.closed(this);
          return object.close();
        });
  }
}
