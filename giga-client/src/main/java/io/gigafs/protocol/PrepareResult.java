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
public record PrepareResult(
    Outcome outcome, @Nullable ErrorCode refused, @Nullable FileCopy found, long sinceNanos)
    implements Result {
  /** Someone else is about to change the name: the change is to be tried again. */
  public static final PrepareResult BUSY = new PrepareResult(Outcome.BUSY, null, null, 0);

  /** Nothing is left to do, the whole change makes no difference. */
  public static final PrepareResult NEEDLESS = new PrepareResult(Outcome.NEEDLESS, null, null, 0);

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

  public static PrepareResult prepared(@Nullable FileCopy found) {
    return new PrepareResult(Outcome.PREPARED, null, found, 0);
  }

  public static PrepareResult refused(ErrorCode code) {
    return new PrepareResult(Outcome.REFUSED, code, null, 0);
  }

  /** Likewise, of a step that is held since then. */
  public PrepareResult since(long nanos) {
    return new PrepareResult(outcome, refused, found, nanos);
  }

  void write(WireWriter out) {
    out.int8(outcome.code).errorOrNone(refused).flag(found != null);
    if (found != null) {
      found.write(out);
    }
    out.int64(sinceNanos);
  }

  static PrepareResult read(WireReader in) {
    return new PrepareResult(
        Outcome.ofCode(in.int8()),
        in.errorOrNone(),
        in.flag() ? FileCopy.read(in) : null,
        in.int64());
  }
}
