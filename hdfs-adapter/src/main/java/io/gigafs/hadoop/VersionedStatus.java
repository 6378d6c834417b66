package io.gigafs.hadoop;

import org.apache.hadoop.fs.Path;

/** A status with the version of a file of this file system. */
interface VersionedStatus {
  FileVersion version();

  Path getPath();
}
