package io.gigafs.server.crash;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Halts the process, as kill -9 would, when it reaches a crash point for the n-th time; for tests
 * with real processes. Thread-safe.
 */
public final class HaltAt implements CrashPoints {
  /** The system property with the crash point: {@code NAME} or {@code NAME:n}. */
  static final String PROPERTY = "giga.crash.at";

  /** The exit status that a shell reports for a process killed with SIGKILL. */
  private static final int STATUS = 137;

  private final CrashPoint where;
  private final AtomicInteger left;
  private final Runnable end;

  HaltAt(CrashPoint where, int times, Runnable end) {
    this.where = where;
    this.left = new AtomicInteger(times);
    this.end = end;
  }

  /**
   * Creates the crash point of the system property; {@link CrashPoints#NONE} if it is not set.
   *
   * @throws IllegalArgumentException if it names no crash point
   */
  public static CrashPoints fromProperty() {
    return parse(System.getProperty(PROPERTY), () -> Runtime.getRuntime().halt(STATUS));
  }

  static CrashPoints parse(@Nullable String text, Runnable end) {
    if (text == null) {
      return NONE;
    }
    int colon = text.indexOf(':');
    try {
      CrashPoint where = CrashPoint.valueOf(colon < 0 ? text : text.substring(0, colon));
      int times = colon < 0 ? 1 : Integer.parseInt(text.substring(colon + 1));
      if (times > 0) {
        return new HaltAt(where, times, end);
      }
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(refusal(text), e);
    }
    throw new IllegalArgumentException(refusal(text));
  }

  private static String refusal(String text) {
    return PROPERTY
        + " is NAME or NAME:n, n from 1, not '"
        + text
        + "'; the names are "
        + Arrays.toString(CrashPoint.values());
  }

  @Override
  public void reached(CrashPoint point) {
    if (point == where && left.decrementAndGet() == 0) {
      end.run();
    }
  }
}
