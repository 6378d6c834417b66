package io.gigafs.client.request;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.client.DirectoryTarget.DirectoryInode;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Target;
import io.gigafs.client.Target.EntryTarget;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The parent and name under which each directory was last seen. Hints only: the user verifies, by a
 * lease or at the server, that the name still leads there. Safe for use by several threads.
 */
public final class DirectoryLocations {
  private static final int MAX_ENTRIES = 1 << 17;

  /** Deeper ones are shown by their inode id in messages. */
  private static final int MAX_SHOWN_DEPTH = 256;

  private static final DirectoryKey ROOT = new DirectoryKey(InodeId.SUPER_ROOT, InodeId.ROOT_NAME);

  private final Cache<InodeId, DirectoryKey> locations =
      Caffeine.newBuilder().maximumSize(MAX_ENTRIES).executor(Runnable::run).build();

  /** The reverse map, to find what a rename by this client moves. */
  private final Cache<DirectoryKey, InodeId> directories =
      Caffeine.newBuilder().maximumSize(MAX_ENTRIES).executor(Runnable::run).build();

  /** Where a directory was last seen; null if unknown. */
  public @Nullable DirectoryKey of(InodeId directory) {
    return directory.equals(InodeId.ROOT) ? ROOT : locations.getIfPresent(directory);
  }

  /** The directory that was last seen at a name; null if unknown. */
  public @Nullable InodeId at(DirectoryKey key) {
    return directories.getIfPresent(key);
  }

  /** A directory was seen at a name. No other directory is there then, and it has no other name. */
  public void learn(InodeId directory, DirectoryKey key) {
    @Nullable DirectoryKey known = locations.getIfPresent(directory);
    @Nullable InodeId there = directories.getIfPresent(key);
    if (key.equals(known) && directory.equals(there)) {
      return;
    }
    if (known != null && !known.equals(key)) {
      directories.asMap().remove(known, directory);
    }
    if (there != null && !there.equals(directory)) {
      locations.asMap().remove(there, key);
    }
    locations.put(directory, key);
    directories.put(key, directory);
  }

  /** The directory at a name was removed. Removing it here frees its entry for others. */
  public void removed(DirectoryKey key) {
    InodeId directory = directories.asMap().remove(key);
    if (directory != null) {
      locations.asMap().remove(directory, key);
    }
  }

  /** The number of known directories. */
  long size() {
    return Math.max(locations.estimatedSize(), directories.estimatedSize());
  }

  /** The absolute path of a target, as last seen; the same target if unknown. */
  public Target named(Target target) {
    if (target instanceof DirectoryInode directory) {
      return named(target, directory.inode(), new ArrayDeque<>());
    }
    if (target instanceof EntryTarget entry) {
      return named(target, entry.directory(), new ArrayDeque<>(List.of(entry.name())));
    }
    return target;
  }

  private Target named(Target target, InodeId directory, Deque<Name> names) {
    for (InodeId at = directory; !at.equals(InodeId.ROOT); ) {
      DirectoryKey key = of(at);
      if (key == null || names.size() > MAX_SHOWN_DEPTH) {
        return target;
      }
      names.addFirst(key.name());
      at = key.parent();
    }
    return new GigaPath(List.copyOf(names));
  }
}
