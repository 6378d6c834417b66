package io.gigafs.server.transaction;

/** The kinds of intents in the store: the first byte of an intent's body. */
public enum IntentKind {
  SPLIT(1),
  DIRECTORY_CHANGE(2),
  /** A partition that was imported while others of its slot are still missing. */
  ARRIVED(3),
  /** A decided change of several names, at its coordinator. */
  COMMIT(4),
  /** A step of such a change, at a participant. */
  COMMIT_STEP(5),
  /** A partition's names are delegated to a client. */
  DELEGATION(6),
  /** Other servers have copies of names of a partition. */
  COPIES(7);

  private final int code;

  IntentKind(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /**
   * Returns the kind of an intent's body.
   *
   * @throws IllegalArgumentException if this version does not know the kind
   */
  public static IntentKind of(byte[] body) {
    for (IntentKind kind : values()) {
      if (body.length > 0 && body[0] == kind.code) {
        return kind;
      }
    }
    throw new IllegalArgumentException(
        "intent of unknown kind " + (body.length > 0 ? body[0] : "(empty)"));
  }
}
