package io.gigafs.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * By which name of which directory a directory was last seen. It is a hint: its user checks that
 * the name still leads there, by a lease or by the server. Safe for use by several threads.
 */
final class DirectoryLocations {
  private static final int MAX_ENTRIES = 1 << 17;

  /** Deeper ones are shown by their inode id in messages. */
  private static final int MAX_SHOWN_DEPTH = 256;

  private static final DirectoryKey ROOT = new DirectoryKey(InodeId.SUPER_ROOT, InodeId.ROOT_NAME);

  private final Cache<InodeId, DirectoryKey> locations =
      Caffeine.newBuilder().maximumSize(MAX_ENTRIES).executor(Runnable::run).build();

  /** The other way round: what a rename by this client moves. */
  private final Cache<DirectoryKey, InodeId> directories =
      Caffeine.newBuilder().maximumSize(MAX_ENTRIES).executor(Runnable::run).build();

  /** Where a directory was last seen; null if that is not known. */
  @Nullable DirectoryKey of(InodeId directory) {
    return directory.equals(InodeId.ROOT) ? ROOT : locations.getIfPresent(directory);
  }

  /** The directory that was last seen at a name; null if that is not known. */
  @Nullable InodeId at(DirectoryKey key) {
    return directories.getIfPresent(key);
  }

  /** A directory was seen at a name. No other is there then, and it is at no other name. */
  void learn(InodeId directory, DirectoryKey key) {
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

  /**
   * The directory at a name was removed. Else those that are gone would fill the room of others.
   */
  void removed(DirectoryKey key) {
    InodeId directory = directories.asMap().remove(key);
    if (directory != null) {
      locations.asMap().remove(directory, key);
    }
  }

  /** How many are known. */
  long size() {
    return Math.max(locations.estimatedSize(), directories.estimatedSize());
  }

  /**
   * The absolute path of what is at a path, as it was last seen; the same path if that is unknown.
   */
  GigaPath named(GigaPath path) {
    if (path.isAbsolute()) {
      return path;
    }
    Deque<Name> names = new ArrayDeque<>(path.names());
    for (InodeId at = path.base(); !at.equals(InodeId.ROOT); ) {
      DirectoryKey key = of(at);
      if (key == null || names.size() > MAX_SHOWN_DEPTH) {
        return path;
      }
      names.addFirst(key.name());
      at = key.parent();
    }
    return new GigaPath(List.copyOf(names));
  }
}
