package io.gigafs.bench.mdtest;

/** The phases of mdtest, in its order and with its names. */
enum MdtestPhase {
  TREE_CREATION("Tree creation"),
  DIRECTORY_CREATION("Directory creation"),
  DIRECTORY_STAT("Directory stat"),
  DIRECTORY_REMOVAL("Directory removal"),
  FILE_CREATION("File creation"),
  FILE_STAT("File stat"),
  FILE_READ("File read"),
  FILE_REMOVAL("File removal"),
  TREE_REMOVAL("Tree removal");

  private final String title;

  MdtestPhase(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  /**
   * Distance, in strides, between the task that operates on the items and the one that created
   * them.
   */
  int strides() {
    return switch (this) {
      case TREE_CREATION, TREE_REMOVAL, DIRECTORY_CREATION, FILE_CREATION -> 0;
      case DIRECTORY_STAT, FILE_STAT -> 1;
      case FILE_READ -> 2;
      case DIRECTORY_REMOVAL, FILE_REMOVAL -> 3;
    };
  }
}
