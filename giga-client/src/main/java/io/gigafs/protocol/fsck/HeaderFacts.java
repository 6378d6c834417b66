package io.gigafs.protocol.fsck;

import static io.gigafs.protocol.Elements.DEPTH;
import static io.gigafs.protocol.Elements.FACTS;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.MAP;
import static io.gigafs.protocol.Elements.codeOf;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.Codec;
import io.gigafs.protocol.DirectoryFacts;

/**
 * The part of a partition's header that other servers can compare with their own data.
 *
 * @param state whether there is a header; the rest is only meaningful if there is
 * @param busy whether a split of the partition is in progress, or has an unknown outcome
 * @param active whether it is neither prepared nor frozen
 * @param owner the partition's copy of its directory's attributes
 */
public record HeaderFacts(
    State state, boolean busy, boolean active, int depth, PartitionMap map, DirectoryFacts owner) {
  static final Codec<HeaderFacts> CODEC =
      Codec.of(HeaderFacts.class, State.CODEC, FLAG, FLAG, DEPTH, MAP, FACTS);

  public static final HeaderFacts ABSENT = none(State.ABSENT);
  public static final HeaderFacts UNREADABLE = none(State.UNREADABLE);

  /** Whether there is a header. */
  public enum State {
    ABSENT(0),
    PRESENT(1),
    /** There is one, but it cannot be decoded. */
    UNREADABLE(2);

    private static final Codec<State> CODEC = codeOf(State.class, state -> state.code);

    private final int code;

    State(int code) {
      this.code = code;
    }
  }

  private static HeaderFacts none(State state) {
    return new HeaderFacts(state, false, false, 0, PartitionMap.UNSPLIT, DirectoryFacts.NOBODY);
  }

  public boolean isAbsent() {
    return state == State.ABSENT;
  }

  public boolean isPresent() {
    return state == State.PRESENT;
  }
}
