package io.gigafs.protocol;

/**
 * The step is done and durable, or the transaction is over.
 *
 * @param fits false if the step cannot be done: the participant crashed, lost the preparation, and
 *     the name has changed since
 */
public record FinishStepResult(boolean fits) implements Result {
  void write(WireWriter out) {
    out.flag(fits);
  }

  static FinishStepResult read(WireReader in) {
    return new FinishStepResult(in.flag());
  }
}
