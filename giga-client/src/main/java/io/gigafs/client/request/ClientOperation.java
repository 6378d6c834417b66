package io.gigafs.client.request;

import io.gigafs.client.Target;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A caller's operation: verb, target, caller, deadline, and the future of its result. It ends once,
 * by {@link #complete} or {@link #fail}, which one thread calls at a time.
 *
 * @param <T> what the caller gets
 */
public final class ClientOperation<T> {
  private final RequestContext context;
  private final String verb;
  private final @Nullable Target target;
  private final Caller caller;
  private final boolean admitted;
  private final @Nullable Thread waiting;
  private final CallDeadline call;
  private final long deadlineNanos;
  private final CompletableFuture<T> future = new CompletableFuture<>();
  private boolean ended;
  private volatile boolean reliesOnCache = true;

  private ClientOperation(
      RequestContext context,
      String verb,
      @Nullable Target target,
      Caller caller,
      boolean admitted,
      @Nullable Thread waiting,
      CallDeadline call,
      long deadlineNanos) {
    this.context = context;
    this.verb = verb;
    this.target = target;
    this.caller = caller;
    this.admitted = admitted;
    this.waiting = waiting;
    this.call = call;
    this.deadlineNanos = deadlineNanos;
  }

  /** A caller's operation; the caller is delayed while too many are in flight. */
  public static <T> ClientOperation<T> admit(
      RequestContext context, String verb, @Nullable Target target, Caller caller) {
    return admit(context, verb, target, caller, false);
  }

  /**
   * The same.
   *
   * @param waits whether the calling thread does nothing else until the operation has ended
   */
  public static <T> ClientOperation<T> admit(
      RequestContext context, String verb, @Nullable Target target, Caller caller, boolean waits) {
    CallDeadline call = CallDeadline.current();
    long now = context.clock().nanos();
    long deadlineNanos = call.isNone() ? deadlineNanos(context, now) : call.nanos();
    boolean admitted = context.limit().enter(deadlineNanos - now);
    return new ClientOperation<>(
        context,
        verb,
        target,
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
  public static <T> ClientOperation<T> internal(
      RequestContext context, String verb, @Nullable Target target, Caller caller) {
    long deadlineNanos = deadlineNanos(context, context.clock().nanos());
    return new ClientOperation<>(
        context, verb, target, caller, false, null, CallDeadline.NONE, deadlineNanos);
  }

  /** An operation that belongs to the current thread's call, if there is one. */
  public static <T> ClientOperation<T> inherited(
      RequestContext context, String verb, @Nullable Target target, Caller caller) {
    CallDeadline call = CallDeadline.current();
    return call.isNone()
        ? internal(context, verb, target, caller)
        : new ClientOperation<>(context, verb, target, caller, false, null, call, call.nanos());
  }

  /** An operation that is part of this one, with its remaining time. */
  public <U> ClientOperation<U> part(String verb) {
    return new ClientOperation<>(
        context, verb, target, caller, false, null, new CallDeadline(deadlineNanos), deadlineNanos);
  }

  private static long deadlineNanos(RequestContext context, long now) {
    return now + context.settings().timeout().toNanos();
  }

  /** Wraps a task so that it runs once: when the event runs it, or after the deadline. */
  public Runnable once(Runnable task) {
    return context.deadlines().once(deadlineNanos, task);
  }

  /** Runs a task when a future is done, with any outcome, or after the deadline. */
  public void after(CompletableFuture<?> event, Runnable task) {
    if (event.isDone()) {
      task.run();
    } else {
      Runnable once = once(task);
      event.whenComplete((done, failure) -> once.run());
    }
  }

  /** Whether the current thread blocks on the operation, and may run its work. */
  public boolean isWaitedForHere() {
    return waiting == Thread.currentThread();
  }

  public CompletableFuture<T> future() {
    return future;
  }

  public Caller caller() {
    return caller;
  }

  /** What the operation acts on; only for operations that have a target. */
  public Target target() {
    if (target == null) {
      throw new IllegalStateException(verb + " has no target");
    }
    return target;
  }

  /** Whether paths are resolved with cached directories. */
  public boolean reliesOnCache() {
    return reliesOnCache;
  }

  /**
   * Stops using the cache for path resolution: a directory was gone although its entry was cached.
   */
  public void relyOnCacheNoMore() {
    reliesOnCache = false;
  }

  public long deadlineNanos() {
    return deadlineNanos;
  }

  public void complete(@Nullable T value) {
    if (end()) {
      call.run(() -> context.limit().complete(() -> future.complete(value)));
    }
  }

  public void fail(GigaException failure) {
    if (end()) {
      call.run(() -> context.limit().complete(() -> future.completeExceptionally(failure)));
    }
  }

  private boolean end() {
    boolean first = !ended;
    ended = true;
    if (first && admitted) {
      context.limit().leave();
    }
    return first;
  }

  /** An error with the operation's verb and target. */
  public GigaException failure(ErrorCode code, String detail) {
    String subject = target == null ? verb : shown(target);
    return code.exception(detail.isEmpty() ? subject : subject + ": " + detail);
  }

  /** An error with one of the operation's targets. */
  public GigaException failure(Target subject, ErrorCode code, String detail) {
    String text = shown(subject);
    return code.exception(detail.isEmpty() ? text : text + ": " + detail);
  }

  /** An error with the operation's verb and target, for any cause. */
  public GigaException failure(Throwable cause) {
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
    String subject = target == null ? verb : shown(target) + ": " + verb;
    String time = text(context.settings().timeout());
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
    String subject = target == null ? verb : shown(target) + ": " + verb;
    return ErrorCode.ETIMEDOUT.exception(
        subject
            + ": "
            + server
            + " "
            + reason
            + " (tried for "
            + text(context.settings().timeout())
            + ")");
  }

  private String shown(Target subject) {
    return context.locations().named(subject).toString();
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
  public GigaException cause(Throwable failure) {
    return failure instanceof GigaException known ? known : bug(failure);
  }

  /**
   * The error of an operation that a bug of the client ends, so that the caller does not wait for
   * ever.
   */
  public GigaException bug(Throwable cause) {
    GigaException failure = failure(ErrorCode.EIO, "unexpected " + cause);
    failure.initCause(cause);
    return failure;
  }

  static String text(Duration time) {
    return time.toMillisPart() == 0 ? time.toSeconds() + " s" : time.toMillis() + " ms";
  }
}
