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
 * A caller's operation: verb, path, caller, deadline, and the future of its result. It ends once,
 * by {@link #complete} or {@link #fail}, which one thread calls at a time.
 *
 * @param <T> what the caller gets
 */
final class ClientOperation<T> {
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

  private ClientOperation(
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

  /** A caller's operation; the caller is delayed while too many are in flight. */
  static <T> ClientOperation<T> admit(
      Core core, String verb, @Nullable GigaPath path, Caller caller) {
    return admit(core, verb, path, caller, false);
  }

  /**
   * The same.
   *
   * @param waits whether the calling thread does nothing else until the operation has ended
   */
  static <T> ClientOperation<T> admit(
      Core core, String verb, @Nullable GigaPath path, Caller caller, boolean waits) {
    CallDeadline call = CallDeadline.current();
    long now = core.clock().nanos();
    long deadlineNanos = call.isNone() ? deadlineNanos(core, now) : call.nanos();
    boolean admitted = core.limit().enter(deadlineNanos - now);
    return new ClientOperation<>(
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
   * An operation that the client itself starts, to which no limit applies. It does not belong to
   * the current thread's call, and has the full timeout.
   */
  static <T> ClientOperation<T> internal(
      Core core, String verb, @Nullable GigaPath path, Caller caller) {
    long deadlineNanos = deadlineNanos(core, core.clock().nanos());
    return new ClientOperation<>(
        core, verb, path, caller, false, null, CallDeadline.NONE, deadlineNanos);
  }

  /** An operation that belongs to the current thread's call, if there is one. */
  static <T> ClientOperation<T> inherited(
      Core core, String verb, @Nullable GigaPath path, Caller caller) {
    CallDeadline call = CallDeadline.current();
    return call.isNone()
        ? internal(core, verb, path, caller)
        : new ClientOperation<>(core, verb, path, caller, false, null, call, call.nanos());
  }

  /** An operation that is part of this one, with its remaining time. */
  <U> ClientOperation<U> part(String verb) {
    return new ClientOperation<>(
        core, verb, path, caller, false, null, new CallDeadline(deadlineNanos), deadlineNanos);
  }

  private static long deadlineNanos(Core core, long now) {
    return now + core.settings().timeout().toNanos();
  }

  /** Wraps a task so that it runs once: when the event runs it, or after the deadline. */
  Runnable once(Runnable task) {
    return core.deadlines().once(deadlineNanos, task);
  }

  /** Whether the current thread blocks on the operation, and may run its work. */
  boolean isWaitedForHere() {
    return waiting == Thread.currentThread();
  }

  CompletableFuture<T> future() {
    return future;
  }

  Caller caller() {
    return caller;
  }

  /** The operation's path; only for operations that have one. */
  GigaPath path() {
    if (path == null) {
      throw new IllegalStateException(verb + " has no path");
    }
    return path;
  }

  /** Whether paths are resolved with cached directories. */
  boolean reliesOnCache() {
    return reliesOnCache;
  }

  /** A cached directory, if the operation uses the cache. */
  @Nullable DirectoryEntry cached(DirectoryKey key) {
    return reliesOnCache ? core.directories().get(key, core.clock().nanos()) : null;
  }

  /**
   * Stops using the cache for path resolution: a directory was gone although its entry was cached.
   */
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

  /** An error with the operation's verb and path. */
  GigaException failure(ErrorCode code, String detail) {
    String subject = path == null ? verb : shown(path);
    return code.exception(detail.isEmpty() ? subject : subject + ": " + detail);
  }

  /** An error with one of the operation's paths. */
  GigaException failure(GigaPath subject, ErrorCode code, String detail) {
    String text = shown(subject);
    return code.exception(detail.isEmpty() ? text : text + ": " + detail);
  }

  /** An error with the operation's verb and path, for any cause. */
  GigaException failure(Throwable cause) {
    ErrorCode code = cause instanceof GigaException e ? e.code() : ErrorCode.EIO;
    GigaException failure = failure(code, String.valueOf(cause.getMessage()));
    failure.initCause(cause);
    return failure;
  }

  /** The timeout error of an operation that waited mostly for this server. */
  GigaException timedOut(ServerInfo server, @Nullable Throwable last) {
    return timedOut(nameOf(server), last);
  }

  /** The timeout error of an operation that waited mostly for this server. */
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
   * The error of an operation that a server answered with RETRY until the timeout.
   *
   * @param reason from the server's answer
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

  /** The form of a server's name in errors. */
  static String nameOf(ServerInfo server) {
    return "server " + server.id() + " (" + server.endpoint() + ")";
  }

  /** The error of an operation whose client was closed meanwhile. */
  GigaException closed() {
    return failure(ErrorCode.EIO, "the client is closed");
  }

  /** The failure of a part of the operation. */
  GigaException cause(Throwable failure) {
    return failure instanceof GigaException known ? known : bug(failure);
  }

  /**
   * The error of an operation that a bug of the client ends, so that the caller does not wait for
   * ever.
   */
  GigaException bug(Throwable cause) {
    GigaException failure = failure(ErrorCode.EIO, "unexpected " + cause);
    failure.initCause(cause);
    return failure;
  }

  static String text(Duration time) {
    return time.toMillisPart() == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
