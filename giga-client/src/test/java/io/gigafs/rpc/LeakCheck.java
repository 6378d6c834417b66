package io.gigafs.rpc;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.slf4j.LoggerFactory;

/**
 * Fails a test class that leaks buffers, based on the log of Netty's leak detector. The first test
 * of the JVM that uses a buffer fixes the detector's settings.
 */
public final class LeakCheck implements BeforeAllCallback, AfterAllCallback {
  private static final int ROUNDS = 3;

  static {
    // Otherwise the detector records every access of a byte. Only the first user in the JVM can set
    // this.
    System.setProperty("io.netty.leakDetection.acquireAndReleaseOnly", "true");
  }

  private final ListAppender<ILoggingEvent> reports = new ListAppender<>();

  @Override
  public void beforeAll(ExtensionContext context) {
    start();
  }

  @Override
  public void afterAll(ExtensionContext context) {
    List<String> leaks = stop();
    if (!leaks.isEmpty()) {
      throw new AssertionError(leaks.size() + " leaks, the first: " + leaks.get(0));
    }
  }

  void start() {
    ResourceLeakDetector.setLevel(ResourceLeakDetector.Level.PARANOID);
    reports.start();
    logger().addAppender(reports);
  }

  /** The leaks since the start. */
  List<String> stop() {
    for (int round = 0; round < ROUNDS; round++) {
      collectGarbage();
      // The detector looks for leaks when a buffer is allocated.
      for (int i = 0; i < 100; i++) {
        ByteBufAllocator.DEFAULT.buffer().release();
        UnpooledByteBufAllocator.DEFAULT.buffer().release();
      }
    }
    logger().detachAppender(reports);
    List<String> leaks = new ArrayList<>();
    for (ILoggingEvent event : reports.list) {
      if (event.getFormattedMessage().contains("LEAK")) {
        leaks.add(event.getFormattedMessage());
      }
    }
    return leaks;
  }

  private static void collectGarbage() {
    WeakReference<Object> sentinel = new WeakReference<>(new Object());
    while (sentinel.get() != null) {
      System.gc();
      try {
        TimeUnit.MILLISECONDS.sleep(10);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  private static Logger logger() {
    return (Logger) LoggerFactory.getLogger(ResourceLeakDetector.class);
  }
}
