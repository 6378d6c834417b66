package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * What an operation acts on: a path, a name in a directory, or a directory. Immutable.
 *
 * <p>A {@link GigaPath} is resolved first. The other two are the inode level, on which mounts work:
 * they name a directory by its inode id, are valid wherever the directory is, and follow no
 * symbolic link (ELOOP). The caller needs the same permissions as with an absolute path.
 */
public sealed interface Target permits DirectoryTarget, Target.EntryTarget {
  /**
   * The inode that it has to lead to; null for any. An operation that would affect another file
   * fails with ESTALE. This applies to operations on files and to rmdir(2). Other operations on
   * names (create, unlink, rename) apply to whatever the name leads to.
   */
  default @Nullable InodeId expected() {
    return null;
  }

  /**
   * A name in a directory.
   *
   * @param expected the inode that the name has to lead to; null for any
   */
  record EntryTarget(InodeId directory, Name name, @Nullable InodeId expected) implements Target {
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
}
