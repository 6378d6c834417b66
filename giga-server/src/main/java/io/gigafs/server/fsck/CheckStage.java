package io.gigafs.server.fsck;

/** Stages of a check, in this order. */
enum CheckStage implements ScanCursor.Stage {
  PARTITIONS(0),
  ENTRIES(1),
  INTENTS(2),
  REPLIES(3),
  /** The bytes of small files; a check of its own. */
  BYTES(4);

  private final int code;

  CheckStage(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  @Override
  public boolean isLast() {
    return this == REPLIES || this == BYTES;
  }
}
