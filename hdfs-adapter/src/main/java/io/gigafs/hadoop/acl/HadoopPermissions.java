package io.gigafs.hadoop.acl;

import org.apache.hadoop.fs.permission.FsAction;

/** Converts permissions between Hadoop's form and permission bits: 4, 2 and 1. */
public final class HadoopPermissions {
  private static final int READ = 4;
  private static final int WRITE = 2;
  private static final int EXECUTE = 1;

  private HadoopPermissions() {}

  public static int bits(FsAction action) {
    return (action.implies(FsAction.READ) ? READ : 0)
        | (action.implies(FsAction.WRITE) ? WRITE : 0)
        | (action.implies(FsAction.EXECUTE) ? EXECUTE : 0);
  }

  static FsAction action(int bits) {
    FsAction action = FsAction.NONE;
    action = (bits & READ) == 0 ? action : action.or(FsAction.READ);
    action = (bits & WRITE) == 0 ? action : action.or(FsAction.WRITE);
    return (bits & EXECUTE) == 0 ? action : action.or(FsAction.EXECUTE);
  }
}
