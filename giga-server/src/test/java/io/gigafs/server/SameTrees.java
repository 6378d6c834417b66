package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.ListedEntry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;

/**
 * Compares the trees of two clusters in parallel: the order of a listing depends only on the names.
 */
final class SameTrees {
  private SameTrees() {}

  /**
   * Fails unless both trees have the same names with the same attributes, except for inode ids and
   * the atime of directories.
   *
   * @return the number of entries
   */
  static long check(GigaClient one, GigaClient other) throws GigaException {
    assertThat(comparable(other.stat(GigaPath.ROOT)))
        .isEqualTo(comparable(one.stat(GigaPath.ROOT)));
    long entries = 0;
    Deque<GigaPath> directories = new ArrayDeque<>();
    directories.push(GigaPath.ROOT);
    while (!directories.isEmpty()) {
      entries += checkDirectory(one, other, directories.pop(), directories);
    }
    return entries;
  }

  private static long checkDirectory(
      GigaClient one, GigaClient other, GigaPath path, Deque<GigaPath> directories)
      throws GigaException {
    long entries = 0;
    try (EntryIterator its = one.list(path, true);
        EntryIterator others = other.list(path, true)) {
      while (its.hasNext() && others.hasNext()) {
        ListedEntry entry = its.next();
        ListedEntry same = others.next();
        FileAttributes attributes = Objects.requireNonNull(entry.attributes());
        if (!entry.name().equals(same.name())
            || !comparable(attributes)
                .equals(comparable(Objects.requireNonNull(same.attributes())))) {
          throw new AssertionError("in " + path + ": " + entry + ", but " + same);
        }
        if (attributes.isDirectory()) {
          directories.push(path.child(entry.name()));
        }
        entries++;
      }
      assertThat(its.hasNext() || others.hasNext()).as("%s is longer in one", path).isFalse();
    }
    return entries;
  }

  /** All attributes except inode ids and the atime of directories, which a listing changes. */
  private static FileAttributes comparable(FileAttributes from) {
    return new FileAttributes(
        InodeId.ROOT,
        from.type(),
        from.mode(),
        from.uid(),
        from.gid(),
        from.size(),
        from.links(),
        from.isDirectory() ? 0 : from.accessedNanos(),
        from.modifiedNanos(),
        from.changedNanos(),
        from.device(),
        FileAttributes.NO_BIRTH,
        from.flags());
  }
}
