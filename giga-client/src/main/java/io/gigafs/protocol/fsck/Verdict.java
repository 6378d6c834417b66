package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.protocol.Codec;

/**
 * The result of checking a finding again.
 *
 * @param detail what was done, or why nothing was, empty if there is nothing to report
 */
public record Verdict(State state, String detail) {
  static final Codec<Verdict> CODEC = Codec.of(Verdict.class, State.CODEC, TEXT);

  /** The possible results. */
  public enum State {
    /** It persists, unchanged. */
    STANDS(0),
    /** It was caused by an operation in progress, or does not exist any more. */
    GONE(1),
    /** It could not be checked. */
    UNCHECKED(2),
    /** It was repaired. */
    REPAIRED(3),
    /** It persists, and a requested repair failed. */
    UNREPAIRED(4);

    private static final Codec<State> CODEC = codeOf(State.class, state -> state.code);

    private final int code;

    State(int code) {
      this.code = code;
    }
  }
}
