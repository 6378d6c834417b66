package io.gigafs.server.fsck;

/**
 * Sources of references to objects, in the order in which an object moves between them: placed, in
 * transit with its file, a file's, queued for deletion. An object that moves during the scan is
 * found again in a later stage.
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
