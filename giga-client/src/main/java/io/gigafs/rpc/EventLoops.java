package io.gigafs.rpc;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads that serve connections; clients and servers of one process may share them. Whoever
 * makes them closes them, after the clients and servers that use them.
 */
public final class EventLoops implements AutoCloseable {
  private static final long CLOSE_MILLIS = 5_000;

  private final Transport transport;
  private final EventLoopGroup group;
  private final List<EventLoop> all = new ArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * Starts threads.
   *
   * @param name of the threads, which get numbers
   * @throws IllegalStateException if the transport is not available
   */
  public EventLoops(Transport transport, int threads, String name) {
    this(transport, threads, name, 0);
  }

  /**
   * Starts threads that look for events for a time before they sleep.
   *
   * @param busyPollNanos as of {@link RpcServerSettings#busyPollMicros}
   */
  EventLoops(Transport transport, int threads, String name, long busyPollNanos) {
    if (threads < 1) {
      throw new IllegalArgumentException("event-loop-threads is at least 1, not " + threads);
    }
    this.transport = transport.resolve();
    this.group =
        new MultiThreadIoEventLoopGroup(
            threads,
            new DefaultThreadFactory(name, true),
            this.transport.ioHandlers(busyPollNanos));
    group.forEach(loop -> all.add((EventLoop) loop));
  }

  /** The transport in use, never AUTO. */
  public Transport transport() {
    return transport;
  }

  EventLoopGroup group() {
    return group;
  }

  EventLoop next() {
    return group.next();
  }

  /** So many in turn: no thread comes twice before all others have come. */
  List<EventLoop> next(int count) {
    List<EventLoop> chosen = new ArrayList<>();
    int first = turn.getAndAdd(count);
    for (int i = 0; i < count; i++) {
      chosen.add(all.get(Math.floorMod(first + i, all.size())));
    }
    return chosen;
  }

  /** Whether the calling thread is one of these, and so may not wait for them. */
  boolean isCurrentThread() {
    return current() != null;
  }

  /**
   * The calling thread, if it is one of these. What it is given runs when it has handed on all that
   * was received, and before it sends what that led to.
   */
  public @Nullable Executor current() {
    for (EventLoop loop : all) {
      if (loop.inEventLoop()) {
        return loop;
      }
    }
    return null;
  }

  /** Stops the threads; waits for them, unless called by one of them. */
  @Override
  public void close() {
    group.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    if (!isCurrentThread()) {
      group.terminationFuture().awaitUninterruptibly(2 * CLOSE_MILLIS);
    }
  }
}
