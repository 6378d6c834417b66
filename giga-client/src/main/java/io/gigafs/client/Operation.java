package io.gigafs.client;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.CallDeadline;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Something that a caller asked for: what, where, for whom, until when, and the future that tells.
 * It ends once, by {@link #complete} or {@link #fail}; these are called by one thread at a time.
 *
 * @param <T> what the caller gets
 */
final class Operation<T> {
  private final Core core;
  private final String verb;
  private final @Nullable GigaPath path;
  private final Caller caller;
  private final boolean admitted;
  private final @Nullable Thread waiting;
  private final CallDeadline call;
  private final long deadlineNanos;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private boolean ended;
  private volatile boolean reliesOnCache = true;

  private Operation(
      Core core,
      String verb,
      @Nullable GigaPath path,
      Caller caller,
      boolean admitted,
      @Nullable Thread waiting,
      CallDeadline call,
      long deadlineNanos) {
    this.core = core;
    this.verb = verb;
    this.path = path;
    this.caller = caller;
    this.admitted = admitted;
    this.waiting = waiting;
    this.call = call;
    this.deadlineNanos = deadlineNanos;
  }

  /** An operation of a caller's, who is held back while too many are under way. */
  static <T> Operation<T> admit(Core core, String verb, @Nullable GigaPath path, Caller caller) {
    return admit(core, verb, path, caller, false);
  }

  /**
   * Likewise.
   *
   * @param waits whether the calling thread does nothing else until the operation has ended
   */
  static <T> Operation<T> admit(
      Core core, String verb, @Nullable GigaPath path, Caller caller, boolean waits) {
    CallDeadline call = CallDeadline.current();
    long now = core.clock().nanos();
    long deadlineNanos = call.isNone() ? deadlineNanos(core, now) : call.nanos();
    boolean admitted = core.limit().enter(deadlineNanos - now);
    return new Operation<>(
        core,
        verb,
        path,
        caller,
        admitted,
        waits ? Thread.currentThread() : null,
        call,
        deadlineNanos);
  }

  /**
   * An operation that the client begins by itself, to which no limit applies. It is no part of the
   * call that the current thread works on, and has all the time of an operation.
   */
  static <T> Operation<T> internal(Core core, String verb, @Nullable GigaPath path, Caller caller) {
    long deadlineNanos = deadlineNanos(core, core.clock().nanos());
    return new Operation<>(core, verb, path, caller, false, null, CallDeadline.NONE, deadlineNanos);
  }

  /** An operation that is a part of the call that the current thread works on, if any. */
  static <T> Operation<T> inherited(
      Core core, String verb, @Nullable GigaPath path, Caller caller) {
    CallDeadline call = CallDeadline.current();
    return call.isNone()
        ? internal(core, verb, path, caller)
        : new Operation<>(core, verb, path, caller, false, null, call, call.nanos());
  }

  /** An operation that is part of this one, and has the time that is left to it. */
  <U> Operation<U> part(String verb) {
    return new Operation<>(
        core, verb, path, caller, false, null, new CallDeadline(deadlineNanos), deadlineNanos);
  }

  private static long deadlineNanos(Core core, long now) {
    return now + core.settings().timeout().toNanos();
  }

  /** A task to hand to what is waited for: it is run by that, or after the deadline; once. */
  Runnable once(Runnable task) {
    return core.deadlines().once(deadlineNanos, task);
  }

  /** Whether the current thread waits for the operation, and may be kept by it. */
  boolean isWaitedForHere() {
    return waiting == Thread.currentThread();
  }

  CompletableFuture<T> future() {
    return future;
  }

  Caller caller() {
    return caller;
  }

  /** The path that the operation is about; only for those that have one. */
  GigaPath path() {
    if (path == null) {
      throw new IllegalStateException(verb + " has no path");
    }
    return path;
  }

  /** Whether paths are resolved by what is cached of directories. */
  boolean reliesOnCache() {
    return reliesOnCache;
  }

  /** What is cached of a directory, if the operation relies on that. */
  @Nullable DirectoryEntry cached(DirectoryKey key) {
    return reliesOnCache ? core.directories().get(key, core.clock().nanos()) : null;
  }

  /** Has paths resolved anew from here on: a directory was gone from under its cached entry. */
  void relyOnCacheNoMore() {
    reliesOnCache = false;
  }

  long deadlineNanos() {
    return deadlineNanos;
  }

  void complete(@Nullable T value) {
    if (end()) {
      call.run(() -> core.limit().complete(() -> future.complete(value)));
    }
  }

  void fail(GigaException failure) {
    if (end()) {
      call.run(() -> core.limit().complete(() -> future.completeExceptionally(failure)));
    }
  }

  private boolean end() {
    boolean first = !ended;
    ended = true;
    if (first && admitted) {
      core.limit().leave();
    }
    return first;
  }

  /** An error that names what the operation is about. */
  GigaException failure(ErrorCode code, String detail) {
    String subject = path == null ? verb : shown(path);
    return code.exception(detail.isEmpty() ? subject : subject + ": " + detail);
  }

  /** An error that names one of the operation's paths. */
  GigaException failure(GigaPath subject, ErrorCode code, String detail) {
    String text = shown(subject);
    return code.exception(detail.isEmpty() ? text : text + ": " + detail);
  }

  /** An error that names what the operation is about, for whatever reason. */
  GigaException failure(Throwable cause) {
    ErrorCode code = cause instanceof GigaException e ? e.code() : ErrorCode.EIO;
    GigaException failure = failure(code, String.valueOf(cause.getMessage()));
    failure.initCause(cause);
    return failure;
  }

  /** The error of an operation that ran out of time, mostly because of this server. */
  GigaException timedOut(ServerInfo server, @Nullable Throwable last) {
    return timedOut(nameOf(server), last);
  }

  /** The error of an operation that ran out of time, mostly because of this server. */
  GigaException timedOut(String server, @Nullable Throwable last) {
    String subject = path == null ? verb : shown(path) + ": " + verb;
    String time = text(core.settings().timeout());
    String what =
        last == null
            ? " was busy for " + time
            : " did not answer within " + time + " (" + last.getMessage() + ")";
    GigaException failure = ErrorCode.ETIMEDOUT.exception(subject + ": " + server + what);
    if (last != null) {
      failure.initCause(last);
    }
    return failure;
  }

  /**
   * The error of an operation that a server kept putting off.
   *
   * @param reason why it did, as it said itself
   */
  GigaException retryLater(String server, String reason) {
    String subject = path == null ? verb : shown(path) + ": " + verb;
    return ErrorCode.ETIMEDOUT.exception(
        subject
            + ": "
            + server
            + " "
            + reason
            + " (tried for "
            + text(core.settings().timeout())
            + ")");
  }

  private String shown(GigaPath subject) {
    return core.locations().named(subject).toString();
  }

  /** How errors name a server. */
  static String nameOf(ServerInfo server) {
    return "server " + server.id() + " (" + server.endpoint() + ")";
  }

  /** The error of an operation whose client was closed under it. */
  GigaException closed() {
    return failure(ErrorCode.EIO, "the client is closed");
  }

  /** The failure that a part of the operation ended with. */
  GigaException cause(Throwable failure) {
    return failure instanceof GigaException known ? known : bug(failure);
  }

  /** The error of an operation that a defect of the client ends: the caller must hear of it too. */
  GigaException bug(Throwable cause) {
    GigaException failure = failure(ErrorCode.EIO, "unexpected " + cause);
    failure.initCause(cause);
    return failure;
  }

  static String text(Duration time) {
    return time.toMillisPart() == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
