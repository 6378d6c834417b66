package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import org.jspecify.annotations.Nullable;

/**
 * Finds the directory that a path names: from the cache, which waits for nobody and checks search
 * permission by itself, and from the first miss on by a {@link Walk}. Safe for use by several
 * threads.
 *
 * <p>Step 0 of a path is the root's name in the super-root, step n is the path's n-th name.
 */
final class Resolver {
  private Resolver() {}

  /** Resolves the first names of the operation's path, as many as depth says. */
  static void resolve(Core core, Operation<?> operation, int depth, Resolution then) {
    long now = core.clock().nanos();
    GigaPath path = operation.path();
    DirectoryEntry directory = DirectoryEntry.SUPER_ROOT;
    for (int step = 0; step <= depth; step++) {
      DirectoryEntry child = core.directories().get(key(directory.id(), path, step), now);
      if (child == null) {
        new Walk(core, operation, depth, then, directory, step).go();
        return;
      }
      if (!directory.allowsSearch(operation.caller())) {
        then.unresolved(operation.failure(ErrorCode.EACCES, ""));
        return;
      }
      directory = child;
    }
    then.resolved(directory);
  }

  /** Forgets all that the cache has about the directories of a path. */
  static void forget(Core core, GigaPath path) {
    long now = core.clock().nanos();
    InodeId parent = InodeId.SUPER_ROOT;
    for (int step = 0; step <= path.names().size(); step++) {
      DirectoryKey key = key(parent, path, step);
      @Nullable DirectoryEntry entry = core.directories().get(key, now);
      if (entry == null) {
        return;
      }
      core.directories().forget(key);
      parent = entry.id();
    }
  }

  static DirectoryKey key(InodeId parent, GigaPath path, int step) {
    Name name = step == 0 ? InodeId.ROOT_NAME : path.names().get(step - 1);
    return new DirectoryKey(parent, name);
  }
}
