package io.gigafs.protocol.fsck;

import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.WireReader;
import io.gigafs.protocol.WireWriter;

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
  /** The minimum encoded size. */
  static final int MIN_BYTES = 1 + 1 + 1 + 1 + 2 + DirectoryFacts.MIN_BYTES;

  public static final HeaderFacts ABSENT = none(State.ABSENT);
  public static final HeaderFacts UNREADABLE = none(State.UNREADABLE);

  /** Whether there is a header. */
  public enum State {
    ABSENT(0),
    PRESENT(1),
    /** There is one, but it cannot be decoded. */
    UNREADABLE(2);

    private final int code;

    State(int code) {
      this.code = code;
    }

    private static State ofCode(int code) {
      for (State state : values()) {
        if (state.code == code) {
          return state;
        }
      }
      throw new ProtocolException("unknown state of a header " + code);
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

  void write(WireWriter out) {
    out.int8(state.code).flag(busy).flag(active).depth(depth).map(map);
    owner.write(out);
  }

  static HeaderFacts read(WireReader in) {
    return new HeaderFacts(
        State.ofCode(in.int8()),
        in.flag(),
        in.flag(),
        in.depth(),
        in.map(),
        DirectoryFacts.read(in));
  }
}
