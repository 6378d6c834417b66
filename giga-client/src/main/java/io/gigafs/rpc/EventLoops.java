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
 * The threads that serve connections. Clients and servers of one process may share them. The
 * creator closes them, after the clients and servers that use them.
 */
public final class EventLoops implements AutoCloseable {
  private static final long CLOSE_MILLIS = 5_000;

  private final Transport transport;
  private final EventLoopGroup group;
  private final List<EventLoop> all = new ArrayList<>();
  private final AtomicInteger turn = new AtomicInteger();

  /**
   * Starts the threads.
   *
   * @param name prefix of the thread names
   * @throws IllegalStateException if the transport is not available
   */
  public EventLoops(Transport transport, int threads, String name) {
    this(transport, threads, name, 0);
  }

  /**
   * Starts threads that poll for events for some time before they block.
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
  Transport transport() {
    return transport;
  }

  EventLoopGroup group() {
    return group;
  }

  EventLoop next() {
    return group.next();
  }

  /**
   * The next event loops in round-robin order. None occurs twice before all others occurred once.
   */
  List<EventLoop> next(int count) {
    List<EventLoop> chosen = new ArrayList<>();
    int first = turn.getAndAdd(count);
    for (int i = 0; i < count; i++) {
      chosen.add(all.get(Math.floorMod(first + i, all.size())));
    }
    return chosen;
  }

  /** Whether the calling thread is one of these, and so must not wait for them. */
  boolean isCurrentThread() {
    return current() != null;
  }

  /**
   * The calling thread, if it is one of these. Its tasks run after it has passed on everything that
   * it received, and before it sends the results.
   */
  public @Nullable Executor current() {
    for (EventLoop loop : all) {
      if (loop.inEventLoop()) {
        return loop;
      }
    }
    return null;
  }

  /** Stops the threads. Waits for them, unless one of them is the caller. */
  @Override
  public void close() {
    group.shutdownGracefully(0, CLOSE_MILLIS, TimeUnit.MILLISECONDS);
    if (!isCurrentThread()) {
      group.terminationFuture().awaitUninterruptibly(2 * CLOSE_MILLIS);
    }
  }
}
