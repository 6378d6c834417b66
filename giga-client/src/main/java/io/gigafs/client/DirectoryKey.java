package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/** Where a directory's entry is: in which directory, by which name. Immutable. */
record DirectoryKey(InodeId parent, Name name) {
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  // Written out because paths are resolved all the time and a record's own is slower at first.
  @Override
  public int hashCode() {
    return Long.hashCode(parent.value() * SPREAD ^ name.hash());
  }
}
