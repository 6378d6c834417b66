package io.gigafs.client;

import io.gigafs.client.path.Last;
import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * Where a path leads: a name in a directory. The root, and the target of "." and ".." at the end of
 * a path, have the name by which they were found. Immutable, except for the resolver.
 *
 * @param parent the directory of the name
 * @param last the kind of the path's last component
 * @param endsInSlash whether a trailing slash requires a directory
 * @param directory the directory at the name, if it had to be looked up and is one
 * @param resolver continues if the name is a link that is to be followed
 */
record ResolvedPath(
    DirectoryEntry parent,
    Name name,
    Last last,
    boolean endsInSlash,
    @Nullable DirectoryEntry directory,
    OperationResolver resolver) {
  DirectoryKey key() {
    return new DirectoryKey(parent.id(), name);
  }

  /** The directory of a path that was resolved to one. */
  DirectoryEntry requireDirectory() {
    if (directory == null) {
      throw new IllegalStateException("the path was resolved to its last name only");
    }
    return directory;
  }
}
