package io.gigafs.rpc;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.EventExecutor;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads that serve connections; clients and servers of one process may share them. Whoever
 * makes them closes them, after the clients and servers that use them.
 */
public final class EventLoops implements AutoCloseable {
  private static final long CLOSE_MILLIS = 5_000;

  private final Transport transport;
  private final EventLoopGroup group;

  /**
   * Starts threads.
   *
   * @param name of the threads, which get numbers
   * @throws IllegalStateException if the transport is not available
   */
  public EventLoops(Transport transport, int threads, String name) {
    if (threads < 1) {
      throw new IllegalArgumentException("event-loop-threads is at least 1, not " + threads);
    }
    this.transport = transport.resolve();
    this.group =
        new MultiThreadIoEventLoopGroup(
            threads, new DefaultThreadFactory(name, true), this.transport.ioHandlers());
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

  /** Whether the calling thread is one of these, and so may not wait for them. */
  boolean isCurrentThread() {
    return current() != null;
  }

  /** The calling thread, if it is one of these: what it is given runs there when it has read. */
  @Nullable Executor current() {
    for (EventExecutor loop : group) {
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
