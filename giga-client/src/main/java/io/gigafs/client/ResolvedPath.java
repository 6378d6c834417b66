package io.gigafs.client;

import io.gigafs.client.path.Last;
import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * Where a path leads: a name in a directory. The root, and whatever "." and ".." at the end of a
 * path stand for, have the name by which they were found. Immutable, but for the resolver.
 *
 * @param parent the directory of the name
 * @param last what the path ends with
 * @param endsInSlash whether a slash says that the name is that of a directory
 * @param directory what is there if it had to be looked up, and then it is a directory
 * @param resolver leads on if the name is a link that is to be followed
 */
record ResolvedPath(
    DirectoryEntry parent,
    Name name,
    Last last,
    boolean endsInSlash,
    @Nullable DirectoryEntry directory,
    Resolver resolver) {
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
