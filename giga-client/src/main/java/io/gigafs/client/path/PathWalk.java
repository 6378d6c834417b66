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
 * The resolution of a path, as a state machine. It names the next directory and name to look up,
 * receives the result, and ends at a name of a directory or with an error. It sends no requests.
 * Used by one thread at a time.
 *
 * <ul>
 *   <li>LOOK_UP: {@link #directory} and {@link #name} are to be looked up; {@link #found}, {@link
 *       #link}, {@link #other} or {@link #missing} supplies the result.
 *   <li>ENDED: {@link #directory} and {@link #name} are those of the last name. If it turns out to
 *       be a link to be followed, {@link #link} continues the walk.
 *   <li>FAILED: {@link #error} is the reason.
 * </ul>
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>The entered directories form a stack, each an entry of the one below it, with the directory
 *       above the root at the bottom. ".." pops one, but never the root: so it is relative to where
 *       links led.
 *   <li>No name is looked up, and no "." or ".." resolved, in a directory without search
 *       permission.
 *   <li>A path follows at most {@value #MAX_LINKS} links.
 * </ol>
 *
 * @param <D> the driver's representation of a directory
 */
public final class PathWalk<D> {
  /** The number of links after which a path counts as a loop, as in Linux. */
  public static final int MAX_LINKS = 40;

  private static final int USUAL_DEPTH = 8;

  private final Goal goal;
  private final Predicate<D> maySearch;

  /** The directory above the root, then the root, then all down to the current one. */
  private final List<D> entered = new ArrayList<>(USUAL_DEPTH);

  /** The name of each entered directory, except the one above the root. */
  private final List<Name> names = new ArrayList<>(USUAL_DEPTH);

  /** The unread rests of the paths that contained the followed links. */
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

  /** The state of a walk. */
  public enum State {
    LOOK_UP,
    ENDED,
    FAILED
  }

  private record Rest(PathText text, int next) {}

  /**
   * A new walk.
   *
   * @param path an absolute path
   * @param aboveRoot the directory in which the root is {@link InodeId#ROOT_NAME}
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

  /**
   * The name to look up. At the end: the last name, or for dots the name of the directory itself.
   */
  public Name name() {
    return name;
  }

  /** At the end: the last component of the path, or of the link at its end. */
  public Last last() {
    return last;
  }

  /** At the end: whether a trailing slash says that the last name is a directory. */
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

  /** The name is a directory. */
  public void found(D child) {
    expect(State.LOOK_UP);
    entered.add(child);
    names.add(name);
    proceed();
  }

  /** The name, or the last name at the end, is a link to be followed. */
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
    proceed();
  }

  /** The name is neither a directory nor a link. */
  public void other() {
    expect(State.LOOK_UP);
    fail(ErrorCode.ENOTDIR);
  }

  /** The name does not exist. */
  public void missing() {
    expect(State.LOOK_UP);
    fail(ErrorCode.ENOENT);
  }

  private void proceed() {
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

  /** The next component; there must be one. */
  private PathComponent take() {
    if (next == text.length() && rests != null) {
      Rest rest = rests.pop();
      text = rest.text;
      next = rest.next;
    }
    return text.part(next++);
  }

  /** Saves the rest of the path behind a link. */
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

  /** Pops directories until the given number of named ones is left. */
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

  /** How far a path is resolved. */
  public enum Goal {
    /** To a directory, following a link at the end, as chdir(2) does. */
    DIRECTORY,
    /**
     * To the last name, as stat(2) and chmod(2) do. The operation handles that name, unless a
     * trailing slash says that it is a directory.
     */
    FILE,
    /** To the last name, whatever follows it, as operations do that make, remove or move names. */
    NAME
  }

  /** The kind of a path's last component. */
  public enum Last {
    NAME,
    /** "." */
    SELF,
    /** ".." */
    PARENT,
    /** None: the path is that of the root. */
    ROOT
  }
}
