package io.gigafs.hadoop.version;

/**
 * Features that later releases added to Hadoop 3.3.1, the oldest supported one.
 *
 * <p>Only a class that is loaded when the feature exists may refer to its types: a method with one
 * of them in its signature makes each reflective lookup of methods fail if it is missing.
 */
public enum HadoopFeature {
  /** {@code FileStatus} with an entity tag: 3.3.2. */
  ETAGS("org.apache.hadoop.fs.EtagSource"),
  /** Vectored reads: 3.3.5. */
  VECTORED_READS("org.apache.hadoop.fs.FileRange"),
  /** Leases for any file system: 3.3.6. */
  LEASE_RECOVERY("org.apache.hadoop.fs.LeaseRecoverable"),
  /** Bulk deletion: 3.4.1. */
  BULK_DELETES("org.apache.hadoop.fs.BulkDelete");

  private final boolean isThere;

  HadoopFeature(String className) {
    this.isThere = exists(className);
  }

  /** Whether the running Hadoop has it. */
  public boolean isThere() {
    return isThere;
  }

  private static boolean exists(String className) {
    try {
      Class.forName(className, false, HadoopFeature.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }
}
