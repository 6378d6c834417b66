package io.gigafs.protocol.transaction;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

/**
 * The step is done and durable, or the transaction is over.
 *
 * @param fits false if the step cannot be done: the participant crashed, lost the preparation, and
 *     the name has changed since
 */
public record FinishStepResult(boolean fits) implements Result {
  public static final Codec<FinishStepResult> CODEC =
      Codec.of(FinishStepResult.class, FinishStepResult::write, FinishStepResult::read);

  void write(WireWriter out) {
    out.flag(fits);
  }

  static FinishStepResult read(WireReader in) {
    return new FinishStepResult(in.flag());
  }
}
