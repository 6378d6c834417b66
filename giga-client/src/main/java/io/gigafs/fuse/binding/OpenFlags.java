package io.gigafs.fuse.binding;

/** The flags of open(2), with Linux's values on this machine's architecture. */
public final class OpenFlags {
  public static final int ACCESS_MODE = 3;
  public static final int READ_ONLY = 0;
  public static final int WRITE_ONLY = 1;
  public static final int READ_WRITE = 2;
  public static final int CREATE = 0100;
  public static final int EXCLUSIVE = 0200;
  public static final int TRUNCATE = 01000;
  public static final int APPEND = 02000;
  public static final int DATA_SYNC = 010000;
  public static final int SYNC = 04010000;
  public static final int NO_ACCESS_TIME = 01000000;
  public static final int DIRECT = isArm() ? 0200000 : 040000;

  /** The kernel's internal flag of an open for execve(2). */
  public static final int EXECUTE = 040;

  private OpenFlags() {}

  static boolean isArm() {
    return System.getProperty("os.arch", "").startsWith("aarch64");
  }
}
