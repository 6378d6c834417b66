package io.gigafs.protocol;

/**
 * That a step is done and on the disk, or that the change is over.
 *
 * @param fits false if the step cannot be done: a machine that died forgot that it had prepared it,
 *     and the name has changed since
 */
public record FinishStepResult(boolean fits) implements Result {
  void write(WireWriter out) {
    out.flag(fits);
  }

  static FinishStepResult read(WireReader in) {
    return new FinishStepResult(in.flag());
  }
}
