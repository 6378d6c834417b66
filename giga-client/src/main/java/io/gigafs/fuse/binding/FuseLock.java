package io.gigafs.fuse.binding;

/** A byte-range lock, as of fcntl(2). For one thread at a time. */
public final class FuseLock {
  /** The type of a lock. */
  public enum Type {
    /** F_RDLCK. */
    SHARED(0),
    /** F_WRLCK. */
    EXCLUSIVE(1),
    /** F_UNLCK: to unlock, or that there is no conflict. */
    NONE(2);

    private final int number;

    Type(int number) {
      this.number = number;
    }

    /** The number that the kernel uses. */
    public int number() {
      return number;
    }

    public static Type ofNumber(int number) {
      return number == SHARED.number ? SHARED : number == EXCLUSIVE.number ? EXCLUSIVE : NONE;
    }
  }

  /** The last byte of a lock to the end of the file. */
  private static final long NO_END = Long.MAX_VALUE;

  private Type type = Type.NONE;
  private long start;
  private long end;
  private int pid;

  /**
   * Sets all.
   *
   * @param length 0 for everything from the start on
   * @param newPid the holder; 0 if it is not a process of this machine
   */
  public void set(Type newType, long newStart, long length, int newPid) {
    setRange(newType, newStart, length == 0 ? NO_END : newStart + length - 1, newPid);
  }

  /** Sets that there is no conflicting lock. */
  public void setNone() {
    type = Type.NONE;
  }

  /** Sets all, in the kernel's form: the end is the last byte. */
  public void setRange(Type newType, long newStart, long newEnd, int newPid) {
    type = newType;
    start = newStart;
    end = newEnd;
    pid = newPid;
  }

  public Type type() {
    return type;
  }

  /** The first byte. */
  public long start() {
    return start;
  }

  /** How many bytes; 0 for everything from the start on. */
  public long length() {
    return end == NO_END ? 0 : end - start + 1;
  }

  public int pid() {
    return pid;
  }

  /** The last byte. */
  public long end() {
    return end;
  }
}
