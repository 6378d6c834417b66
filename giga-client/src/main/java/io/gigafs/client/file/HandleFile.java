package io.gigafs.client.file;

import io.gigafs.client.OpenFile;
import io.gigafs.client.Xattrs;
import io.gigafs.client.data.CloseMode;
import io.gigafs.client.data.HandleData;
import io.gigafs.client.data.WriteBack;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.ProgramCall;
import io.gigafs.client.session.ClientContext;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.file.FindLockRequest;
import io.gigafs.protocol.file.FindLockRequest.FindLockResult;
import io.gigafs.protocol.file.FlockRequest;
import io.gigafs.protocol.file.HandleSetAttributesRequest;
import io.gigafs.protocol.file.LockRequest;
import io.gigafs.protocol.file.LockRequest.LockResult;
import io.gigafs.protocol.file.LockType;
import io.gigafs.protocol.file.UnlockRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** An open file. Safe for use by several threads. */
public final class HandleFile implements OpenFile {
  /** The server's lock wait ends this long before the operation's own deadline. */
  private static final Duration MAX_MARGIN = Duration.ofSeconds(2);

  private static final int MARGIN_DIVISOR = 4;

  private final ClientContext context;
  private final Handle handle;
  private final boolean reads;
  private final boolean writes;
  private final HandleData data;
  private final FileAttributes opened;
  private final boolean byOthers;
  private final AtomicBoolean closed = new AtomicBoolean();

  private final AtomicLong locksTaken = new AtomicLong();

  /** Whether there ever was a lock of the whole file, for which others may wait. */
  private volatile boolean lockedWhole;

  private final LockAttempts rangeAttempts = new LockAttempts(false);
  private final LockAttempts wholeAttempts = new LockAttempts(true);

  HandleFile(
      ClientContext context,
      Handle handle,
      boolean reads,
      boolean writes,
      HandleData data,
      FileAttributes opened,
      boolean byOthers) {
    this.context = context;
    this.handle = handle;
    this.reads = reads;
    this.writes = writes;
    this.data = data;
    this.opened = opened;
    this.byOthers = byOthers;
  }

  @Override
  public InodeId inode() {
    return handle.id().inode();
  }

  @Override
  public FileAttributes opened() {
    return opened;
  }

  @Override
  public boolean isWrittenByOthers() {
    return byOthers;
  }

  @Override
  public long foreignChange() {
    return data.foreignChange();
  }

  @Override
  public long locksTaken() {
    return locksTaken.get();
  }

  @Override
  public CompletableFuture<Long> cachedBytes() {
    GigaException problem = problem();
    return problem == null
        ? call("look up in the cache", () -> data.cachedBytes(opened.size(), false))
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<Long> dropCached() {
    GigaException problem = problem();
    return problem == null
        ? call("drop from the cache", () -> data.cachedBytes(opened.size(), true))
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<FileAttributes> stat() {
    GigaException problem = problem();
    return problem == null ? call("stat", data::stat) : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(AttributeChange change) {
    return setAttributes(handle.caller(), change);
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(Caller by, AttributeChange change) {
    GigaException problem = problem();
    return problem == null
        ? call(
            "set attributes",
            () ->
                data.change(
                    change.size() != null, change.modified() != null, () -> ask(by, change)))
        : CompletableFuture.failedFuture(problem);
  }

  private CompletableFuture<FileAttributes> ask(Caller by, AttributeChange change) {
    ClientOperation<FileAttributes> operation =
        ClientOperation.admit(context, "set attributes", handle.target(), by);
    new HandleCall<EntryResult, FileAttributes>(
            context,
            operation,
            handle,
            (directory, partition, name, sequence) ->
                new HandleSetAttributesRequest(
                    directory, partition, by, sequence, name, handle.id(), change),
            EntryResult::attributes)
        .change();
    return operation.future();
  }

  @Override
  public Xattrs xattrs(Caller by) {
    return new HandleXattrs(context, handle, this, by);
  }

  @Override
  public CompletableFuture<Long> seek(long offset, boolean toHole) {
    GigaException problem = problem(true, "seeks", offset);
    return problem == null
        ? call("seek", () -> data.seek(offset, toHole))
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    GigaException problem = problem(reads, "reads", offset);
    return problem == null
        ? filling(() -> data.read(offset, into))
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<Integer> peek(long offset, ByteBuffer into) {
    GigaException problem = problem(reads, "reads", offset);
    return problem == null
        ? filling(() -> data.peek(offset, into))
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    GigaException problem = problem(writes, "writes", offset);
    if (problem == null && offset > Long.MAX_VALUE - from.remaining()) {
      problem = failure(ErrorCode.EFBIG, "");
    }
    if (problem != null) {
      return CompletableFuture.failedFuture(problem);
    }
    return (opened.flags() & FileAttributes.APPEND_ONLY) == 0
        ? call("write", () -> data.write(offset, from))
        : writeIfAllowed(offset, from);
  }

  /** pwrite(2) to a file that was append-only when it was opened: allowed if it no longer is. */
  private CompletableFuture<Void> writeIfAllowed(long offset, ByteBuffer from) {
    ByteBuffer copy = ByteBuffer.allocate(from.remaining()).put(from).flip();
    return Futures.then(
        stat(),
        now ->
            (now.flags() & FileAttributes.APPEND_ONLY) == 0
                ? call("write", () -> data.write(offset, copy))
                : CompletableFuture.failedFuture(
                    failure(ErrorCode.EPERM, "the file is append-only")));
  }

  @Override
  public CompletableFuture<Void> append(ByteBuffer from) {
    GigaException problem = problem(writes, "writes", 0);
    return problem == null
        ? call("append", () -> data.append(from))
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<Void> appendPart(ByteBuffer from) {
    GigaException problem = problem(writes, "writes", 0);
    return problem == null
        ? call("append", () -> data.appendPart(from))
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<Boolean> isOnVolume() {
    GigaException problem = problem(reads, "reads", 0);
    return problem == null
        ? call("look for", data::isOnVolume)
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<Void> setAside(long end) {
    GigaException problem = problem(writes, "writes", end);
    return problem == null
        ? call("set space aside", () -> data.setAside(end))
        : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<Void> flush() {
    GigaException problem = problem();
    return problem == null ? call("flush", data::flush) : CompletableFuture.failedFuture(problem);
  }

  @Override
  public CompletableFuture<Void> sync() {
    GigaException problem = problem();
    return problem == null
        ? filling(() -> Futures.then(handle.flush(), flushed -> data.sync()))
        : CompletableFuture.failedFuture(problem);
  }

  /** Why the handle cannot be read, or written; null if it can. */
  private @Nullable GigaException problem(boolean isOpenForThat, String what, long offset) {
    if (!isOpenForThat) {
      return failure(ErrorCode.EBADF, "the handle is not one that " + what);
    }
    if (offset < 0) {
      return failure(ErrorCode.EINVAL, "offset " + offset);
    }
    GigaException problem = problem();
    if (problem == null && opened().type() != FileType.REGULAR) {
      problem = failure(ErrorCode.EINVAL, "it is not a regular file");
    }
    return problem;
  }

  private @Nullable GigaException problem() {
    if (closed.get()) {
      return failure(ErrorCode.EBADF, "the handle is closed");
    }
    GigaException lost = handle.lost();
    if (lost != null) {
      return lost;
    }
    return handle.session().isAlive(context.clock().nanos()) ? null : sessionOver();
  }

  private GigaException sessionOver() {
    return handle.session().overFailure(anonymous());
  }

  private ClientOperation<Void> anonymous() {
    return ClientOperation.internal(context, "", handle.target(), handle.caller());
  }

  /** A program's call: all of its operations share one deadline. */
  private <T> CompletableFuture<T> call(String verb, Supplier<CompletableFuture<T>> parts) {
    return ProgramCall.of(context, () -> path() + ": " + verb, () -> named(parts.get()));
  }

  /** The same for a call that fills the program's memory. */
  private <T> CompletableFuture<T> filling(Supplier<CompletableFuture<T>> parts) {
    return ProgramCall.filling(context, () -> named(parts.get()));
  }

  /** Adds the file's path to failures. */
  private <T> CompletableFuture<T> named(CompletableFuture<T> future) {
    if (future.isDone() && !future.isCompletedExceptionally()) {
      return future;
    }
    CompletableFuture<T> named = new CompletableFuture<>();
    future.whenComplete(
        (value, failure) -> {
          if (failure == null) {
            named.complete(value);
          } else {
            named.completeExceptionally(named(failure));
          }
        });
    return named;
  }

  private GigaException named(Throwable failure) {
    Throwable cause = Futures.cause(failure);
    if (!(cause instanceof GigaException known)) {
      return anonymous().bug(cause);
    }
    String text = String.valueOf(known.getMessage());
    if (text.startsWith(path())) {
      return known;
    }
    String suffix = ": " + known.code().message();
    String detail =
        text.endsWith(suffix) ? text.substring(0, text.length() - suffix.length()) : text;
    GigaException failed = failure(known.code(), detail);
    failed.initCause(known);
    return failed;
  }

  private GigaException failure(ErrorCode code, String detail) {
    return code.exception(detail.isEmpty() ? path() : path() + ": " + detail);
  }

  private String path() {
    return context.locations().named(handle.target()).toString();
  }

  @Override
  public CompletableFuture<Void> lock(
      long owner, LockType type, long start, long length, boolean waits) {
    return waits
        ? withTimeout(
            locked(
                "lock",
                lockOf(owner, type, start, length),
                wholeTimeout(),
                ofRange(owner, start, length)))
        : lock(owner, type, start, length, Duration.ZERO);
  }

  @Override
  public CompletableFuture<Void> lock(
      long owner, LockType type, long start, long length, Duration maxWait) {
    return lockedInVain(
        "lock", lockOf(owner, type, start, length), maxWait, ofRange(owner, start, length));
  }

  private LockAttempts.Attempt ofRange(long owner, long start, long length) {
    return rangeAttempts.begin(owner, () -> unlocking(owner, start, length));
  }

  private LockAttempts.Attempt ofWhole() {
    return wholeAttempts.begin(0, this::funlock);
  }

  /** Builds lock requests; the wait time is computed for each send. */
  private interface Locking {
    HandleCall.Requests<LockResult> waiting(IntSupplier waitMillis);
  }

  private Locking lockOf(long owner, LockType type, long start, long length) {
    return waitMillis ->
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
                waitMillis.getAsInt());
  }

  private Locking flockOf(@Nullable LockType type) {
    return waitMillis ->
        (directory, partition, name, sequence) ->
            new FlockRequest(
                directory,
                partition,
                handle.caller(),
                sequence,
                name,
                handle.id(),
                type,
                waitMillis.getAsInt());
  }

  private Duration wholeTimeout() {
    return context.settings().timeout();
  }

  /**
   * Acquires a lock, and discards cached bytes that others wrote before. Writes that this client
   * made without the lock are flushed first, and so precede writes that others made with it.
   */
  private CompletableFuture<Void> locked(
      String verb, Locking locking, Duration maxWait, LockAttempts.Attempt attempt) {
    return afterFlush(verb, attempt, () -> taking(admit(verb), locking, maxWait));
  }

  private CompletableFuture<Void> lockedInVain(
      String verb, Locking locking, Duration maxWait, LockAttempts.Attempt attempt) {
    return afterFlush(
        verb,
        attempt,
        () -> {
          ClientOperation<LockResult> operation = admit(verb);
          return inVain(operation, taking(operation, locking, maxWait));
        });
  }

  private CompletableFuture<Void> afterFlush(
      String verb, LockAttempts.Attempt attempt, Supplier<CompletableFuture<Void>> request) {
    return attempt.end(
        ProgramCall.of(
            context, () -> path() + ": " + verb, () -> attempt.ask(() -> flushed(request))));
  }

  /** The same for a release, which has to happen even after the caller's deadline. */
  private CompletableFuture<Void> givingBack(
      String verb, Supplier<CompletableFuture<Void>> request) {
    return ProgramCall.of(
        context, () -> path() + ": " + verb, () -> CallDeadline.apart(() -> flushed(request)));
  }

  private CompletableFuture<Void> flushed(Supplier<CompletableFuture<Void>> request) {
    return Futures.then(data.flushForLock(), flushed -> request.get());
  }

  private CompletableFuture<Void> taking(
      ClientOperation<LockResult> operation, Locking locking, Duration maxWait) {
    if (isOpen(operation)) {
      changing(operation, locking.waiting(() -> waitMillis(operation, maxWait)), result -> result);
    }
    return Futures.then(operation.future(), this::taken);
  }

  private CompletableFuture<Void> taken(LockResult lock) {
    FileAttributes attributes = lock.attributes();
    if (attributes != null) {
      context.attributeCache().met(attributes);
    }
    locksTaken.incrementAndGet();
    return data.locked(lock);
  }

  @Override
  public CompletableFuture<Void> unlock(long owner, long start, long length) {
    if (start == 0 && length == 0) {
      rangeAttempts.unlockedAll(owner);
    }
    return unlocking(owner, start, length);
  }

  private CompletableFuture<Void> unlocking(long owner, long start, long length) {
    return givingBack(
        "unlock",
        () -> {
          ClientOperation<Void> operation = admit("unlock");
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
                        length),
                (Empty done) -> null);
          }
          return operation.future();
        });
  }

  @Override
  public CompletableFuture<Optional<HeldLock>> findConflict(
      long owner, LockType type, long start, long length) {
    ClientOperation<Optional<HeldLock>> operation = admit("find lock");
    if (isOpen(operation)) {
      new HandleCall<FindLockResult, Optional<HeldLock>>(
              context,
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
                new HeldLock(lock.owner(), lock.own(), lock.type(), lock.start(), lock.length()));
  }

  @Override
  public CompletableFuture<Void> flock(LockType type, boolean waits) {
    if (!waits) {
      return flock(type, Duration.ZERO);
    }
    lockedWhole = true;
    return withTimeout(locked("flock", flockOf(type), wholeTimeout(), ofWhole()));
  }

  @Override
  public CompletableFuture<Void> flock(LockType type, Duration maxWait) {
    lockedWhole = true;
    return lockedInVain("flock", flockOf(type), maxWait, ofWhole());
  }

  @Override
  public CompletableFuture<Void> funlock() {
    return givingBack(
        "funlock",
        () -> {
          ClientOperation<Void> operation = admit("funlock");
          if (isOpen(operation)) {
            changing(operation, flockOf(null).waiting(() -> 0), result -> null);
          }
          return operation.future();
        });
  }

  /**
   * How long the server may wait. It reports a failed wait in time, so that the wait is known to
   * have failed.
   */
  private int waitMillis(ClientOperation<?> operation, Duration maxWait) {
    long waitNanos = Math.min(leftNanos(operation) - marginNanos(), maxWait.toNanos());
    return (int) Math.max(0, TimeUnit.NANOSECONDS.toMillis(waitNanos));
  }

  private long leftNanos(ClientOperation<?> operation) {
    return operation.deadlineNanos() - context.clock().nanos();
  }

  private long marginNanos() {
    Duration quarter = context.settings().timeout().dividedBy(MARGIN_DIVISOR);
    return (quarter.compareTo(MAX_MARGIN) < 0 ? quarter : MAX_MARGIN).toNanos();
  }

  /**
   * A timeout that the server reports well before the deadline means that the wait failed, which is
   * EAGAIN. Later timeouts may mean that the server is unreachable.
   */
  private CompletableFuture<Void> inVain(
      ClientOperation<?> operation, CompletableFuture<Void> waiting) {
    return waiting.exceptionally(
        failure -> {
          Throwable cause = Futures.cause(failure);
          boolean isSaid =
              cause instanceof GigaException known
                  && known.code() == ErrorCode.ETIMEDOUT
                  && leftNanos(operation) > marginNanos() / 2;
          throw new CompletionException(
              isSaid ? ErrorCode.EAGAIN.exception(String.valueOf(cause.getMessage())) : cause);
        });
  }

  /** A client without a limit of its own reports EAGAIN of a wait as a timeout. */
  private static CompletableFuture<Void> withTimeout(CompletableFuture<Void> waiting) {
    return waiting.exceptionally(
        failure -> {
          Throwable cause = Futures.cause(failure);
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
    return context.files().writeBack() == null || !writes
        ? close(CloseMode.FLUSH).thenApply(attributes -> null)
        : closeWritten();
  }

  /** Returns once the bytes are in the writeback journal; the handle is closed after the upload. */
  private CompletableFuture<Void> closeWritten() {
    if (!handle.session().isAlive(context.clock().nanos())) {
      return close(CloseMode.FLUSH).thenApply(attributes -> null);
    }
    return call("flush", data::flush)
        .handle(
            (flushed, failure) -> {
              boolean isBacklog = data.hasBacklog();
              CompletableFuture<Void> done = close(CloseMode.FLUSH).thenApply(attributes -> null);
              if (failure != null) {
                Throwable cause = Futures.cause(failure);
                return isBacklog
                    ? CompletableFuture.<Void>failedFuture(cause)
                    : done.handle((closing, again) -> null)
                        .thenCompose(ignored -> CompletableFuture.<Void>failedFuture(cause));
              }
              return isBacklog ? CompletableFuture.<Void>completedFuture(null) : done;
            })
        .thenCompose(outcome -> outcome);
  }

  @Override
  public boolean hasBacklog() {
    return data.hasBacklog();
  }

  /** The status of the file's object; empty if the file is not on a volume. */
  public CompletableFuture<Optional<HandleData.FoundObject>> object() {
    return call("look for", data::object);
  }

  @Override
  public CompletableFuture<Void> release() {
    if (!closed.compareAndSet(false, true)) {
      return CompletableFuture.completedFuture(null);
    }
    return close(lockedWhole ? CloseMode.FLUSH : CloseMode.RELEASE).thenApply(attributes -> null);
  }

  /** Closes the file, synced to disk if requested; returns its final attributes. */
  public CompletableFuture<FileAttributes> finish(boolean sync) {
    if (!closed.compareAndSet(false, true)) {
      return CompletableFuture.failedFuture(failure(ErrorCode.EBADF, "the handle is closed"));
    }
    CloseMode mode = sync ? CloseMode.SYNC : CloseMode.FLUSH;
    if (!writes || !data.hasBacklog()) {
      return close(mode);
    }
    CompletableFuture<Void> drained = call("close", data::drained);
    CompletableFuture<FileAttributes> done = close(mode);
    return drained.thenCompose(uploaded -> done);
  }

  /** While the file has a backlog, a writing handle stays open at the server. */
  private CompletableFuture<FileAttributes> close(CloseMode mode) {
    if (!writes || !data.hasBacklog()) {
      return closeNow(mode);
    }
    CompletableFuture<FileAttributes> done =
        CallDeadline.apart(data::released).thenCompose(drained -> closeNow(mode));
    WriteBack writeBack = context.files().writeBack();
    if (writeBack != null) {
      writeBack.closing(done);
    }
    return done;
  }

  private CompletableFuture<FileAttributes> closeNow(CloseMode mode) {
    boolean isAlive = handle.session().isAlive(context.clock().nanos());
    return call(
        "close",
        () ->
            CallDeadline.apart(() -> isAlive ? closing(mode) : abandon())
                .whenComplete((done, failure) -> handle.session().release()));
  }

  /** The handle's lock ends with it, and others may have written under the lock. */
  private CompletableFuture<FileAttributes> closing(CloseMode mode) {
    return lockedWhole
        ? Futures.then(data.flushForLock(), flushed -> data.close(mode))
        : data.close(mode);
  }

  /** The session has expired, and the server has closed the handle. */
  private CompletableFuture<@Nullable FileAttributes> abandon() {
    return data.abandon()
        .thenCompose(
            loses ->
                loses
                    ? CompletableFuture.failedFuture(sessionOver())
                    : CompletableFuture.completedFuture(null));
  }

  @Override
  public void close() {
    closeAsync().exceptionally(failure -> null).join();
  }

  private <R extends Result, T> void changing(
      ClientOperation<T> operation,
      HandleCall.Requests<R> requests,
      Function<R, @Nullable T> outcome) {
    new HandleCall<R, T>(context, operation, handle, requests, outcome).change();
  }

  private <T> ClientOperation<T> admit(String verb) {
    return ClientOperation.admit(context, verb, handle.target(), handle.caller());
  }

  private boolean isOpen(ClientOperation<?> operation) {
    if (closed.get()) {
      operation.fail(operation.failure(ErrorCode.EBADF, "the handle is closed"));
      return false;
    }
    return true;
  }
}
