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
 * The operations of clients on names and their outcomes, checked against a reference model: each
 * name is an independent variable that is empty or holds an inode id. All outcomes must be possible
 * if every operation took effect at one moment between its call and its return (linearizability).
 *
 * <p>An operation with an unknown outcome took effect at one moment after its call, or never.
 *
 * <p>Where a machine crashed and lost unsynced writes, variables may have gone back to an earlier
 * value. An operation that was under way then may have taken effect, been lost, and taken effect
 * once more. The coordinator of a rename or link applies the new name again if another machine lost
 * it, however long after the restart, as it retries until it has an answer
 * (docs/design/namespace.md). If another file has the new name by then, the old name gets its value
 * back.
 */
public final class History {
  private static final long NEVER = Long.MAX_VALUE;

  private final Map<String, List<Event>> byName = new TreeMap<>();
  private final Map<String, List<Loss>> losses = new HashMap<>();
  private final Map<String, List<Loss>> lossesOfNewNames = new HashMap<>();

  /** The effect of an operation on a name. */
  public enum Kind {
    /** Fills an empty variable. */
    MAKE,
    /** Empties a full one. */
    REMOVE,
    /** Empties a full one, because its file is renamed. */
    MOVE,
    /** Fills an empty variable with a file that has another name, too. */
    LINK,
    /** Fills any variable with a file whose inode is not known to the caller. */
    PUT,
    /** Reads. */
    READ,
    /** Reads, and may be refused because of entries below. */
    KEEP
  }

  /**
   * An operation on a name.
   *
   * @param outcome the outcome as its caller knows it
   * @param inode the inode that was created or read, 0 for none or if unknown
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

    /** The same operation with an unknown outcome. */
    Event unknown() {
      return new Event(kind, caller, calledAt, NEVER, Outcome.UNKNOWN, 0);
    }
  }

  /**
   * A loss: a variable went back to its value at one moment of an interval.
   *
   * @param safeUntil the begin of the interval, which ends when the machine crashed
   * @param backAt when the machine was back
   * @param certain whether the variable was certainly affected
   */
  private record Loss(long safeUntil, long diedAt, long backAt, boolean certain) {}

  /** The outcome as the caller knows it. */
  public enum Outcome {
    /** It took effect; a read found something. */
    DONE,
    /** It failed because the variable was full. */
    FULL,
    /** It failed because the variable was empty, or a read found nothing. */
    EMPTY,
    /** It did not take effect, for a reason that does not depend on the variable. */
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
   * Records that a machine crashed and may have lost the latest changes of a name.
   *
   * @param certain whether the name was on that machine; if not, it may be unaffected
   */
  void addLoss(String name, MachineCrash crash, boolean certain) {
    losses.computeIfAbsent(name, none -> new ArrayList<>()).add(loss(crash, certain));
  }

  /** Records that a machine crashed and may have lost new names of this name's file. */
  void addLossOfNewName(String name, MachineCrash crash) {
    lossesOfNewNames.computeIfAbsent(name, none -> new ArrayList<>()).add(loss(crash, false));
  }

  private static Loss loss(MachineCrash crash, boolean certain) {
    return new Loss(crash.safeUntilNanos(), crash.atNanos(), crash.backAtNanos(), certain);
  }

  public Set<String> names() {
    return byName.keySet();
  }

  /** All names with an impossible history, with their operations. */
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
   * Tries all orders that the times allow, each state once. Each loss may repeat each operation
   * with an unknown outcome, so the search skips orders that are possible only if another one is:
   *
   * <ul>
   *   <li>Optional steps are left out where they would change nothing.
   *   <li>Of several chances of one kind, the one that lapses first is taken first: it can be
   *       exchanged with any other.
   * </ul>
   */
  private static final class Search {
    /** The value of a variable that was filled with an unknown inode. */
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

    /** The renamed file comes back if no other file has its name. */
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

    /** Whether the event may have been lost and then taken effect: it was under way. */
    private static boolean mayBeRetried(Event event, Loss loss) {
      return event.changes() && event.calledAt <= loss.diedAt && event.returnedAt >= loss.diedAt;
    }

    /**
     * Whether the event may have been lost and then taken effect although its caller had the
     * answer: the coordinator applies it again.
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

    /** Whether another step that is possible now has the same effect and lapses no later. */
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

    /** The possible states after the event; none if it cannot occur now. */
    private static List<State> effect(Event event, State state) {
      Long next = after(event, state.value);
      return next == null ? List.of() : List.of(state.holding(next));
    }

    /** The value of the variable after the event; null if the event cannot occur now. */
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
   * A step that affects a variable at one moment of an interval.
   *
   * @param chance set if the step need not occur
   */
  private record Step(
      long earliest, long latest, @Nullable Chance chance, Function<State, List<State>> effect) {
    boolean isOptional() {
      return chance != null;
    }
  }

  /**
   * The chance that an operation with an unknown outcome takes effect, until it lapses at one
   * moment of an interval. Chances of one kind have the same effect; equal ones lapse at the same
   * moment.
   *
   * @param loss the index of the loss with which it lapses
   */
  private record Chance(Kind kind, int loss, long lapsesAfter, long lapsesUntil) {
    /** A chance that never lapses. */
    static Chance lasting(Kind kind) {
      return new Chance(kind, -1, NEVER, NEVER);
    }

    boolean lapsesSoonerThan(Chance other) {
      return kind == other.kind && lapsesUntil < other.lapsesAfter;
    }
  }

  /**
   * The state of a variable.
   *
   * @param happened the indices of the steps that have occurred or cannot occur any more
   * @param marks its value at a moment before each loss; null before that and after it has gone
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

    /** The possible states after a loss, in which some steps cannot occur any more. */
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
