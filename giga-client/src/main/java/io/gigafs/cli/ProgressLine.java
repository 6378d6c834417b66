package io.gigafs.cli;

import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Shows progress on standard error: in place on a terminal, elsewhere as a line at intervals, or
 * not at all.
 */
public final class ProgressLine implements AutoCloseable {
  private static final long TERMINAL_MILLIS = 200;
  private static final String ERASE = "\r\u001b[K";

  private final PrintStream err;
  private final boolean terminal;
  private final Supplier<String> text;
  private final ScheduledExecutorService timer;

  private ProgressLine(Shell shell, long periodMillis, Supplier<String> text) {
    this.err = shell.err();
    this.terminal = shell.errTerminal();
    this.text = text;
    this.timer =
        Executors.newSingleThreadScheduledExecutor(
            work -> {
              Thread thread = new Thread(work, "giga-progress");
              thread.setDaemon(true);
              return thread;
            });
    if (periodMillis > 0) {
      timer.scheduleWithFixedDelay(this::show, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
    }
  }

  /** Shows progress on a terminal only. */
  public static ProgressLine forPeople(Shell shell, Supplier<String> text) {
    return new ProgressLine(shell, shell.errTerminal() ? TERMINAL_MILLIS : 0, text);
  }

  /** Shows progress on a terminal, or in a log with this time between lines. */
  public static ProgressLine forAll(Shell shell, Duration logPeriod, Supplier<String> text) {
    return new ProgressLine(
        shell, shell.errTerminal() ? TERMINAL_MILLIS : logPeriod.toMillis(), text);
  }

  private synchronized void show() {
    if (timer.isShutdown()) {
      return;
    }
    if (terminal) {
      err.print(ERASE + text.get());
      err.flush();
    } else {
      err.println(text.get());
    }
  }

  /** Erases the line. */
  @Override
  public synchronized void close() {
    timer.shutdownNow();
    if (terminal) {
      err.print(ERASE);
      err.flush();
    }
  }
}
