package io.gigafs.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The concurrent operations of clients on a few names, and a check whether they are linearizable
 * over all names: whether every operation can have taken effect at one moment between its call and
 * its return, with the outcome that it returned. A rename or link affects or reads two names at
 * that moment.
 *
 * <p>An operation with an unknown outcome took effect at one moment after its call, or never. Names
 * hold inode ids; a file that was created without a known id has a number of its own until its id
 * is read.
 *
 * <p>The search is that of Wing and Gong with Lowe's memory: it tries the operations that may come
 * next, and no state of names and operations twice.
 */
final class NameHistory {
  private static final long NEVER = Long.MAX_VALUE;
  private static final long NOTHING = 0;

  private final int names;
  private final List<Event> events = new ArrayList<>();

  /** The operation. */
  enum Act {
    CREATE,
    UNLINK,
    RENAME,
    RENAME_NO_REPLACE,
    EXCHANGE,
    LINK,
    STAT
  }

  /** The outcome that a client got. */
  enum ObservedResult {
    DONE,
    /** EEXIST. */
    EXISTS,
    /** ENOENT. */
    MISSING,
    /** Nothing is known. */
    UNKNOWN
  }

  /**
   * An operation.
   *
   * @param name the number of its name
   * @param other the new name of a rename, an exchange or a link; else as name
   * @param inode the inode that was created, linked or read, 0 if unknown
   */
  record Event(
      String client,
      Act act,
      int name,
      int other,
      long calledAt,
      long returnedAt,
      ObservedResult result,
      long inode) {
    boolean isOptional() {
      return result == ObservedResult.UNKNOWN;
    }

    /** Whether it changed nothing, whenever it took effect. */
    boolean onlyLooked() {
      return (act == Act.STAT && result == ObservedResult.DONE)
          || result == ObservedResult.EXISTS
          || result == ObservedResult.MISSING;
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
              result,
              inode == 0 ? "" : " " + inode);
    }
  }

  /** Creates a history of this many names, which are empty at first. */
  NameHistory(int names) {
    this.names = names;
  }

  /** Adds an operation; a read with an unknown outcome is ignored. */
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
                ObservedResult.UNKNOWN,
                0));
      }
    } else {
      events.add(event);
    }
  }

  List<Event> events() {
    return List.copyOf(events);
  }

  /** Whether there is an order of the operations in which all outcomes are right. */
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
   * Tries the operations that may come next, each state once, and optional ones last. Three rules
   * avoid most orders:
   *
   * <ul>
   *   <li>A read that may come next and returned the current value comes now: it excludes no other
   *       operation.
   *   <li>Of equal operations with unknown outcomes, the first one that may come next is taken: it
   *       can be exchanged with any other.
   *   <li>A state is hopeless if a failed one had the same known operations and values, and a
   *       subset of its optional operations.
   * </ul>
   */
  private static final class Search {
    private final List<Event> events;
    private final Map<Known, List<BitSet>> tried = new HashMap<>();
    private final BitSet optional = new BitSet();
    private final State first;

    /** A state without the optional operations. */
    private record Known(BitSet certain, List<Long> held) {}

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

    /** Tries the optional operations, or the others. */
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

    /**
     * Whether a state was tried from which all the same operations are possible; else marks it as
     * tried.
     */
    private boolean isHopeless(State state) {
      BitSet certain = (BitSet) state.happened.clone();
      certain.andNot(optional);
      BitSet more = (BitSet) state.happened.clone();
      more.and(optional);
      List<BitSet> others =
          tried.computeIfAbsent(
              new Known(certain, state.heldByAnyNumber()), none -> new ArrayList<>());
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

    /**
     * The first return of the operations that have not occurred: until then all others may occur.
     */
    private long firstReturn(State state) {
      long firstReturn = NEVER;
      for (int i = 0; i < events.size(); i++) {
        if (!state.happened.get(i)) {
          firstReturn = Math.min(firstReturn, events.get(i).returnedAt);
        }
      }
      return firstReturn;
    }

    /** The state after all reads that may occur now and returned its values. */
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
   * The values of the names after some operations. An unknown inode id is a negative number: that
   * of the operation that created it.
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record State(BitSet happened, long[] held) {
    /** The state after an event; null if the event cannot occur here with its outcome. */
    @Nullable State after(int number, Event event) {
      boolean takesEffect =
          event.result == ObservedResult.DONE || event.result == ObservedResult.UNKNOWN;
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

    /** Whether an error is right in this state. */
    private boolean isTrue(Event event) {
      if (event.result == ObservedResult.EXISTS) {
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

    /**
     * The state in which the event's name holds the inode that it returned; null if it holds
     * another one.
     */
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

    /** The values of the names, with unknown ids numbered in order of appearance. */
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
