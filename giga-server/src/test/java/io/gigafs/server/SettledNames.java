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
 * The names with a known state: the last change was acknowledged, no other change ran concurrently,
 * and none has begun since.
 */
final class SettledNames {
  private final Map<String, InodeId> directories = new HashMap<>(Map.of("/", InodeId.ROOT));
  private final Map<String, Settled> settled = new HashMap<>();
  private final Map<String, Integer> underWay = new HashMap<>();
  private final Map<String, Integer> begun = new HashMap<>();

  /** Names that a change with an unknown outcome may still affect. */
  private final Set<String> unsure = new HashSet<>();

  /** When names were last created by an acknowledged link or rename. */
  private final Map<String, Long> namedAt = new HashMap<>();

  /** The number of links and renames to a name that are under way. */
  private final Map<String, Integer> naming = new HashMap<>();

  private final Set<Long> madeIds = new HashSet<>();
  private @Nullable String twice;

  /**
   * A name and its state.
   *
   * @param inode null if the name does not exist
   * @param atNanos when its state was acknowledged
   */
  record Settled(InodeId directory, Name name, @Nullable InodeId inode, long atNanos) {}

  /** Follows names in this directory, which is never removed; other names are not followed. */
  void follow(String path, InodeId directory) {
    directories.put(path, directory);
  }

  /** Begins a change of a name; the result is for {@link #end}. */
  int begin(String path) {
    settled.remove(path);
    boolean alone = underWay.merge(path, 1, Integer::sum) == 1;
    int number = begun.merge(path, 1, Integer::sum);
    return alone ? number : 0;
  }

  /**
   * Ends a change with its answer.
   *
   * @param done whether it was applied
   * @param known whether the outcome is known
   * @param inode the name's inode, if the change was applied
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

  /** Begins a link or rename to a name; the result is for {@link #endOfNewName}. */
  int beginNewName(String path) {
    naming.merge(path, 1, Integer::sum);
    return begin(path);
  }

  /**
   * Ends a link or rename to a name. If a machine loses the name, the coordinator may apply the
   * change again at any time.
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

  /** Forgets the changes that a machine may have lost, and those under way. */
  void forgetAfter(long nanos) {
    namedAt.forEach((path, atNanos) -> forgetIf(atNanos >= nanos, path));
    naming.forEach((path, count) -> forgetIf(count > 0, path));
    underWay.forEach((path, count) -> begun.merge(path, count > 0 ? 1 : 0, Integer::sum));
    settled.values().removeIf(each -> each.atNanos() >= nanos);
  }

  void forEach(BiConsumer<String, Settled> visitor) {
    settled.forEach(visitor);
  }

  /** The name that was created with a used id, or null. */
  @Nullable String idGivenTwice() {
    return twice;
  }
}
