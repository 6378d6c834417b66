package io.gigafs.rpc;

import io.gigafs.protocol.Caller;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.protocol.namespace.RenameRequest;
import io.gigafs.protocol.namespace.SetAttributesRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.netty.util.concurrent.ScheduledFuture;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The direct channels of a client: small calls are made on the threads that wait for them. With few
 * threads, passing a request to a connection's thread and the answer back costs more than
 * everything else. Cuts exchanges past their deadline, polls outstanding answers, and closes idle
 * connections. Thread-safe.
 */
final class DirectCalls implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(DirectCalls.class);

  /**
   * Operations with fast, small answers and without later notices. CREATE without an open is left
   * out until a rename between servers gains as much from direct calls: such a rename may take as
   * long as three creates.
   */
  private static final Set<Opcode<?>> OPCODES =
      Set.of(
          LookupRequest.OPCODE,
          OpenRequest.OPCODE,
          MakeDirectoryRequest.OPCODE,
          SetAttributesRequest.OPCODE,
          UnlinkRequest.OPCODE,
          RenameRequest.OPCODE);

  /** A server closes idle connections after about the time in which clients ping. */
  private static final int IDLE_DIVISOR = 2;

  /** The interval at which unused connections are checked. */
  static final long DEFAULT_WATCH_MILLIS = 50;

  /** The interval at which answers are polled while a caller waits for them. */
  private static final long POLL_MICROS = 250;

  /** The uid if it cannot be determined. */
  private static final int NO_UID = -1;

  private final RpcClientSettings settings;
  private final EventLoops loops;
  private final Clock clock;
  private final long watchMillis;
  private final long longestIdleNanos;
  private final List<DirectChannel> channels = new CopyOnWriteArrayList<>();
  private final int ownUid = ownUid();
  private final Object watchLock = new Object();
  private @Nullable ScheduledFuture<?> watch;
  private final AtomicBoolean polling = new AtomicBoolean();

  /** When fast polling ends and the watch task suffices again. */
  private volatile long pollUntilNanos;

  private volatile boolean closed;

  DirectCalls(RpcClientSettings settings, EventLoops loops, Clock clock, long watchMillis) {
    this.settings = settings;
    this.loops = loops;
    this.clock = clock;
    this.watchMillis = watchMillis;
    this.longestIdleNanos =
        TimeUnit.MILLISECONDS.toNanos(settings.keepAliveMillis()) / IDLE_DIVISOR;
  }

  /** Whether direct calls may make this request. */
  static boolean suits(Request<?> request) {
    return OPCODES.contains(request.opcode())
        && !(request instanceof LookupRequest lookup && lookup.lease());
  }

  /** The channel to the server of a shared connection. */
  DirectChannel beside(ClientConnection shared) {
    DirectChannel channel = new DirectChannel(this, shared, settings, clock);
    channels.add(channel);
    if (closed) {
      channel.close();
    }
    return channel;
  }

  /** How long a connection stays open unused. */
  long longestIdleNanos() {
    return longestIdleNanos;
  }

  /** Whether this process may act for another user where the server knows the process's own. */
  boolean mayActFor(Caller caller) {
    return ownUid == 0 || caller.uid() == ownUid;
  }

  private static int ownUid() {
    try {
      return LocalPeer.ownUid();
    } catch (IOException e) {
      return NO_UID;
    }
  }

  /** Called when a connection is opened. */
  void watch() {
    synchronized (watchLock) {
      if (watch == null && !closed) {
        watch =
            loops
                .next()
                .scheduleWithFixedDelay(
                    this::look, watchMillis, watchMillis, TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Cuts exchanges past their deadline, polls outstanding answers, and closes idle connections. */
  private void look() {
    long now = clock.nanos();
    for (DirectChannel channel : channels) {
      channel.cutPast(now);
      channel.poll();
      channel.dropIdle();
    }
    synchronized (watchLock) {
      if (channels.stream().allMatch(DirectChannel::isEmpty) && watch != null) {
        watch.cancel(false);
        watch = null;
      }
    }
  }

  /**
   * Any thread: a caller waits for calls that may have been piggybacked. Answers on unused
   * connections are polled at a short interval, for one period of the watch task.
   */
  void poll() {
    pollUntilNanos = clock.nanos() + TimeUnit.MILLISECONDS.toNanos(watchMillis);
    keepPolling(0);
  }

  private void keepPolling(long afterMicros) {
    if (hasOutstanding() && polling.compareAndSet(false, true)) {
      try {
        loops.next().schedule(this::pollOnce, afterMicros, TimeUnit.MICROSECONDS);
      } catch (RejectedExecutionException e) {
        log.trace("no poll after close", e);
      }
    }
  }

  private void pollOnce() {
    // Clear the flag first: a later call of poll() starts a new round, and this round serves the
    // earlier ones.
    polling.set(false);
    channels.forEach(DirectChannel::poll);
    if (clock.nanos() - pollUntilNanos < 0) {
      keepPolling(POLL_MICROS);
    }
  }

  private boolean hasOutstanding() {
    for (DirectChannel channel : channels) {
      if (channel.hasOutstanding()) {
        return true;
      }
    }
    return false;
  }

  /** Fails the calls in progress. */
  @Override
  public void close() {
    closed = true;
    synchronized (watchLock) {
      if (watch != null) {
        watch.cancel(false);
        watch = null;
      }
    }
    channels.forEach(DirectChannel::close);
  }
}
