package io.gigafs.client.path;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The way along a path, as a state machine: it says which name of which directory has to be looked
 * up, is told what that is, and ends at a name of a directory or with an error. It asks nobody
 * itself. Used by one thread at a time.
 *
 * <ul>
 *   <li>LOOK_UP: {@link #directory} and {@link #name} say what; {@link #found}, {@link #link},
 *       {@link #other} or {@link #missing} answers.
 *   <li>ENDED: {@link #directory} and {@link #name} are the last name's. Should that turn out to be
 *       a link that is to be followed, {@link #link} leads on.
 *   <li>FAILED: {@link #error} says why.
 * </ul>
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The directories that were entered lie on a stack, each an entry of the one below it; at the
 *       bottom the directory above the root. ".." goes down one, but never below the root: so it is
 *       relative to where links led.
 *   <li>No name is looked up in a directory, nor "." or ".." taken in it, that may not be searched.
 *   <li>A path has at most {@value #MAX_LINKS} links.
 * </ol>
 *
 * @param <D> a directory, as whoever drives knows it
 */
public final class PathWalk<D> {
  /** Links that are followed before it is a loop, as in Linux. */
  public static final int MAX_LINKS = 40;

  private static final int USUAL_DEPTH = 8;

  private final Goal goal;
  private final Predicate<D> maySearch;

  /** The directory above the root, then the root, then all down to the current one. */
  private final List<D> entered = new ArrayList<>(USUAL_DEPTH);

  /** The name of each that was entered, but for the one above the root. */
  private final List<Name> names = new ArrayList<>(USUAL_DEPTH);

  /** What is still to be read of the texts in which the links stood that were followed. */
  private @Nullable Deque<Rest> rests;

  private PathText text;
  private int next;
  private int links;
  private boolean slashBeforeLink;
  private Last last = Last.ROOT;

  private State state = State.ENDED;
  private D directory;
  private Name name = InodeId.ROOT_NAME;
  private boolean entersLast;
  private @Nullable ErrorCode error;

  /** Where a walk is. */
  public enum State {
    LOOK_UP,
    ENDED,
    FAILED
  }

  private record Rest(PathText text, int next) {}

  /**
   * A walk that has begun.
   *
   * @param path an absolute path
   * @param aboveRoot where the root is {@link InodeId#ROOT_NAME}
   * @param maySearch whether names of a directory may be looked up
   */
  public PathWalk(PathText path, Goal goal, D aboveRoot, Predicate<D> maySearch) {
    if (!path.isAbsolute()) {
      throw new IllegalArgumentException("'" + path + "' is not an absolute path");
    }
    this.goal = goal;
    this.maySearch = maySearch;
    this.text = path;
    this.directory = aboveRoot;
    entered.add(aboveRoot);
    if (hasMore() || goal == Goal.DIRECTORY) {
      lookUp(InodeId.ROOT_NAME);
    }
  }

  public State state() {
    return state;
  }

  /**
   * The directory in which {@link #name} is to be looked up, or in which the path's last name is.
   */
  public D directory() {
    return directory;
  }

  /** The name to look up; at the end the last name, that of the directory itself if it is dots. */
  public Name name() {
    return name;
  }

  /** At the end: what the path, or the link at its end, ends with. */
  public Last last() {
    return last;
  }

  /** At the end: whether a slash says that the last name is that of a directory. */
  public boolean endsInSlash() {
    return slashBeforeLink || text.endsInSlash();
  }

  /** At the end: the directory that the path leads to, if it had to be looked up. */
  public @Nullable D entered() {
    return entersLast ? top() : null;
  }

  /** Why the walk failed. */
  public ErrorCode error() {
    if (error == null) {
      throw new IllegalStateException("nothing failed");
    }
    return error;
  }

  /** The name is that of a directory. */
  public void found(D child) {
    expect(State.LOOK_UP);
    entered.add(child);
    names.add(name);
    goOn();
  }

  /** The name, or the last name at the end, is a link that is to be followed. */
  public void link(byte[] target) {
    if (state == State.FAILED || (state == State.ENDED && entersLast)) {
      throw new IllegalStateException(state + ", not at a name");
    }
    ErrorCode problem = links == MAX_LINKS ? ErrorCode.ELOOP : PathText.problemOf(target);
    if (problem != null) {
      fail(problem);
      return;
    }
    links++;
    putAside();
    text = PathText.of(target);
    next = 0;
    if (text.isAbsolute()) {
      last = Last.ROOT;
      leaveTo(1);
    }
    goOn();
  }

  /** The name is neither a directory nor a link. */
  public void other() {
    expect(State.LOOK_UP);
    fail(ErrorCode.ENOTDIR);
  }

  /** There is no such name. */
  public void missing() {
    expect(State.LOOK_UP);
    fail(ErrorCode.ENOENT);
  }

  private void goOn() {
    while (hasMore()) {
      if (!maySearch.test(top())) {
        fail(ErrorCode.EACCES);
        return;
      }
      PathComponent part = take();
      if (part instanceof PathComponent.Named named) {
        last = Last.NAME;
        if (hasMore() || entersLastName()) {
          lookUp(named.name());
        } else {
          end(top(), named.name(), false);
        }
        return;
      }
      if (part instanceof PathComponent.TooLong) {
        fail(ErrorCode.ENAMETOOLONG);
        return;
      }
      takeDots(part);
    }
    end(entered.get(entered.size() - 2), names.get(names.size() - 1), true);
  }

  private void takeDots(PathComponent dots) {
    if (dots == PathComponent.Dots.SELF) {
      last = Last.SELF;
    } else {
      last = Last.PARENT;
      leaveTo(Math.max(1, names.size() - 1));
    }
  }

  private boolean entersLastName() {
    return goal == Goal.DIRECTORY || (goal == Goal.FILE && endsInSlash());
  }

  private boolean hasMore() {
    return next < text.length() || (rests != null && !rests.isEmpty());
  }

  /** The next part; there is one. */
  private PathComponent take() {
    if (next == text.length() && rests != null) {
      Rest rest = rests.pop();
      text = rest.text;
      next = rest.next;
    }
    return text.part(next++);
  }

  /** Keeps what stands behind a link for later. */
  private void putAside() {
    if (next < text.length()) {
      if (rests == null) {
        rests = new ArrayDeque<>();
      }
      rests.push(new Rest(text, next));
    } else if (!hasMore()) {
      slashBeforeLink = endsInSlash();
    }
  }

  /** Leaves directories until so many of those with names are left. */
  private void leaveTo(int depth) {
    while (names.size() > depth) {
      names.remove(names.size() - 1);
      entered.remove(entered.size() - 1);
    }
  }

  private D top() {
    return entered.get(entered.size() - 1);
  }

  private void lookUp(Name wanted) {
    state = State.LOOK_UP;
    directory = top();
    name = wanted;
  }

  private void end(D parent, Name lastName, boolean hasEntered) {
    state = State.ENDED;
    directory = parent;
    name = lastName;
    entersLast = hasEntered;
  }

  private void fail(ErrorCode code) {
    state = State.FAILED;
    error = code;
  }

  private void expect(State expected) {
    if (state != expected) {
      throw new IllegalStateException(state + ", not " + expected);
    }
  }
}
