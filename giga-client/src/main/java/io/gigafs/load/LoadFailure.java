package io.gigafs.load;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

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
