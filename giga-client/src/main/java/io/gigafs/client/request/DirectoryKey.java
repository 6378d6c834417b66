package io.gigafs.client.request;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;

/** The location of a directory's entry: parent and name. Immutable. */
public record DirectoryKey(InodeId parent, Name name) {
  private static final long SPREAD = 0x9e3779b97f4a7c15L;

  // Written by hand because path resolution is hot and a record's own method is slow at first.
  @Override
  public int hashCode() {
    return Long.hashCode(parent.value() * SPREAD ^ name.hash());
  }
}
