package io.gigafs.server;

import io.gigafs.server.transfer.WorkFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * What a start makes on the disk before the cluster has taken the server in: gone again if that
 * fails, so that a refused start changes nothing. For one thread.
 */
final class FreshData {
  private final List<Path> made;
  private boolean kept;

  private FreshData(List<Path> made) {
    this.made = made;
  }

  /** Takes note of which of these directories, the outer one first, are not there yet. */
  static FreshData of(Path... directories) {
    List<Path> absent = new ArrayList<>();
    for (Path directory : directories) {
      if (!Files.exists(directory)) {
        absent.add(directory);
      }
    }
    return new FreshData(absent);
  }

  /** The cluster knows the store now. */
  void keep() {
    kept = true;
  }

  void removeUnlessKept() {
    if (!kept) {
      made.forEach(WorkFolder::remove);
    }
  }
}
