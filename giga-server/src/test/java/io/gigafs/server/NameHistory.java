package io.gigafs.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What clients did to a few names side by side, and whether that is linearizable for all names
 * together: whether every operation can have taken effect at one moment between its call and its
 * return, so that what it was told was true then. A rename or link changes or looks at two names at
 * that one moment.
 *
 * <p>An operation whose outcome its caller does not know took effect at one moment after its call,
 * or never. Names hold inode ids; one that was made without its id being told has a number of its
 * own until somebody reads it.
 *
 * <p>The search is that of Wing and Gong with Lowe's memory: it tries the operations that may come
 * next, and no state of names and operations twice.
 */
final class NameHistory {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long NOTHING = 0;

  private final int names;
  private final List<Event> events = new ArrayList<>();

  /** What was done. */
  enum Act {
    CREATE,
    UNLINK,
    RENAME,
    RENAME_NO_REPLACE,
    EXCHANGE,
    LINK,
    STAT
  }

  /** What a client was told. */
  enum Told {
    DONE,
    /** EEXIST. */
    EXISTS,
    /** ENOENT. */
    MISSING,
    /** Nothing that can be relied on. */
    UNKNOWN
  }

  /**
   * An operation.
   *
   * @param name the name that it is about, by number
   * @param other the new name of a rename, an exchange or a link; else as name
   * @param inode what was made, linked or found, 0 if that was not told
   */
  record Event(
      String client,
      Act act,
      int name,
      int other,
      long calledAt,
      long returnedAt,
      Told told,
      long inode) {
    boolean isOptional() {
      return told == Told.UNKNOWN;
    }

    /** Whether it changed nothing, whenever it came. */
    boolean onlyLooked() {
      return (act == Act.STAT && told == Told.DONE) || told == Told.EXISTS || told == Told.MISSING;
    }

    @Override
    public String toString() {
      return "%s %d..%s %s %d%s %s%s"
          .formatted(
              client,
              calledAt / 1000,
              isOptional() ? "?" : returnedAt / 1000,
              act,
              name,
              other == name ? "" : " " + other,
              told,
              inode == 0 ? "" : " " + inode);
    }
  }

  /** A history of so many names, which are empty at first. */
  NameHistory(int names) {
    this.names = names;
  }

  /** Notes an operation; one of which nothing is known, and that only looks, says nothing. */
  void add(Event event) {
    if (event.isOptional()) {
      if (event.act != Act.STAT) {
        events.add(
            new Event(
                event.client,
                event.act,
                event.name,
                event.other,
                event.calledAt,
                NEVER,
                Told.UNKNOWN,
                0));
      }
    } else {
      events.add(event);
    }
  }

  List<Event> events() {
    return List.copyOf(events);
  }

  /** Whether there is an order of the operations in which everything that was told is true. */
  boolean isLinearizable() {
    return new Search(events, names).succeeds();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    events.forEach(event -> text.append("\n    ").append(event));
    return text.toString();
  }

  /**
   * Tries what may come next, each state once. What need not have happened comes last. Three things
   * spare it most orders:
   *
   * <ul>
   *   <li>What only looked, may come next and was told what is true now, comes now: nothing else is
   *       hindered by that.
   *   <li>Of operations that nobody knows the outcome of and that do the same, the first one that
   *       may come next does so: they can change places.
   *   <li>A state is as hopeless as one in which the same was told, the names held the same, and
   *       fewer operations had come that need not come at all.
   * </ul>
   */
  private static final class Search {
    private final List<Event> events;
    private final Map<Known, List<BitSet>> tried = new HashMap<>();
    private final BitSet optional = new BitSet();
    private final State first;

    /** What a state is, but for the operations that need not have happened. */
    private record Known(BitSet told, List<Long> held) {}

    Search(List<Event> events, int names) {
      this.events = events;
      this.first = new State(new BitSet(events.size()), new long[names]);
      for (int i = 0; i < events.size(); i++) {
        optional.set(i, events.get(i).isOptional());
      }
    }

    boolean succeeds() {
      return proceed(first);
    }

    private boolean proceed(State from) {
      State state = afterLooking(from);
      if (isHopeless(state)) {
        return false;
      }
      if (isFinished(state)) {
        return true;
      }
      return proceed(state, false) || proceed(state, true);
    }

    /** Tries the operations that need not happen, or the others. */
    private boolean proceed(State state, boolean isOptional) {
      long firstReturn = firstReturn(state);
      for (int i = 0; i < events.size(); i++) {
        Event event = events.get(i);
        if (event.isOptional() == isOptional
            && !state.happened.get(i)
            && event.calledAt <= firstReturn
            && !isLikeOneBefore(i, state, firstReturn)) {
          State next = state.after(i, event);
          if (next != null && proceed(next)) {
            return true;
          }
        }
      }
      return false;
    }

    /** Whether as much can come as from a state that was tried; if not, it counts as tried now. */
    private boolean isHopeless(State state) {
      BitSet told = (BitSet) state.happened.clone();
      told.andNot(optional);
      BitSet more = (BitSet) state.happened.clone();
      more.and(optional);
      List<BitSet> others =
          tried.computeIfAbsent(
              new Known(told, state.heldByAnyNumber()), none -> new ArrayList<>());
      if (others.stream().anyMatch(fewer -> isPartOf(fewer, more))) {
        return true;
      }
      others.removeIf(other -> isPartOf(more, other));
      others.add(more);
      return false;
    }

    private static boolean isPartOf(BitSet part, BitSet whole) {
      BitSet beyond = (BitSet) part.clone();
      beyond.andNot(whole);
      return beyond.isEmpty();
    }

    private boolean isFinished(State state) {
      for (int i = 0; i < events.size(); i++) {
        if (!state.happened.get(i) && !events.get(i).isOptional()) {
          return false;
        }
      }
      return true;
    }

    /** When the first of those returned that have not happened: until then all others may come. */
    private long firstReturn(State state) {
      long firstReturn = NEVER;
      for (int i = 0; i < events.size(); i++) {
        if (!state.happened.get(i)) {
          firstReturn = Math.min(firstReturn, events.get(i).returnedAt);
        }
      }
      return firstReturn;
    }

    /** The state when all have happened that only look, may do so, and were told the truth. */
    private State afterLooking(State from) {
      State state = from;
      int looked = 0;
      do {
        looked = 0;
        long firstReturn = firstReturn(state);
        for (int i = 0; i < events.size(); i++) {
          Event event = events.get(i);
          if (!state.happened.get(i) && event.calledAt <= firstReturn && event.onlyLooked()) {
            State next = state.after(i, event);
            if (next != null && Arrays.equals(next.held, state.held)) {
              state = next;
              looked++;
            }
          }
        }
      } while (looked > 0);
      return state;
    }

    private boolean isLikeOneBefore(int number, State state, long firstReturn) {
      Event event = events.get(number);
      if (!event.isOptional()) {
        return false;
      }
      for (int i = 0; i < number; i++) {
        Event other = events.get(i);
        if (!state.happened.get(i)
            && other.isOptional()
            && other.calledAt <= firstReturn
            && other.act == event.act
            && other.name == event.name
            && other.other == event.other) {
          return true;
        }
      }
      return false;
    }
  }

  /**
   * What the names hold when some operations have happened. An inode id that is not known is a
   * negative number: that of the operation that made it.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record State(BitSet happened, long[] held) {
    /** The state behind an event; null if it cannot have happened here as it was told. */
    @Nullable State after(int number, Event event) {
      boolean takesEffect = event.told == Told.DONE || event.told == Told.UNKNOWN;
      long[] next = takesEffect ? effect(number, event) : isTrue(event) ? held : null;
      if (next == null) {
        return null;
      }
      BitSet more = (BitSet) happened.clone();
      more.set(number);
      return new State(more, next);
    }

    private boolean has(int name) {
      return held[name] != NOTHING;
    }

    /** Whether an error was right. */
    private boolean isTrue(Event event) {
      if (event.told == Told.EXISTS) {
        return has(event.other);
      }
      return event.act == Act.EXCHANGE ? !has(event.name) || !has(event.other) : !has(event.name);
    }

    private long @Nullable [] effect(int number, Event event) {
      boolean possible =
          switch (event.act) {
            case CREATE -> !has(event.name);
            case UNLINK, RENAME, STAT -> has(event.name);
            case RENAME_NO_REPLACE, LINK -> has(event.name) && !has(event.other);
            case EXCHANGE -> has(event.name) && has(event.other);
          };
      if (!possible) {
        return null;
      }
      return switch (event.act) {
        case CREATE -> with(event.name, event.inode == 0 ? -1 - number : event.inode);
        case UNLINK -> with(event.name, NOTHING);
        case RENAME, RENAME_NO_REPLACE ->
            held[event.name] == held[event.other]
                ? held
                : with(event.name, NOTHING, event.other, held[event.name]);
        case EXCHANGE -> with(event.name, held[event.other], event.other, held[event.name]);
        case LINK -> {
          State known = knowing(event);
          yield known == null ? null : known.with(event.other, known.held[event.name]);
        }
        case STAT -> {
          State known = knowing(event);
          yield known == null ? null : known.held;
        }
      };
    }

    /** The state in which the event's name holds the inode that was told; null for another one. */
    private @Nullable State knowing(Event event) {
      long inode = held[event.name];
      if (event.inode == 0 || inode == event.inode) {
        return this;
      }
      if (inode > 0) {
        return null;
      }
      long[] known = held.clone();
      for (int i = 0; i < known.length; i++) {
        known[i] = known[i] == inode ? event.inode : known[i];
      }
      return new State(happened, known);
    }

    private long[] with(int name, long inode) {
      return with(name, inode, name, inode);
    }

    private long[] with(int name, long inode, int other, long otherInode) {
      long[] changed = held.clone();
      changed[name] = inode;
      changed[other] = otherInode;
      return changed;
    }

    /** What the names hold, with ids that nobody knows yet numbered as they come. */
    List<Long> heldByAnyNumber() {
      List<Long> numbers = new ArrayList<>();
      List<Long> unknown = new ArrayList<>();
      for (long inode : held) {
        if (inode < 0 && !unknown.contains(inode)) {
          unknown.add(inode);
        }
        numbers.add(inode < 0 ? -1L - unknown.indexOf(inode) : inode);
      }
      return numbers;
    }
  }
}
