package io.gigafs.bench.mdtest;

import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;

/** The location of the tasks' items. */
enum MdtestLayout {
  /** All in one directory: mdtest without {@code -u}. */
  SHARED("shared directory"),
  /** Those of each task in its own directory: {@code mdtest -u}. */
  UNIQUE("directory for each task");

  private final String title;

  MdtestLayout(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** Number of trees for a number of tasks. */
  int trees(int tasks) {
    return this == SHARED ? 1 : tasks;
  }

  GigaPath tree(GigaPath root, int task) {
    return root.child(Name.of("mdtest_tree." + (this == SHARED ? 0 : task)));
  }
}
