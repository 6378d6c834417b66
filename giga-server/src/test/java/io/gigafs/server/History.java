package io.gigafs.server;

import io.gigafs.index.InodeId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What clients did to names and what they were told, as a reference model: each name is a variable
 * of its own that is empty or holds an inode id, and all that was told of it must be possible if
 * every operation took effect at one moment between its call and its return (linearizability).
 *
 * <p>An operation whose outcome its caller does not know took effect at one moment after its call,
 * or never.
 *
 * <p>Where a machine died and forgot what was not on its disk, variables may have gone back to what
 * they held a little before. An operation that was under way then may have taken effect, been
 * forgotten, and taken effect once more. The new name of a rename or a link is also the business of
 * the machine that decides: it brings about again what the other one forgot, however long after
 * that is back, for it does not rest until it was heard (docs/design/namespace.md). If something
 * else has the new name by then, the old name gets back what it held.
 */
public final class History {
  private static final long NEVER = Long.MAX_VALUE;

  private final Map<String, List<Event>> byName = new TreeMap<>();
  private final Map<String, List<Loss>> losses = new HashMap<>();
  private final Map<String, List<Loss>> lossesOfNewNames = new HashMap<>();

  /** What an operation does to a name. */
  public enum Kind {
    /** Fills an empty variable. */
    MAKE,
    /** Empties a full one. */
    REMOVE,
    /** Empties a full one, as what it holds gets another name. */
    MOVE,
    /** Fills an empty variable with what has another name, too. */
    LINK,
    /** Fills a variable, whatever it holds, with something that it is not told. */
    PUT,
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
      Kind kind, String caller, long calledAt, long returnedAt, Outcome outcome, long inode) {
    boolean changes() {
      return kind == Kind.MAKE || kind == Kind.REMOVE || kind == Kind.MOVE || isOfTwoNames();
    }

    boolean isOfTwoNames() {
      return kind == Kind.LINK || kind == Kind.PUT;
    }

    boolean changesNear(Loss loss) {
      return changes() && calledAt <= loss.backAt && returnedAt >= loss.safeUntil;
    }

    /** The same, as one whose outcome nobody knows. */
    Event unknown() {
      return new Event(kind, caller, calledAt, NEVER, Outcome.UNKNOWN, 0);
    }
  }

  /**
   * That a variable went back to what it held at one moment of an interval.
   *
   * @param safeUntil the interval's begin; its end is when the machine died
   * @param backAt when that was over
   * @param certain whether nothing else can have become of it
   */
  private record Loss(long safeUntil, long diedAt, long backAt, boolean certain) {}

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

  /**
   * Notes that a machine died and may have forgotten the latest changes of a name.
   *
   * @param certain whether the name was on that machine; if not, it may be untouched
   */
  void addLoss(String name, MachineCrash crash, boolean certain) {
    losses.computeIfAbsent(name, none -> new ArrayList<>()).add(loss(crash, certain));
  }

  /** Notes that a machine died and may have forgotten names that were given to what this held. */
  void addLossOfNewName(String name, MachineCrash crash) {
    lossesOfNewNames.computeIfAbsent(name, none -> new ArrayList<>()).add(loss(crash, false));
  }

  private static Loss loss(MachineCrash crash, boolean certain) {
    return new Loss(crash.safeUntilNanos(), crash.atNanos(), crash.backAtNanos(), certain);
  }

  public Set<String> names() {
    return byName.keySet();
  }

  /** All names of which something impossible was told, and what. */
  public List<String> impossible() {
    List<String> impossible = new ArrayList<>();
    byName.forEach(
        (name, events) -> {
          List<Loss> lost = losses.getOrDefault(name, List.of());
          List<Loss> ofNewNames = lossesOfNewNames.getOrDefault(name, List.of());
          if (!new Search(events, lost, ofNewNames).succeeds()) {
            impossible.add(name + ":\n    " + text(events, lost));
          }
        });
    return impossible;
  }

  private static String text(List<Event> events, List<Loss> losses) {
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
    for (Loss loss : losses) {
      if (events.stream().noneMatch(event -> event.changesNear(loss))) {
        continue;
      }
      lines.add(
          "LOSS of what was done after %s, machine died %s, back %s%s"
              .formatted(
                  loss.safeUntil / 1000,
                  loss.diedAt / 1000,
                  loss.backAt / 1000,
                  loss.certain ? "" : ", perhaps elsewhere"));
    }
    return String.join("\n    ", lines);
  }

  /**
   * Tries all orders that the times allow, each state once. Each loss may bring each unknown
   * operation about once more, so orders are passed over that are possible only if another one is:
   *
   * <ul>
   *   <li>What is optional is left out where it would change nothing.
   *   <li>Of chances of one kind that are there at once, the one that lapses first is taken first.
   *       Where another was, the two can change places.
   * </ul>
   */
  private static final class Search {
    /** What a variable holds that someone filled who was not told with what. */
    private static final long SOMETHING = -1;

    private final List<Step> steps = new ArrayList<>();
    private final int losses;
    private final Set<State> tried = new HashSet<>();

    Search(List<Event> events, List<Loss> losses, List<Loss> lossesOfNewNames) {
      this.losses = losses.size();
      for (Event event : events) {
        Chance chance = event.outcome == Outcome.UNKNOWN ? Chance.lasting(event.kind) : null;
        steps.add(
            new Step(event.calledAt, event.returnedAt, chance, state -> effect(event, state)));
      }
      for (int i = 0; i < losses.size(); i++) {
        addLoss(i, losses.get(i), events);
      }
      for (Loss loss : lossesOfNewNames) {
        events.stream()
            .filter(event -> isTakenBack(event, loss))
            .forEach(event -> addTakingBack(event, loss));
      }
    }

    /** What moved comes back, whatever that is, if nothing else is there. */
    private void addTakingBack(Event event, Loss loss) {
      Event back = new Event(Kind.MAKE, event.caller, loss.diedAt, NEVER, Outcome.UNKNOWN, 0);
      Chance lasting = Chance.lasting(Kind.MAKE);
      steps.add(new Step(loss.diedAt, NEVER, lasting, state -> effect(back, state)));
    }

    private void addLoss(int number, Loss loss, List<Event> events) {
      steps.add(
          new Step(loss.safeUntil, loss.diedAt, null, state -> List.of(state.marked(number))));
      BitSet lapsing = new BitSet();
      steps.add(
          new Step(
              loss.diedAt,
              loss.backAt,
              null,
              state -> state.goneBack(number, loss.certain, lapsing)));
      for (Event event : events) {
        if (mayBeRetried(event, loss)) {
          Event forgotten = event.unknown();
          lapsing.set(steps.size());
          steps.add(
              new Step(
                  event.calledAt,
                  NEVER,
                  new Chance(event.kind, number, loss.diedAt, loss.backAt),
                  state -> effect(forgotten, state)));
        }
        if (isBroughtAboutAgain(event, loss)) {
          Event forgotten = event.unknown();
          Chance lasting = Chance.lasting(event.kind);
          steps.add(new Step(loss.diedAt, NEVER, lasting, state -> effect(forgotten, state)));
        }
      }
    }

    /** Whether the event may have been forgotten and then taken effect: it was under way. */
    private static boolean mayBeRetried(Event event, Loss loss) {
      return event.changes() && event.calledAt <= loss.diedAt && event.returnedAt >= loss.diedAt;
    }

    /**
     * Whether the event may have been forgotten and then taken effect, although its caller had the
     * answer: the machine that decided it knows of it.
     */
    private static boolean isBroughtAboutAgain(Event event, Loss loss) {
      return event.isOfTwoNames()
          && event.outcome == Outcome.DONE
          && event.calledAt <= loss.diedAt
          && event.returnedAt >= loss.safeUntil;
    }

    private static boolean isTakenBack(Event event, Loss loss) {
      return event.kind == Kind.MOVE
          && event.outcome != Outcome.EMPTY
          && event.calledAt <= loss.diedAt
          && event.returnedAt >= loss.safeUntil;
    }

    boolean succeeds() {
      return proceed(State.empty(steps.size(), losses));
    }

    private boolean proceed(State state) {
      if (!tried.add(state)) {
        return false;
      }
      long firstReturn = NEVER;
      boolean finished = true;
      for (int i = 0; i < steps.size(); i++) {
        if (!state.happened.get(i)) {
          firstReturn = Math.min(firstReturn, steps.get(i).latest);
          finished &= steps.get(i).isOptional();
        }
      }
      if (finished) {
        return true;
      }
      for (int i = 0; i < steps.size(); i++) {
        if (isPossible(i, state, firstReturn) && !hasSoonerLapsing(i, state, firstReturn)) {
          for (State next : steps.get(i).effect.apply(state)) {
            boolean idle = steps.get(i).isOptional() && next.value == state.value;
            if (!idle && proceed(next.after(i))) {
              return true;
            }
          }
        }
      }
      return false;
    }

    private boolean isPossible(int step, State state, long firstReturn) {
      return !state.happened.get(step) && steps.get(step).earliest <= firstReturn;
    }

    /** Whether another step, possible now as well, has the same effect and lapses no later. */
    private boolean hasSoonerLapsing(int step, State state, long firstReturn) {
      Chance chance = steps.get(step).chance;
      if (chance == null) {
        return false;
      }
      for (int i = 0; i < steps.size(); i++) {
        Chance other = steps.get(i).chance;
        if (other != null
            && (other.lapsesSoonerThan(chance) || (i < step && other.equals(chance)))
            && isPossible(i, state, firstReturn)) {
          return true;
        }
      }
      return false;
    }

    /** What may hold after the event; nothing if it cannot happen now. */
    private static List<State> effect(Event event, State state) {
      Long next = after(event, state.value);
      return next == null ? List.of() : List.of(state.holding(next));
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
              case MAKE, LINK -> full ? null : Long.valueOf(SOMETHING);
              case REMOVE, MOVE -> full ? Long.valueOf(0) : null;
              case PUT -> Long.valueOf(SOMETHING);
              case READ, KEEP -> null;
            };
        case DONE ->
            switch (event.kind) {
              case MAKE, LINK -> full ? null : Long.valueOf(event.inode);
              case REMOVE, MOVE -> full ? Long.valueOf(0) : null;
              case PUT -> Long.valueOf(SOMETHING);
              case READ, KEEP ->
                  full && (value == event.inode || value == SOMETHING || event.inode == 0)
                      ? Long.valueOf(event.inode == 0 ? value : event.inode)
                      : null;
            };
      };
    }
  }

  /**
   * Something that happens to a variable at one moment of an interval.
   *
   * @param chance if it may as well never happen
   */
  private record Step(
      long earliest, long latest, @Nullable Chance chance, Function<State, List<State>> effect) {
    boolean isOptional() {
      return chance != null;
    }
  }

  /**
   * That an operation whose outcome nobody knows may take effect, until it lapses at one moment of
   * an interval. Chances of one kind have the same effect; equal ones lapse at the same moment.
   *
   * @param loss with which it lapses, by place
   */
  private record Chance(Kind kind, int loss, long lapsesAfter, long lapsesUntil) {
    /** One that never lapses. */
    static Chance lasting(Kind kind) {
      return new Chance(kind, -1, NEVER, NEVER);
    }

    boolean lapsesSoonerThan(Chance other) {
      return kind == other.kind && lapsesUntil < other.lapsesAfter;
    }
  }

  /**
   * A variable at a moment.
   *
   * @param happened which steps have, by place, or cannot any more
   * @param marks what it held at a moment before each loss; null before that and when it has gone
   *     back
   */
  private record State(BitSet happened, long value, List<@Nullable Long> marks) {
    static State empty(int steps, int losses) {
      return new State(new BitSet(steps), 0, Collections.nCopies(losses, null));
    }

    State after(int step) {
      BitSet more = (BitSet) happened.clone();
      more.set(step);
      return new State(more, value, marks);
    }

    State holding(long newValue) {
      return new State(happened, newValue, marks);
    }

    State marked(int loss) {
      return new State(happened, value, withMark(loss, value));
    }

    /** The possible outcomes of a loss, after which some steps cannot happen any more. */
    List<State> goneBack(int loss, boolean certain, BitSet lapsing) {
      Long mark = marks.get(loss);
      if (mark == null) {
        return List.of();
      }
      BitSet over = (BitSet) happened.clone();
      over.or(lapsing);
      State back = new State(over, mark, withMark(loss, null));
      State untouched = new State(over, value, withMark(loss, null));
      return certain || back.equals(untouched) ? List.of(back) : List.of(back, untouched);
    }

    private List<@Nullable Long> withMark(int loss, @Nullable Long mark) {
      List<@Nullable Long> changed = new ArrayList<>(marks);
      changed.set(loss, mark);
      return changed;
    }
  }
}
