package io.gigafs.hadoop;

import org.apache.hadoop.fs.Path;

/** A status that knows which version of a file of this file system it is of. */
interface VersionedStatus {
  FileVersion version();

  Path getPath();
}
