package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * A name in a directory.
 *
 * @param expected the inode that the name has to lead to; null for any
 */
public record EntryTarget(InodeId directory, Name name, @Nullable InodeId expected)
    implements Target {
  public EntryTarget(InodeId directory, Name name) {
    this(directory, name, null);
  }

  /** The same name, bound to the file that it was seen to lead to. */
  public EntryTarget expecting(InodeId inode) {
    return new EntryTarget(directory, name, inode);
  }

  /** For messages. */
  @Override
  public String toString() {
    return (directory.equals(InodeId.ROOT) ? "" : "inode " + directory) + "/" + name;
  }
}
