package io.gigafs.server;

import io.gigafs.index.InodeId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What clients did to names and what they were told, as a reference model: each name is a variable
 * of its own that is empty or holds an inode id, and all that was told of it must be possible if
 * every operation took effect at one moment between its call and its return (linearizability).
 *
 * <p>An operation whose outcome its caller does not know took effect at one moment after its call,
 * or never.
 */
public final class History {
  private static final long NEVER = Long.MAX_VALUE;

  private final Map<String, List<Event>> byName = new TreeMap<>();

  /** What an operation does to a name. */
  public enum Kind {
    /** Fills an empty variable. */
    MAKE,
    /** Empties a full one. */
    REMOVE,
    /** Looks. */
    READ,
    /** Looks, and may be refused for what lies below. */
    KEEP
  }

  /**
   * An operation on a name.
   *
   * @param outcome what its caller knows of it
   * @param inode what was made or read, 0 for nothing or if nobody knows
   */
  private record Event(
      Kind kind, String caller, long calledAt, long returnedAt, Outcome outcome, long inode) {}

  /** What a caller knows. */
  public enum Outcome {
    /** It took effect; a read found something. */
    DONE,
    /** The variable was full, which was in the way. */
    FULL,
    /** The variable was empty, or a read found nothing. */
    EMPTY,
    /** It did not take effect, for a reason that says nothing of the variable. */
    REFUSED,
    /** It may have taken effect, or still may. */
    UNKNOWN
  }

  public void add(
      String name,
      Kind kind,
      String caller,
      long calledAt,
      long returnedAt,
      Outcome outcome,
      @Nullable InodeId inode) {
    if (outcome == Outcome.REFUSED) {
      return;
    }
    byName
        .computeIfAbsent(name, none -> new ArrayList<>())
        .add(
            new Event(
                kind,
                caller,
                calledAt,
                outcome == Outcome.UNKNOWN ? NEVER : returnedAt,
                outcome,
                inode == null ? 0 : inode.value()));
  }

  public Set<String> names() {
    return byName.keySet();
  }

  /** All names of which something impossible was told, and what. */
  public List<String> impossible() {
    List<String> impossible = new ArrayList<>();
    byName.forEach(
        (name, events) -> {
          if (!new Search(events).succeeds()) {
            impossible.add(name + ":\n    " + text(events));
          }
        });
    return impossible;
  }

  private static String text(List<Event> events) {
    List<String> lines = new ArrayList<>();
    for (Event event : events) {
      lines.add(
          "%s %s..%s %s %s %s"
              .formatted(
                  event.caller,
                  event.calledAt / 1000,
                  event.returnedAt == NEVER ? "?" : event.returnedAt / 1000,
                  event.kind,
                  event.outcome,
                  event.inode == 0 ? "" : new InodeId(event.inode)));
    }
    return String.join("\n    ", lines);
  }

  /** Tries all orders that the times allow, each state once. */
  private static final class Search {
    /** What a variable holds that someone filled who was not told with what. */
    private static final long SOMETHING = -1;

    private final List<Event> events;
    private final Set<State> tried = new HashSet<>();

    Search(List<Event> events) {
      this.events = events;
    }

    /** Which events have happened, by place, and what the variable then holds. */
    private record State(java.util.BitSet happened, long value) {}

    boolean succeeds() {
      return goOn(new java.util.BitSet(events.size()), 0);
    }

    private boolean goOn(java.util.BitSet happened, long value) {
      if (!tried.add(new State((java.util.BitSet) happened.clone(), value))) {
        return false;
      }
      long firstReturn = NEVER;
      boolean finished = true;
      for (int i = 0; i < events.size(); i++) {
        if (!happened.get(i)) {
          firstReturn = Math.min(firstReturn, events.get(i).returnedAt);
          finished &= events.get(i).outcome == Outcome.UNKNOWN;
        }
      }
      if (finished) {
        return true;
      }
      for (int i = 0; i < events.size(); i++) {
        if (!happened.get(i) && events.get(i).calledAt <= firstReturn) {
          Long next = after(events.get(i), value);
          if (next != null) {
            happened.set(i);
            if (goOn(happened, next)) {
              return true;
            }
            happened.clear(i);
          }
        }
      }
      return false;
    }

    /** What the variable holds after the event; null if the event cannot happen now. */
    private static @Nullable Long after(Event event, long value) {
      boolean full = value != 0;
      return switch (event.outcome) {
        case FULL -> full ? value : null;
        case EMPTY -> full ? null : value;
        case REFUSED -> throw new IllegalStateException("never noted");
        case UNKNOWN ->
            switch (event.kind) {
              case MAKE -> full ? null : Long.valueOf(SOMETHING);
              case REMOVE -> full ? Long.valueOf(0) : null;
              case READ, KEEP -> null;
            };
        case DONE ->
            switch (event.kind) {
              case MAKE -> full ? null : Long.valueOf(event.inode);
              case REMOVE -> full ? Long.valueOf(0) : null;
              case READ, KEEP ->
                  full && (value == event.inode || value == SOMETHING || event.inode == 0)
                      ? Long.valueOf(event.inode == 0 ? value : event.inode)
                      : null;
            };
      };
    }
  }
}
