package io.gigafs.hadoop.version;

/**
 * What later releases added to the Hadoop 3.3.1 that the plugin is for at least.
 *
 * <p>Only a class that is loaded where the feature is there may name its types: a method with one
 * of them in its signature makes every look-up of methods by reflection fail where it is missing.
 */
public enum HadoopFeature {
  /** {@code FileStatus} with a tag of the bytes: 3.3.2. */
  ETAGS("org.apache.hadoop.fs.EtagSource"),
  /** Many ranges with one call: 3.3.5. */
  VECTORED_READS("org.apache.hadoop.fs.FileRange"),
  /** Leases of any file system that has them: 3.3.6. */
  LEASE_RECOVERY("org.apache.hadoop.fs.LeaseRecoverable"),
  /** Many deletions with one call: 3.4.1. */
  BULK_DELETES("org.apache.hadoop.fs.BulkDelete");

  private final boolean isThere;

  HadoopFeature(String className) {
    this.isThere = exists(className);
  }

  /** Whether the Hadoop that runs here has it. */
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
