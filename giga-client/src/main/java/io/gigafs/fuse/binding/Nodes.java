package io.gigafs.fuse.binding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files that the kernel remembers, and the paths that lead to them. Safe for use by several
 * threads.
 *
 * <p>The kernel names files by numbers, the file system by paths. Names of one file, hard links,
 * share a node, so that the kernel has its attributes and pages once. A path is used under a {@link
 * Hold}: all that is on it stays where it is until the hold is closed, and who wants to move or
 * remove something waits until nobody holds a path through it. A hold takes all that it needs at
 * once, or nothing and waits; so no two wait for each other. Who waits to move something goes
 * before those that come after.
 *
 * <p>It needs no kernel, and as much of it is public as tells what a path costs a mount.
 */
public final class Nodes {
  /** The number by which the kernel calls the mounted directory. */
  public static final long ROOT = 1;

  private final Long2ObjectHashMap<Node> byInode = new Long2ObjectHashMap<>();
  private final Map<Node.Link, Node.Link> names = new HashMap<>();
  private final Node root;
  private int waiting;

  /**
   * @param rootInode the file system's number of the mounted directory
   */
  public Nodes(long rootInode) {
    root = new Node(rootInode);
    root.lookups = 1;
    byInode.put(rootInode, root);
  }

  /** What the kernel calls a file; its own inverse. */
  long number(long inode) {
    if (inode == root.inode) {
      return ROOT;
    }
    return inode == ROOT ? root.inode : inode;
  }

  /**
   * Notes that the kernel is told of a file.
   *
   * @param directory the kernel's number; a name of a directory that it forgot is not noted
   */
  public synchronized void remember(long directory, byte[] name, FuseAttributes attributes) {
    long inode = attributes.inode();
    Node node = byInode.get(inode);
    if (node == null) {
      node = new Node(inode);
      byInode.put(inode, node);
    }
    node.lookups++;
    node.seen(attributes);
    Node parent = byInode.get(number(directory));
    if (parent != null && node != root) {
      link(parent, name, node);
    }
  }

  private void link(Node parent, byte[] name, Node child) {
    Node.Link link = new Node.Link(parent, name, child);
    Node.Link known = names.get(link);
    if (known != null) {
      if (known.child == child) {
        preferred(known);
        return;
      }
      drop(known);
    }
    names.put(link, link);
    link.next = child.name;
    child.name = link;
    parent.children++;
  }

  /** Has paths be told by the name that was seen last. */
  @SuppressWarnings("ReferenceEquality") // equal links may be of different files
  private static void preferred(Node.Link link) {
    Node child = link.child;
    if (child.name != link) {
      detach(link);
      link.next = child.name;
      child.name = link;
    }
  }

  @SuppressWarnings("ReferenceEquality") // likewise
  private static void detach(Node.Link link) {
    Node child = link.child;
    if (child.name == link) {
      child.name = link.next;
      return;
    }
    for (Node.Link at = child.name; at != null; at = at.next) {
      if (at.next == link) {
        at.next = link.next;
        return;
      }
    }
  }

  private void drop(Node.Link link) {
    names.remove(link);
    detach(link);
    link.parent.children--;
    dropIfForgotten(link.parent);
  }

  private void dropIfForgotten(Node node) {
    if (node.isKnown() || byInode.get(node.inode) != node) {
      return;
    }
    byInode.remove(node.inode);
    while (node.name != null) {
      drop(node.name);
    }
  }

  /** The kernel does not know a file any more, or less often. */
  synchronized void forget(long number, long lookups) {
    Node node = byInode.get(number(number));
    if (node != null && node != root) {
      node.lookups = Math.max(0, node.lookups - lookups);
      dropIfForgotten(node);
    }
  }

  /** A name is gone. */
  synchronized void unlinked(long directory, byte[] name) {
    Node.Link link = find(directory, name);
    if (link != null) {
      drop(link);
    }
  }

  /** A file has another name now, in place of one. */
  synchronized void renamed(long from, byte[] name, long to, byte[] newName) {
    Node parent = byInode.get(number(to));
    Node.Link source = find(from, name);
    Node.Link target = find(to, newName);
    if (source != null && target != null && source.child == target.child) {
      return; // two names of one file: rename(2) does nothing
    }
    if (target != null) {
      drop(target);
    }
    if (source != null) {
      drop(source);
      if (parent != null) {
        link(parent, newName, source.child);
      }
    }
  }

  /** Two files have each other's names now. */
  synchronized void exchanged(long from, byte[] name, long to, byte[] newName) {
    Node.Link one = find(from, name);
    Node.Link other = find(to, newName);
    if (one != null) {
      drop(one);
    }
    if (other != null) {
      drop(other);
    }
    Node first = byInode.get(number(from));
    Node second = byInode.get(number(to));
    if (one != null && second != null) {
      link(second, newName, one.child);
    }
    if (other != null && first != null) {
      link(first, name, other.child);
    }
  }

  private Node.@Nullable Link find(long directory, byte[] name) {
    Node parent = byInode.get(number(directory));
    return parent == null ? null : names.get(new Node.Link(parent, name, parent));
  }

  synchronized void opened(long number, long handle) {
    Node node = byInode.get(number(number));
    if (node != null) {
      node.opened(handle);
    }
  }

  /** Has the writes of a handle go past the page cache; false if the file is open by others. */
  synchronized boolean writeDirectly(long number, long handle) {
    Node node = byInode.get(number(number));
    return node != null && node.writeDirectly(handle);
  }

  /**
   * Has what a handle appends go past the page cache.
   *
   * @param reads whether it reads, too
   */
  synchronized void appendDirectly(long number, long handle, boolean reads) {
    Node node = byInode.get(number(number));
    if (node != null) {
      node.appendDirectly(handle, reads);
    }
  }

  /** Whether the writes of a handle go past the page cache. */
  synchronized boolean isWrittenDirectly(long number, long handle) {
    Node node = byInode.get(number(number));
    return node != null && node.isWrittenDirectly(handle);
  }

  /** Whether a handle that writes past the page cache may leave pages behind that are old. */
  synchronized boolean isWrittenBesidePages(long number, long handle) {
    Node node = byInode.get(number(number));
    return node != null && node.isWrittenBesidePages(handle);
  }

  synchronized void closed(long number, long handle) {
    Node node = byInode.get(number(number));
    if (node != null) {
      node.closed(handle);
    }
  }

  /**
   * Whether the kernel can know of no other state of a file than that in which it was found.
   *
   * @param keptNanos for how long it keeps what it is told
   */
  synchronized boolean isTold(long number, FuseOpened found, long keptNanos) {
    Node node = byInode.get(number(number));
    return node != null
        && node.isTold(found.size(), found.modifiedNanos(), found.changedNanos(), keptNanos);
  }

  /** The kernel was told to drop what it knew before a file was found so. */
  synchronized void dropped(long number, FuseOpened found) {
    Node node = byInode.get(number(number));
    if (node != null) {
      node.dropped(found.size(), found.modifiedNanos(), found.changedNanos());
    }
  }

  /** Whether the file may have a set-id bit, as far as this mount has seen. */
  synchronized boolean mayHaveSetId(long number) {
    Node node = byInode.get(number(number));
    return node == null || node.hasSetId();
  }

  /** Notes the attributes of a file, as they were seen. */
  synchronized void seen(FuseAttributes attributes) {
    Node node = byInode.get(attributes.inode());
    if (node != null) {
      node.seen(attributes);
    }
  }

  /** Tells the attributes of a directory that was removed through this mount; false of others. */
  synchronized boolean fillRemoved(long number, FuseAttributes out) {
    Node node = byInode.get(number(number));
    if (node == null || node == root || !node.isRemovedDirectory()) {
      return false;
    }
    node.fillRemoved(out);
    return true;
  }

  /** The number of the directory above one, for its "..", or its own. */
  synchronized long parentOf(long number) {
    Node node = byInode.get(number(number));
    return node == null || node.name == null ? number(number) : node.name.parent.inode;
  }

  /** How many files the kernel remembers. */
  synchronized int size() {
    return byInode.size();
  }

  /** The path of a file itself; null if it has none. */
  public Hold hold(long number) {
    return holdAll(number, null, false, ROOT, null, false);
  }

  /**
   * The path of a name in a directory.
   *
   * @param changes whether the name is to lead elsewhere afterwards, so that nobody may use paths
   *     that lead through it meanwhile
   */
  public Hold holdName(long directory, byte[] name, boolean changes) {
    return holdAll(directory, name, changes, ROOT, null, false);
  }

  /** The paths of a file and of a new name for it. */
  Hold holdForLink(long number, long directory, byte[] name) {
    return holdAll(number, null, false, directory, name, false);
  }

  /** The paths of two names, both of which may lead elsewhere afterwards. */
  Hold holdForRename(long from, byte[] name, long to, byte[] newName) {
    return holdAll(from, name, true, to, newName, true);
  }

  private synchronized Hold holdAll(
      long first,
      byte @Nullable [] firstName,
      boolean firstChanges,
      long second,
      byte @Nullable [] secondName,
      boolean secondChanges) {
    boolean interrupted = false;
    while (true) {
      Hold hold = new Hold();
      hold.take(first, firstName, firstChanges);
      if (secondName != null) {
        hold.take(second, secondName, secondChanges);
      }
      if (hold.isFree()) {
        hold.mark(1);
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
        return hold;
      }
      hold.want(1);
      waiting++;
      try {
        wait();
      } catch (InterruptedException e) {
        interrupted = true;
      } finally {
        waiting--;
        hold.want(-1);
      }
    }
  }

  private byte @Nullable [] pathOf(@Nullable Node node, byte @Nullable [] name) {
    int length = name == null ? 0 : 1 + name.length;
    for (Node at = node; at != root; at = at.name.parent) {
      if (at == null || at.name == null) {
        return null;
      }
      length += 1 + at.name.name.length;
    }
    byte[] path = new byte[Math.max(1, length)];
    path[0] = '/';
    if (name != null) {
      length = prepend(path, length, name);
    }
    for (Node at = node; at != root && at != null && at.name != null; at = at.name.parent) {
      length = prepend(path, length, at.name.name);
    }
    return path;
  }

  private static int prepend(byte[] path, int end, byte[] name) {
    int start = end - name.length;
    System.arraycopy(name, 0, path, start, name.length);
    path[start - 1] = '/';
    return start - 1;
  }

  /** Keeps what is on one path or two as it is; to be closed by the thread that took it. */
  public final class Hold implements AutoCloseable {
    private final List<Node> shared = new ArrayList<>(8);
    private final List<Node> exclusive = new ArrayList<>(2);
    private byte @Nullable [] path;
    private byte @Nullable [] otherPath;
    private long handle = FuseFileSystem.NO_HANDLE;
    private boolean taken;

    private Hold() {}

    private void take(long number, byte @Nullable [] name, boolean changes) {
      Node node = byInode.get(number(number));
      byte[] text = pathOf(node, name);
      if (taken) {
        otherPath = text;
      } else {
        path = text;
        taken = true;
        handle = node == null ? FuseFileSystem.NO_HANDLE : node.anyHandle();
      }
      if (node == null || text == null) {
        return;
      }
      for (Node at = node; at != root && at != null && at.name != null; at = at.name.parent) {
        shared.add(at);
      }
      if (changes && name != null) {
        Node.Link link = names.get(new Node.Link(node, name, node));
        if (link != null && !exclusive.contains(link.child)) {
          exclusive.add(link.child);
        }
      }
    }

    private boolean isFree() {
      for (Node node : shared) {
        if (node.exclusive || (node.wanted > 0 && exclusive.isEmpty())) {
          return false;
        }
      }
      for (Node node : exclusive) {
        // A directory cannot be moved below itself; the file system says so.
        if (node.exclusive || (node.shared > 0 && !shared.contains(node))) {
          return false;
        }
      }
      return true;
    }

    private void mark(int by) {
      for (Node node : shared) {
        node.shared += by;
      }
      for (Node node : exclusive) {
        node.exclusive = by > 0;
      }
    }

    private void want(int by) {
      for (Node node : exclusive) {
        node.wanted += by;
      }
    }

    /** The first path; null if nothing leads there. */
    public byte @Nullable [] path() {
      return path;
    }

    /** The second path, likewise. */
    byte @Nullable [] otherPath() {
      return otherPath;
    }

    /** A handle that is open on the first file itself. */
    long handle() {
      return handle;
    }

    @Override
    public void close() {
      synchronized (Nodes.this) {
        mark(-1);
        if (waiting > 0) {
          Nodes.this.notifyAll();
        }
      }
    }
  }
}
