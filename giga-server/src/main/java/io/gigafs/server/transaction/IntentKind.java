package io.gigafs.server.transaction;

/** What an intent in the store is about: the first byte of its body. */
public enum IntentKind {
  SPLIT(1),
  DIRECTORY_CHANGE(2),
  /** A partition that came from another server, while others of its slot are still to come. */
  ARRIVED(3),
  /** A change of several names that is decided, at the holder of the name that it began with. */
  COMMIT(4),
  /** A step of such a change, at the holder of another name. */
  COMMIT_STEP(5),
  /** That a partition's names are delegated to a client. */
  DELEGATION(6),
  /** That other servers have copies of names of a partition. */
  COPIES(7);

  private final int code;

  IntentKind(int code) {
    this.code = code;
  }

  public int code() {
    return code;
  }

  /**
   * The kind of an intent's body.
   *
   * @throws IllegalArgumentException if this version knows no such kind
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
