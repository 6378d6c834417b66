package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.FLAG;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.Result;

/**
 * The step is done and durable, or the transaction is over.
 *
 * @param fits false if the step cannot be done: the participant crashed, lost the preparation, and
 *     the name has changed since
 */
public record FinishStepResult(boolean fits) implements Result {
  public static final Codec<FinishStepResult> CODEC = Codec.of(FinishStepResult.class, FLAG);
}
