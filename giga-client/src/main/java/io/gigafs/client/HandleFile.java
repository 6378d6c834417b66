package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.CloseRequest;
import io.gigafs.protocol.DataResult;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FindLockRequest;
import io.gigafs.protocol.FindLockResult;
import io.gigafs.protocol.FlockRequest;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.HandleSetAttributesRequest;
import io.gigafs.protocol.HandleStatRequest;
import io.gigafs.protocol.LockRequest;
import io.gigafs.protocol.LockType;
import io.gigafs.protocol.UnlockRequest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A file that is open. Safe for use by several threads. */
final class HandleFile implements OpenFile {
  /** So long before the operation's own time is up the server is to say that a wait was in vain. */
  private static final Duration LONGEST_MARGIN = Duration.ofSeconds(2);

  private static final int MARGIN_DIVISOR = 4;

  private final Core core;
  private final Handle handle;
  private final AtomicBoolean closed = new AtomicBoolean();

  HandleFile(Core core, Handle handle) {
    this.core = core;
    this.handle = handle;
  }

  @Override
  public InodeId inode() {
    return handle.id().inode();
  }

  @Override
  public CompletableFuture<FileAttributes> stat() {
    Operation<FileAttributes> operation = admit("stat");
    if (isOpen(operation)) {
      new HandleCall<EntryResult, FileAttributes>(
              core,
              operation,
              handle,
              (directory, partition, name, sequence) ->
                  new HandleStatRequest(directory, partition, handle.caller(), name, handle.id()),
              EntryResult::attributes)
          .read();
    }
    return operation.future();
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(AttributeChange change) {
    Operation<FileAttributes> operation = admit("set attributes");
    if (isOpen(operation)) {
      new HandleCall<EntryResult, FileAttributes>(
              core,
              operation,
              handle,
              (directory, partition, name, sequence) ->
                  new HandleSetAttributesRequest(
                      directory, partition, handle.caller(), sequence, name, handle.id(), change),
              EntryResult::attributes)
          .change();
    }
    return operation.future();
  }

  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    return notBuilt("read");
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    return notBuilt("write");
  }

  @Override
  public CompletableFuture<Void> append(ByteBuffer from) {
    return notBuilt("append");
  }

  @Override
  public CompletableFuture<Void> flush() {
    return notBuilt("flush");
  }

  @Override
  public CompletableFuture<Void> sync() {
    return notBuilt("sync");
  }

  private <T> CompletableFuture<T> notBuilt(String verb) {
    Operation<T> operation = admit(verb);
    operation.fail(operation.failure(ErrorCode.ENOSYS, ""));
    return operation.future();
  }

  @Override
  public CompletableFuture<Void> lock(
      long owner, LockType type, long start, long length, boolean waits) {
    Operation<Void> operation = admit("lock");
    if (isOpen(operation)) {
      changing(
          operation,
          (directory, partition, name, sequence) ->
              new LockRequest(
                  directory,
                  partition,
                  handle.caller(),
                  sequence,
                  name,
                  handle.id(),
                  owner,
                  type,
                  start,
                  length,
                  waits ? waitMillis(operation) : 0));
    }
    return waits ? withTimeout(operation.future()) : operation.future();
  }

  @Override
  public CompletableFuture<Void> unlock(long owner, long start, long length) {
    Operation<Void> operation = admit("unlock");
    if (isOpen(operation)) {
      changing(
          operation,
          (directory, partition, name, sequence) ->
              new UnlockRequest(
                  directory,
                  partition,
                  handle.caller(),
                  sequence,
                  name,
                  handle.id(),
                  owner,
                  start,
                  length));
    }
    return operation.future();
  }

  @Override
  public CompletableFuture<Optional<HeldLock>> findConflict(
      long owner, LockType type, long start, long length) {
    Operation<Optional<HeldLock>> operation = admit("find lock");
    if (isOpen(operation)) {
      new HandleCall<FindLockResult, Optional<HeldLock>>(
              core,
              operation,
              handle,
              (directory, partition, name, sequence) ->
                  new FindLockRequest(
                      directory,
                      partition,
                      handle.caller(),
                      name,
                      handle.id(),
                      owner,
                      type,
                      start,
                      length),
              HandleFile::heldLock)
          .read();
    }
    return operation.future();
  }

  private static Optional<HeldLock> heldLock(FindLockResult found) {
    return Optional.ofNullable(found.lock())
        .map(
            lock ->
                new HeldLock(
                    lock.owner(), lock.session(), lock.type(), lock.start(), lock.length()));
  }

  @Override
  public CompletableFuture<Void> flock(LockType type, boolean waits) {
    CompletableFuture<Void> locked = flock("flock", type, waits);
    return waits ? withTimeout(locked) : locked;
  }

  @Override
  public CompletableFuture<Void> funlock() {
    return flock("funlock", null, false);
  }

  private CompletableFuture<Void> flock(String verb, @Nullable LockType type, boolean waits) {
    Operation<Void> operation = admit(verb);
    if (isOpen(operation)) {
      changing(
          operation,
          (directory, partition, name, sequence) ->
              new FlockRequest(
                  directory,
                  partition,
                  handle.caller(),
                  sequence,
                  name,
                  handle.id(),
                  type,
                  waits ? waitMillis(operation) : 0));
    }
    return operation.future();
  }

  /** For how long the server is to wait: it says in time that it was in vain, so that it was. */
  private int waitMillis(Operation<?> operation) {
    Duration quarter = core.settings().timeout().dividedBy(MARGIN_DIVISOR);
    Duration margin = quarter.compareTo(LONGEST_MARGIN) < 0 ? quarter : LONGEST_MARGIN;
    long leftNanos = operation.deadlineNanos() - core.clock().nanos() - margin.toNanos();
    return (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(leftNanos));
  }

  /** Whoever waits, and is told at last that it would have to, has run out of time. */
  private static CompletableFuture<Void> withTimeout(CompletableFuture<Void> waiting) {
    return waiting.exceptionally(
        failure -> {
          Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
          if (cause instanceof GigaException known && known.code() == ErrorCode.EAGAIN) {
            throw new CompletionException(
                ErrorCode.ETIMEDOUT.exception(String.valueOf(known.getMessage())));
          }
          throw new CompletionException(cause);
        });
  }

  @Override
  public CompletableFuture<Void> closeAsync() {
    if (!closed.compareAndSet(false, true)) {
      return CompletableFuture.completedFuture(null);
    }
    Operation<Void> operation = admit("close");
    if (!handle.session().isAlive(core.clock().nanos())) {
      operation.complete(null);
    } else {
      new HandleCall<DataResult, Void>(
              core,
              operation,
              handle,
              (directory, partition, name, sequence) ->
                  new CloseRequest(
                      directory,
                      partition,
                      handle.caller(),
                      sequence,
                      name,
                      handle.id(),
                      List.of(),
                      null,
                      false),
              closed -> null)
          .change();
    }
    operation.future().whenComplete((done, failure) -> handle.session().release());
    return operation.future();
  }

  @Override
  public void close() {
    closeAsync().exceptionally(failure -> null).join();
  }

  private void changing(Operation<Void> operation, HandleCall.Requests<Empty> requests) {
    new HandleCall<Empty, Void>(core, operation, handle, requests, done -> null).change();
  }

  private <T> Operation<T> admit(String verb) {
    return Operation.admit(core, verb, handle.path(), handle.caller());
  }

  private boolean isOpen(Operation<?> operation) {
    if (closed.get()) {
      operation.fail(operation.failure(ErrorCode.EBADF, "the handle is closed"));
      return false;
    }
    return true;
  }
}
