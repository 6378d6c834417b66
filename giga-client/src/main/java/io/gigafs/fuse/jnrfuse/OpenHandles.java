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
 * The open files, by handle and by inode number, and the names by which libfuse knows those that
 * have lost theirs. Safe for use by several threads.
 *
 * <p>If an open file is removed or replaced, libfuse renames it to a hidden name, and uses that as
 * the path from then on. No such name is created in the file system: it stands for a handle.
 */
final class OpenHandles {
  private static final long NONE = 0;

  private record Name(long directory, ByteBuffer bytes) {}

  private final Long2LongHashMap inodes = new Long2LongHashMap(NONE);

  /** libfuse's numbers of the files' nodes, if they are known. */
  private final Long2LongHashMap nodes = new Long2LongHashMap(NONE);

  private final Long2ObjectHashMap<LongArrayList> handles = new Long2ObjectHashMap<>();
  private final Map<Name, Long> hidden = new HashMap<>();

  /**
   * A file was opened.
   *
   * @param node libfuse's number of it, 0 if unknown
   */
  synchronized void opened(long handle, long inode, long node) {
    inodes.put(handle, inode);
    if (node != NONE) {
      nodes.put(handle, node);
    }
    handles.computeIfAbsent(inode, key -> new LongArrayList()).addLong(handle);
  }

  /** Sets libfuse's number of the file of a handle. */
  synchronized void nodeOf(long handle, long node) {
    if (node != NONE && inodes.containsKey(handle)) {
      nodes.put(handle, node);
    }
  }

  /** The handle is closed; the hidden names of a file end with its last handle. */
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

  /** An open handle of a file, {@link FuseFileSystem#NO_HANDLE} if there is none. */
  synchronized long anyOf(long inode) {
    LongArrayList open = handles.get(inode);
    return open == null ? FuseFileSystem.NO_HANDLE : open.getLong(open.size() - 1);
  }

  /** Passes libfuse's numbers of the nodes by which a file is open. */
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

  /** Makes a hidden name stand for an open file. */
  synchronized void hide(FusePathResolver.ResolvedPath place, long inode) {
    hidden.put(nameOf(place), inode);
  }

  /** The inode number of the file that a hidden name stands for, or null. */
  synchronized @Nullable Long hidden(FusePathResolver.ResolvedPath place) {
    return hidden.isEmpty() ? null : hidden.get(nameOf(place));
  }

  /** Removes a hidden name; returns whether it was one. */
  synchronized boolean unhide(FusePathResolver.ResolvedPath place) {
    return !hidden.isEmpty() && hidden.remove(nameOf(place)) != null;
  }

  private static Name nameOf(FusePathResolver.ResolvedPath place) {
    return new Name(place.directory(), ByteBuffer.wrap(place.name()));
  }
}
