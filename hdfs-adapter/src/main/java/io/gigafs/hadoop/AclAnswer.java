package io.gigafs.hadoop;

import java.io.Serializable;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Whether a file has an access control list, which is a question of its own: it is asked once, when
 * a program wants to know, and no more after the status went to another process.
 */
final class AclAnswer implements Serializable {
  private static final long serialVersionUID = 1L;

  private final transient @Nullable BooleanSupplier question;
  private volatile @Nullable Boolean known;

  AclAnswer(BooleanSupplier question) {
    this.question = question;
  }

  /** The answer; false where it is not known and nobody can be asked any more. */
  boolean get() {
    Boolean answer = known;
    if (answer == null) {
      answer = question != null && question.getAsBoolean();
      known = answer;
    }
    return answer;
  }

  /** What is known without a question. */
  boolean isKnownTrue() {
    return Boolean.TRUE.equals(known);
  }
}
