package io.gigafs.tablefs;

import org.jspecify.annotations.Nullable;

/** A failed store operation. The message says which store, what failed and what to do. */
public class StoreException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kind of failure, for callers that answer with an error number. */
  public enum Kind {
    /**
     * The data directory cannot be used: another cluster, a newer format, a lock held by another
     * process.
     */
    UNUSABLE,
    /** The disk is full. */
    NO_SPACE,
    /** The disk or the engine failed. */
    IO,
    /** A file of the store does not contain what was written to it. All other data can be read. */
    DAMAGED
  }

  private final Kind kind;
  private final boolean known;

  public StoreException(Kind kind, String message) {
    super(message);
    this.kind = kind;
    this.known = false;
  }

  public StoreException(Kind kind, String message, Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.known = false;
  }

  private StoreException(Kind kind, String message, @Nullable Throwable cause, boolean known) {
    super(message, cause);
    this.kind = kind;
    this.known = known;
  }

  /** A failure whose reason the store has logged and reports in its health. */
  public static StoreException known(Kind kind, String message, @Nullable Throwable cause) {
    return new StoreException(kind, message, cause, true);
  }

  public Kind kind() {
    return kind;
  }

  /**
   * Whether the reason has been logged. Callers need not log it again, as every call may fail so.
   */
  public boolean isKnown() {
    return known;
  }
}
