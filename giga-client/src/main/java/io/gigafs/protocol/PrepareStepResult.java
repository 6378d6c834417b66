package io.gigafs.protocol;

import org.jspecify.annotations.Nullable;

/**
 * Whether a step is prepared.
 *
 * @param refused why the whole change is not allowed, if that is the outcome
 * @param found what has the name now, if the step is prepared and something has
 * @param sinceNanos since when the step is held, by its holder's clock: tells this preparation from
 *     one by a message that was on its way for long
 */
public record PrepareStepResult(
    Outcome outcome, @Nullable ErrorCode refused, @Nullable FileCopy found, long sinceNanos)
    implements Result {
  /** Someone else is about to change the name: the change is to be tried again. */
  public static final PrepareStepResult BUSY = new PrepareStepResult(Outcome.BUSY, null, null, 0);

  /** Nothing is left to do, the whole change makes no difference. */
  public static final PrepareStepResult NEEDLESS =
      new PrepareStepResult(Outcome.NEEDLESS, null, null, 0);

  /** What becomes of a step that is to be prepared. */
  public enum Outcome {
    PREPARED(0),
    REFUSED(1),
    BUSY(2),
    NEEDLESS(3);

    private final int code;

    Outcome(int code) {
      this.code = code;
    }

    private static Outcome ofCode(int code) {
      for (Outcome outcome : values()) {
        if (outcome.code == code) {
          return outcome;
        }
      }
      throw new ProtocolException("unknown outcome of a preparation " + code);
    }
  }

  public static PrepareStepResult prepared(@Nullable FileCopy found) {
    return new PrepareStepResult(Outcome.PREPARED, null, found, 0);
  }

  public static PrepareStepResult refused(ErrorCode code) {
    return new PrepareStepResult(Outcome.REFUSED, code, null, 0);
  }

  /** Likewise, of a step that is held since then. */
  public PrepareStepResult since(long nanos) {
    return new PrepareStepResult(outcome, refused, found, nanos);
  }

  void write(WireWriter out) {
    out.int8(outcome.code).errorOrNone(refused).flag(found != null);
    if (found != null) {
      found.write(out);
    }
    out.int64(sinceNanos);
  }

  static PrepareStepResult read(WireReader in) {
    return new PrepareStepResult(
        Outcome.ofCode(in.int8()),
        in.errorOrNone(),
        in.flag() ? FileCopy.read(in) : null,
        in.int64());
  }
}
