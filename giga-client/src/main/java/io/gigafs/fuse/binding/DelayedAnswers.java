package io.gigafs.fuse.binding;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers requests once the kernel has dropped pages: it waits with that for reads and writes of
 * them which are under way, and these need workers. If workers waited for the kernel, all of them
 * could, and nobody would be left to serve what they wait for. Safe for use by several threads.
 */
final class DelayedAnswers {
  private static final Logger LOG = LoggerFactory.getLogger(DelayedAnswers.class);

  /** So many wait for the kernel at a time, others for them. */
  private static final int MAX_THREADS = 16;

  private static final long IDLE_SECONDS = 10;

  private final NativeCalls calls;
  private final FuseDevice device;
  private final ThreadPoolExecutor threads;

  DelayedAnswers(NativeCalls calls, FuseDevice device, ThreadFactory factory) {
    this.calls = calls;
    this.device = device;
    this.threads =
        new ThreadPoolExecutor(
            MAX_THREADS,
            MAX_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            factory);
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Answers a request with the result of something that waits for the kernel: 0, or a negative
   * errno.
   */
  void after(IntSupplier work, long unique) {
    threads.execute(
        () -> {
          int result;
          try {
            result = work.getAsInt();
          } catch (RuntimeException | Error e) {
            LOG.error("What the kernel remembers of a file could not be dropped", e);
            result = -Errno.EIO;
          }
          ByteBuffer answer = ByteBuffer.allocateDirect(Wire.OUT_HEADER);
          answer.order(ByteOrder.nativeOrder()).putInt(Wire.OUT_HEADER).putInt(result);
          answer.putLong(unique).clear();
          device.send(calls.address(answer), Wire.OUT_HEADER);
        });
  }

  /** Ends the threads once what was asked for is done. */
  void close() {
    threads.shutdown();
  }
}
