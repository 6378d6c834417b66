package io.gigafs.server;

import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.server.History.Outcome;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The names of which it is known what they are: the last change was acknowledged, nothing else was
 * under way beside it, and nothing has begun since.
 */
final class SettledNames {
  private final Map<String, InodeId> directories = new HashMap<>(Map.of("/", InodeId.ROOT));
  private final Map<String, Settled> settled = new HashMap<>();
  private final Map<String, Integer> underWay = new HashMap<>();
  private final Map<String, Integer> begun = new HashMap<>();

  /** Names that someone may still change who was never told what became of it. */
  private final Set<String> unsure = new HashSet<>();

  /** When names were last given to what has or had another, as far as that was acknowledged. */
  private final Map<String, Long> namedAt = new HashMap<>();

  /** How many changes are under way that give a name to something. */
  private final Map<String, Integer> naming = new HashMap<>();

  private final Set<Long> madeIds = new HashSet<>();
  private @Nullable String twice;

  /**
   * A name and what it is.
   *
   * @param inode null if there is none of that name
   * @param atNanos when that was acknowledged
   */
  record Settled(InodeId directory, Name name, @Nullable InodeId inode, long atNanos) {}

  /** Names in this directory, which stays, are followed; others are not. */
  void follow(String path, InodeId directory) {
    directories.put(path, directory);
  }

  /** Someone begins to change a name; the result is for {@link #end}. */
  int begin(String path) {
    settled.remove(path);
    boolean alone = underWay.merge(path, 1, Integer::sum) == 1;
    int number = begun.merge(path, 1, Integer::sum);
    return alone ? number : 0;
  }

  /**
   * The change was answered.
   *
   * @param done whether it was made
   * @param known whether it is known if it was made
   * @param inode what the name is now, if the change was made
   */
  void end(
      String path, int number, boolean done, boolean known, @Nullable InodeId inode, long now) {
    underWay.merge(path, -1, Integer::sum);
    if (done && inode != null && !madeIds.add(inode.value())) {
      twice = path + " was made with the id " + inode + ", which had been given out before";
    }
    if (!known) {
      unsure.add(path);
    }
    GigaPath parsed = GigaPath.parse(path);
    InodeId directory = directories.get(parsed.parent().toString());
    boolean alone = number != 0 && begun.getOrDefault(path, 0) == number;
    if (done && alone && directory != null && !unsure.contains(path)) {
      settled.put(path, new Settled(directory, parsed.name(), inode, now));
    }
  }

  /** Someone begins to give something a new name; the result is for {@link #endOfNewName}. */
  int beginNewName(String path) {
    naming.merge(path, 1, Integer::sum);
    return begin(path);
  }

  /**
   * Likewise of a change that gave something a new name. Where that is forgotten, the machine that
   * decided it may bring it about again at any time.
   */
  void endOfNewName(String path, int number, Outcome outcome, long now) {
    end(path, number, false, outcome != Outcome.UNKNOWN, null, now);
    naming.merge(path, -1, Integer::sum);
    if (outcome == Outcome.DONE) {
      namedAt.put(path, now);
    }
  }

  private void forgetIf(boolean mayBeRetried, String path) {
    if (mayBeRetried) {
      unsure.add(path);
      settled.remove(path);
    }
  }

  /** Forgets what a machine may have lost, also of what is under way. */
  void forgetAfter(long nanos) {
    namedAt.forEach((path, atNanos) -> forgetIf(atNanos >= nanos, path));
    naming.forEach((path, count) -> forgetIf(count > 0, path));
    underWay.forEach((path, count) -> begun.merge(path, count > 0 ? 1 : 0, Integer::sum));
    settled.values().removeIf(each -> each.atNanos() >= nanos);
  }

  void forEach(BiConsumer<String, Settled> visitor) {
    settled.forEach(visitor);
  }

  /** What was made with an id that had been given out, or null. */
  @Nullable String idGivenTwice() {
    return twice;
  }
}
