package io.gigafs.rpc;

import io.netty.util.NetUtil;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Resolves host names on a thread of its own that ends when it is idle, because the system resolver
 * blocks and an event loop must not.
 */
final class HostResolver implements AutoCloseable {
  private static final long IDLE_SECONDS = 10;

  private final ThreadPoolExecutor executor;

  HostResolver(String threadName) {
    executor =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            new DefaultThreadFactory(threadName, true));
    executor.allowCoreThreadTimeOut(true);
  }

  /** The first address of a host; fails with an UnknownHostException if there is none. */
  CompletableFuture<InetAddress> resolve(String host) {
    byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
    if (literal != null) {
      try {
        return CompletableFuture.completedFuture(InetAddress.getByAddress(host, literal));
      } catch (UnknownHostException e) {
        return CompletableFuture.failedFuture(e);
      }
    }
    try {
      return CompletableFuture.supplyAsync(() -> lookUp(host), executor);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static InetAddress lookUp(String host) {
    try {
      return InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new CompletionException(e);
    }
  }

  @Override
  public void close() {
    executor.shutdownNow();
  }
}
