package io.gigafs.hadoop;

import java.io.Serializable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a file has an access control list, which takes an extra request. It is queried once, on
 * first use, and not after the status was sent to another process.
 */
final class AclAnswer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable BooleanSupplier question;
  private volatile @Nullable Boolean known;

  AclAnswer(BooleanSupplier question) {
    this.question = question;
  }

  /** The answer; false if it is unknown and cannot be queried any more. */
  boolean get() {
    Boolean answer = known;
    if (answer == null) {
      answer = question != null && question.getAsBoolean();
      known = answer;
    }
    return answer;
  }

  /** Whether it is known to be true without a request. */
  boolean isKnownTrue() {
    return Boolean.TRUE.equals(known);
  }
}
