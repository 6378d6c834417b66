package io.gigafs.protocol.transaction;

import static io.gigafs.protocol.Elements.ERROR_OR_NONE;
import static io.gigafs.protocol.Elements.TIME;
import static io.gigafs.protocol.Elements.codeOf;
import static io.gigafs.protocol.Elements.optional;

import io.gigafs.protocol.Codec;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import org.jspecify.annotations.Nullable;

/**
 * The result of preparing a step.
 *
 * @param refused why the whole transaction is not allowed, if that is the outcome
 * @param found the file that currently has the name, if the step is prepared and there is one
 * @param sinceNanos when the step was prepared, by the participant's clock; distinguishes this
 *     preparation from one by a delayed message
 */
public record PrepareResult(
    Outcome outcome, @Nullable ErrorCode refused, @Nullable FileCopy found, long sinceNanos)
    implements Result {
  public static final Codec<PrepareResult> CODEC =
      Codec.of(PrepareResult.class, Outcome.CODEC, ERROR_OR_NONE, optional(FileCopy.CODEC), TIME);

  /** Another transaction is about to change the name; the transaction has to be retried. */
  public static final PrepareResult BUSY = new PrepareResult(Outcome.BUSY, null, null, 0);

  /** The transaction changes nothing, so there is nothing to do. */
  public static final PrepareResult NEEDLESS = new PrepareResult(Outcome.NEEDLESS, null, null, 0);

  /** The possible outcomes of a prepare. */
  public enum Outcome {
    PREPARED(0),
    REFUSED(1),
    BUSY(2),
    NEEDLESS(3);

    private static final Codec<Outcome> CODEC = codeOf(Outcome.class, outcome -> outcome.code);

    private final int code;

    Outcome(int code) {
      this.code = code;
    }
  }

  public static PrepareResult prepared(@Nullable FileCopy found) {
    return new PrepareResult(Outcome.PREPARED, null, found, 0);
  }

  public static PrepareResult refused(ErrorCode code) {
    return new PrepareResult(Outcome.REFUSED, code, null, 0);
  }

  /** A copy for a step that was prepared at this time. */
  public PrepareResult since(long nanos) {
    return new PrepareResult(outcome, refused, found, nanos);
  }
}
