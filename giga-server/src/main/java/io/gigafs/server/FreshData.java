package io.gigafs.server;

import io.gigafs.server.migration.WorkFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Directories that a start creates before the cluster has accepted the server. They are removed
 * again if the start fails, so that a refused start changes nothing. Not thread-safe.
 */
final class FreshData {
  private final List<Path> made;
  private boolean kept;

  private FreshData(List<Path> made) {
    this.made = made;
  }

  /** Records which of these directories do not exist yet. The outer directory comes first. */
  static FreshData of(Path... directories) {
    List<Path> absent = new ArrayList<>();
    for (Path directory : directories) {
      if (!Files.exists(directory)) {
        absent.add(directory);
      }
    }
    return new FreshData(absent);
  }

  /** Keeps the directories: the cluster has registered the store. */
  void keep() {
    kept = true;
  }

  void removeUnlessKept() {
    if (!kept) {
      made.forEach(WorkFolder::remove);
    }
  }
}
