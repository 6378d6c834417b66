package io.gigafs.load;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The result of a load.
 *
 * @param files how many numbers succeeded
 * @param errors how many failed
 * @param latencies of requests
 * @param aborted whether it was aborted after too many errors
 * @param failures the first few
 */
public record LoadResult(
    long files,
    long errors,
    double seconds,
    Latencies latencies,
    boolean aborted,
    List<LoadFailure> failures) {
  public LoadResult {
    failures = List.copyOf(failures);
  }

  public double perSecond() {
    return seconds > 0 ? files / seconds : 0;
  }

  /** A percentile of the latencies, in microseconds. */
  public double percentileMicros(double percentile) {
    return latencies.percentileMicros(percentile);
  }

  /** The first few failures, one line each. */
  public List<String> firstErrors(Function<Throwable, String> textOfCause) {
    return failures.stream().map(failure -> failure.text(textOfCause)).toList();
  }

  /**
   * A failure during a load.
   *
   * @param what the number or file that failed, with the reason if there is no cause
   * @param cause null if there is no exception
   */
  public record LoadFailure(String what, @Nullable Throwable cause) {
    /** The failure in one line. */
    public String text(Function<Throwable, String> textOfCause) {
      return cause == null ? what : what + ": " + textOfCause.apply(cause);
    }
  }
}
