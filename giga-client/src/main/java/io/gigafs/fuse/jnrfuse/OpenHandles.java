package io.gigafs.fuse.jnrfuse;

import io.gigafs.fuse.binding.FuseFileSystem;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.agrona.collections.Long2LongHashMap;
import org.agrona.collections.Long2ObjectHashMap;
import org.agrona.collections.LongArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The files that are open, by handle and by inode number, and the names by which libfuse knows
 * those that have lost theirs. Safe for use by several threads.
 *
 * <p>libfuse renames a file that is removed or replaced while it is open to a hidden name, and
 * gives that for a path from then on. No such name is made: it stands for a handle.
 */
final class OpenHandles {
  private static final long NONE = 0;

  private record Name(long directory, ByteBuffer bytes) {}

  private final Long2LongHashMap inodes = new Long2LongHashMap(NONE);

  /** libfuse's numbers of the files' nodes, as far as they are known. */
  private final Long2LongHashMap nodes = new Long2LongHashMap(NONE);

  private final Long2ObjectHashMap<LongArrayList> handles = new Long2ObjectHashMap<>();
  private final Map<Name, Long> hidden = new HashMap<>();

  /**
   * A file was opened.
   *
   * @param node libfuse's number of it, 0 if it is not known
   */
  synchronized void opened(long handle, long inode, long node) {
    inodes.put(handle, inode);
    if (node != NONE) {
      nodes.put(handle, node);
    }
    handles.computeIfAbsent(inode, key -> new LongArrayList()).addLong(handle);
  }

  /** The number by which libfuse calls the file of a handle. */
  synchronized void nodeOf(long handle, long node) {
    if (node != NONE && inodes.containsKey(handle)) {
      nodes.put(handle, node);
    }
  }

  /** The handle is closed; a file that has no other loses its hidden names. */
  synchronized void closed(long handle) {
    long inode = inodes.remove(handle);
    nodes.remove(handle);
    LongArrayList open = handles.get(inode);
    if (open != null) {
      open.removeLong(handle);
      if (open.isEmpty()) {
        handles.remove(inode);
        if (!hidden.isEmpty()) {
          hidden.values().removeIf(of -> of == inode);
        }
      }
    }
  }

  /** The inode number of a handle's file; 0 if it is not open. */
  synchronized long inodeOf(long handle) {
    return inodes.get(handle);
  }

  /** A handle that is open on a file, {@link FuseFileSystem#NO_HANDLE} if there is none. */
  synchronized long anyOf(long inode) {
    LongArrayList open = handles.get(inode);
    return open == null ? FuseFileSystem.NO_HANDLE : open.getLong(open.size() - 1);
  }

  /** Gives libfuse's numbers of the nodes by which a file is open. */
  void forEachNode(long inode, LongConsumer action) {
    LongArrayList found = new LongArrayList();
    synchronized (this) {
      LongArrayList open = handles.get(inode);
      for (int i = 0; open != null && i < open.size(); i++) {
        long node = nodes.get(open.getLong(i));
        if (node != NONE && !found.containsLong(node)) {
          found.addLong(node);
        }
      }
    }
    found.forEachLong(action);
  }

  /** From now on a hidden name stands for a file that is open. */
  synchronized void hide(PathWalk.ResolvedPath place, long inode) {
    hidden.put(nameOf(place), inode);
  }

  /** The inode number of the file that a hidden name stands for, or null. */
  synchronized @Nullable Long hidden(PathWalk.ResolvedPath place) {
    return hidden.isEmpty() ? null : hidden.get(nameOf(place));
  }

  /** Whether a name was hidden, which it is not any more. */
  synchronized boolean unhide(PathWalk.ResolvedPath place) {
    return !hidden.isEmpty() && hidden.remove(nameOf(place)) != null;
  }

  private static Name nameOf(PathWalk.ResolvedPath place) {
    return new Name(place.directory(), ByteBuffer.wrap(place.name()));
  }
}
