package io.gigafs.client.data;

import io.gigafs.client.data.HandleDataCalls.OpenedName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The backlogs of open files, indexed by the last known name of each file. Safe for use by several
 * threads.
 */
final class BacklogNames {
  private final Map<OpenedName, Set<Backlog>> backlogs = new HashMap<>();

  /** A handle of the file was opened. */
  synchronized void add(Backlog backlog) {
    backlogs.computeIfAbsent(backlog.name(), name -> new HashSet<>()).add(backlog);
  }

  /** Removes a backlog if the handle that was closed was the last one. */
  synchronized void removeUnused(Backlog backlog) {
    if (backlog.isOpen()) {
      return;
    }
    backlogs.computeIfPresent(
        backlog.name(),
        (name, all) -> {
          all.remove(backlog);
          return all.isEmpty() ? null : all;
        });
  }

  /** Moves the backlogs of renamed files to their new names and returns them. */
  synchronized List<Backlog> renamed(OpenedName from, OpenedName to) {
    Set<Backlog> moved = backlogs.remove(from);
    if (moved == null) {
      return List.of();
    }
    moved.forEach(backlog -> backlog.name(to));
    backlogs.computeIfAbsent(to, name -> new HashSet<>()).addAll(moved);
    return List.copyOf(moved);
  }

  synchronized List<Backlog> at(OpenedName name) {
    return List.copyOf(backlogs.getOrDefault(name, Set.of()));
  }
}
