package io.gigafs.client.lookup;

import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.path.PathWalk.Last;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.index.Name;
import org.jspecify.annotations.Nullable;

/**
 * Where a target leads: a name in a directory. The root, and the target of "." and ".." at the end
 * of a path, have the name by which they were found. Immutable, except for the resolver.
 *
 * @param parent the directory of the name
 * @param last the kind of the path's last component
 * @param endsInSlash whether a trailing slash requires a directory
 * @param directory the directory at the name, if it had to be looked up and is one
 * @param resolver continues if the name is a link that is to be followed
 */
public record ResolvedPath(
    DirectoryEntry parent,
    Name name,
    Last last,
    boolean endsInSlash,
    @Nullable DirectoryEntry directory,
    OperationResolver resolver) {
  public DirectoryKey key() {
    return new DirectoryKey(parent.id(), name);
  }

  /** Whether the path ends in an ordinary name that may be of any type. */
  public boolean namesEntry() {
    return last == Last.NAME && !endsInSlash;
  }

  /** The directory of a path that was resolved to one. */
  public DirectoryEntry requireDirectory() {
    if (directory == null) {
      throw new IllegalStateException("the path was resolved to its last name only");
    }
    return directory;
  }
}
