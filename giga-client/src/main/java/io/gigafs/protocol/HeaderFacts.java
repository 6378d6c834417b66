package io.gigafs.protocol;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionMap;

/**
 * A partition's header, as far as others can hold it against what they know.
 *
 * @param state whether there is one; the rest means something only if it is there
 * @param busy whether the partition is being split, or was and does not know how that ended
 * @param active whether it is neither prepared nor frozen
 * @param parent the directory that has the directory's entry
 */
public record HeaderFacts(
    State state,
    boolean busy,
    boolean active,
    int depth,
    PartitionMap map,
    InodeId parent,
    int mode,
    int uid,
    int gid) {
  /** The fewest bytes that it takes. */
  static final int MIN_BYTES = 1 + 1 + 1 + 1 + 2 + 8 + 2 + 1 + 1;

  public static final HeaderFacts ABSENT = none(State.ABSENT);
  public static final HeaderFacts UNREADABLE = none(State.UNREADABLE);

  /** Whether there is a header. */
  public enum State {
    ABSENT(0),
    PRESENT(1),
    /** There is one, but it does not read as the format says. */
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
    return new HeaderFacts(
        state, false, false, 0, PartitionMap.UNSPLIT, InodeId.SUPER_ROOT, 0, 0, 0);
  }

  public boolean isAbsent() {
    return state == State.ABSENT;
  }

  public boolean isPresent() {
    return state == State.PRESENT;
  }

  void write(WireWriter out) {
    out.int8(state.code).flag(busy).flag(active).depth(depth).map(map);
    out.inode(parent).mode(mode).varint(uid).varint(gid);
  }

  static HeaderFacts read(WireReader in) {
    return new HeaderFacts(
        State.ofCode(in.int8()),
        in.flag(),
        in.flag(),
        in.depth(),
        in.map(),
        in.inode(),
        in.mode(),
        in.varint(),
        in.varint());
  }
}
