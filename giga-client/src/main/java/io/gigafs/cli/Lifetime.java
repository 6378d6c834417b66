package io.gigafs.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The lifetime of a process that runs until it is stopped: by SIGTERM or SIGINT, or, for a child of
 * another command, by the end of its standard input, which comes even if the parent is killed. The
 * process then closes its resource and ends with exit code 0; 1 if that failed or took too long.
 */
public final class Lifetime {
  private static final String STOP_ON_EOF = "--stop-on-eof";
  private static final long CLOSE_SECONDS = 30;

  private volatile @Nullable AutoCloseable owned;
  private volatile boolean started;

  private Lifetime() {}

  /** The hidden option of commands that can be child processes. */
  public static OptionSpec stopOnEofOption() {
    return OptionSpec.builder(STOP_ON_EOF).type(boolean.class).hidden(true).build();
  }

  /** Whether that option was given. */
  public static boolean isStopOnEof(CommandSpec spec) {
    Boolean value = spec.findOption(STOP_ON_EOF).getValue();
    return value != null && value;
  }

  /** Starts to wait for stop requests. */
  public static Lifetime begin(boolean stopOnEof) {
    Lifetime lifetime = new Lifetime();
    Runtime.getRuntime().addShutdownHook(new Thread(lifetime::stop, "giga-stop"));
    if (stopOnEof) {
      EndOfInput.exits();
    }
    return lifetime;
  }

  /** Sets the resource to close at the end. */
  public void owns(AutoCloseable closeable) {
    owned = closeable;
  }

  /**
   * Marks the process as started. Must be called before others learn that it is ready, since they
   * may stop it at once.
   */
  public void started() {
    started = true;
  }

  /** Waits for a stop request; does not return. */
  public void await() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  /** The shutdown hook. If the start failed, it leaves the exit code unchanged. */
  private void stop() {
    if (!started) {
      return;
    }
    CountDownLatch closed = new CountDownLatch(1);
    daemon("giga-stop-watch", () -> haltUnless(closed));
    AutoCloseable closeable = owned;
    int exitCode = 0;
    try {
      if (closeable != null) {
        closeable.close();
      }
    } catch (Exception e) {
      log().error("could not stop cleanly", e);
      exitCode = 1;
    }
    Runtime.getRuntime().halt(exitCode);
  }

  private static void haltUnless(CountDownLatch closed) {
    try {
      if (!closed.await(CLOSE_SECONDS, TimeUnit.SECONDS)) {
        log().error("did not stop within {} s", CLOSE_SECONDS);
        Runtime.getRuntime().halt(1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void daemon(String name, Runnable work) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** Not a constant: the class is loaded before logging is configured. */
  private static Logger log() {
    return LoggerFactory.getLogger(Lifetime.class);
  }
}
