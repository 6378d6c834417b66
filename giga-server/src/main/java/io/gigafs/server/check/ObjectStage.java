package io.gigafs.server.check;

/**
 * Where objects are named, in the order in which an object goes from one to the next: placed, on
 * its way with its file, a file's, to be deleted. What goes on meanwhile is met again later.
 */
enum ObjectStage implements ScanCursor.Stage {
  HOLDS(0),
  INTENTS(1),
  ENTRIES(2),
  RECLAIM(3);

  private final int code;

  ObjectStage(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public boolean isLast() {
    return this == RECLAIM;
  }
}
