package io.gigafs.tablefs;

import java.nio.file.Path;

/**
 * A sorted table file with the rows of one column family.
 *
 * @param family the family's name
 * @param isVerified whether its bytes are known to be unchanged since they were written
 */
public record RangeFile(String family, Path path, boolean isVerified) {
  /** A file that may have been damaged since it was written. */
  public RangeFile(String family, Path path) {
    this(family, path, false);
  }
}
