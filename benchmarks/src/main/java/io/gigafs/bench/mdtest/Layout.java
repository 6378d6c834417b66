package io.gigafs.bench.mdtest;

import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;

/** Where the items of tasks are. */
enum Layout {
  /** All in one directory: mdtest without {@code -u}. */
  SHARED("shared directory"),
  /** Those of each task in a directory of its own: {@code mdtest -u}. */
  UNIQUE("directory for each task");

  private final String title;

  Layout(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /** How many trees so many tasks have. */
  int trees(int tasks) {
    return this == SHARED ? 1 : tasks;
  }

  GigaPath tree(GigaPath root, int task) {
    return root.child(Name.of("mdtest_tree." + (this == SHARED ? 0 : task)));
  }
}
