package io.gigafs.fuse.binding;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files that the kernel caches, and their names and handles. Safe for use by several threads.
 *
 * <p>The kernel addresses files by numbers. The file system addresses directories by number, too,
 * so a moved directory needs no attention here. Any other file is reached by a name; so names of
 * files are recorded here. The names of one file, hard links, share a node, so that the kernel has
 * its attributes and pages once. A file is used under a {@link Hold}: the name by which it is
 * reached stays while the hold lasts, and calls that remove it through this mount wait. A hold
 * acquires everything it needs at once, or waits without any; so holds cannot deadlock. A call that
 * waits to remove a name goes before later ones.
 *
 * <p>It needs no kernel, and as much of it is public as the benchmark of a mount's cost per request
 * needs.
 */
public final class Nodes {
  /** The kernel's number of the mounted directory. */
  public static final long ROOT = 1;

  private final Long2ObjectHashMap<Node> byInode = new Long2ObjectHashMap<>();
  private final Map<Node.Link, Node.Link> names = new HashMap<>();

  /** The directories that the kernel's cached names lead to, so that it can be corrected. */
  private final Map<Node.Link, Node.Link> directoryNames = new HashMap<>();

  private final Node root;
  private int waiting;

  /**
   * @param rootInode the file system's number of the mounted directory
   */
  public Nodes(long rootInode) {
    root = new Node(rootInode);
    root.setDirectory();
    root.lookups = 1;
    byInode.put(rootInode, root);
  }

  /** Converts between the kernel's number and the file system's; its own inverse. */
  public long number(long inode) {
    if (inode == root.inode) {
      return ROOT;
    }
    return inode == ROOT ? root.inode : inode;
  }

  /**
   * Records that a file is returned to the kernel.
   *
   * @param directory the kernel's number
   */
  public synchronized void remember(long directory, byte[] name, FuseAttributes attributes) {
    link(number(directory), name, rememberNameless(attributes));
  }

  /** The same for a file without a known name. */
  public synchronized Node rememberNameless(FuseAttributes attributes) {
    long inode = attributes.inode();
    Node node = byInode.get(inode);
    if (node == null) {
      node = new Node(inode);
      byInode.put(inode, node);
    }
    node.lookups++;
    node.seen(attributes);
    return node;
  }

  private void link(long parent, byte[] name, Node child) {
    Node.Link link = new Node.Link(parent, name, child);
    Node.Link known = names.get(link);
    if (known != null) {
      if (known.child == child) {
        preferred(known);
        return;
      }
      drop(known);
    }
    if (child.isDirectory()) {
      dropDirectory(child);
      directoryNames.put(link, link);
      child.directoryName = link;
    } else {
      names.put(link, link);
      link.next = child.name;
      child.name = link;
    }
  }

  @SuppressWarnings("ReferenceEquality") // equal links may belong to different directories
  private void dropDirectory(Node directory) {
    Node.Link link = directory.directoryName;
    if (link != null && directoryNames.get(link) == link) {
      directoryNames.remove(link);
    }
    directory.directoryName = null;
  }

  /**
   * The file system's number of the directory that the kernel has cached for a name; 0 if none is
   * known.
   *
   * @param directory the kernel's number
   */
  public synchronized long directoryAt(long directory, byte[] name) {
    Node.Link link = directoryNames.get(new Node.Link(number(directory), name, root));
    return link == null ? 0 : link.child.inode;
  }

  /** Makes the name that was seen last the one by which a file is reached. */
  @SuppressWarnings("ReferenceEquality") // equal links may belong to different files
  private static void preferred(Node.Link link) {
    Node child = link.child;
    if (child.name != link) {
      detach(link);
      link.next = child.name;
      child.name = link;
    }
  }

  @SuppressWarnings("ReferenceEquality") // as above
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
    if (link.child.isDirectory()) {
      dropDirectory(link.child);
      return;
    }
    names.remove(link);
    detach(link);
    link.child.lostName = link;
  }

  /** The name by which a file is reached, or the last that it had; null if none was seen. */
  public synchronized Node.@Nullable Link lastName(long number) {
    Node node = byInode.get(number(number));
    if (node == null) {
      return null;
    }
    return node.name == null ? node.lostName : node.name;
  }

  /** The kernel drops a file from its cache, or some of its references. */
  public synchronized void forget(long number, long lookups) {
    Node node = byInode.get(number(number));
    if (node != null && node != root) {
      node.lookups = Math.max(0, node.lookups - lookups);
      if (node.lookups == 0) {
        byInode.remove(node.inode);
        while (node.name != null) {
          drop(node.name);
        }
        dropDirectory(node);
      }
    }
  }

  /** A name was removed. */
  public synchronized void unlinked(long directory, byte[] name) {
    Node.Link link = find(directory, name);
    if (link != null) {
      drop(link);
    }
  }

  /** A file was renamed, possibly replacing another. */
  public synchronized void renamed(long from, byte[] name, long to, byte[] newName) {
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
      link(number(to), newName, source.child);
    }
  }

  /** Two files have exchanged their names. */
  public synchronized void exchanged(long from, byte[] name, long to, byte[] newName) {
    Node.Link one = find(from, name);
    Node.Link other = find(to, newName);
    if (one != null) {
      drop(one);
    }
    if (other != null) {
      drop(other);
    }
    if (one != null) {
      link(number(to), newName, one.child);
    }
    if (other != null) {
      link(number(from), name, other.child);
    }
  }

  private Node.@Nullable Link find(long directory, byte[] name) {
    Node.Link link = new Node.Link(number(directory), name, root);
    Node.Link file = names.get(link);
    return file == null ? directoryNames.get(link) : file;
  }

  public synchronized void opened(long number, long handle) {
    Node node = byInode.get(number(number));
    if (node != null) {
      node.opened(handle);
    }
  }

  public synchronized boolean isOpen(long number, long handle) {
    Node node = byInode.get(number(number));
    return node != null && node.isOpen(handle);
  }

  /** Makes the writes of a handle bypass the page cache; false if the file has other handles. */
  public synchronized boolean writeDirectly(long number, long handle) {
    Node node = byInode.get(number(number));
    return node != null && node.writeDirectly(handle);
  }

  /**
   * Makes the appends of a handle bypass the page cache.
   *
   * @param reads whether it reads, too
   */
  public synchronized void appendDirectly(long number, long handle, boolean reads) {
    Node node = byInode.get(number(number));
    if (node != null) {
      node.appendDirectly(handle, reads);
    }
  }

  /** Whether the writes of a handle bypass the page cache. */
  public synchronized boolean isWrittenDirectly(long number, long handle) {
    Node node = byInode.get(number(number));
    return node != null && node.isWrittenDirectly(handle);
  }

  /** Whether direct writes of a handle may leave stale pages behind. */
  public synchronized boolean isWrittenBesidePages(long number, long handle) {
    Node node = byInode.get(number(number));
    return node != null && node.isWrittenBesidePages(handle);
  }

  public synchronized void closed(long number, long handle) {
    Node node = byInode.get(number(number));
    if (node != null) {
      node.closed(handle);
    }
  }

  /**
   * Whether the kernel cannot know another state of a file than the one that was found.
   *
   * @param keptNanos how long the kernel caches attributes
   */
  public synchronized boolean isKnownToKernel(long number, FuseOpened found, long keptNanos) {
    Node node = byInode.get(number(number));
    return node != null
        && node.isKnownToKernel(
            found.size(), found.modifiedNanos(), found.changedNanos(), keptNanos);
  }

  /** Whether the kernel may believe a file to be smaller than this. */
  public synchronized boolean mayBeTakenForLess(long number, long size) {
    Node node = byInode.get(number(number));
    return node == null || node.mayBeTakenForLess(size);
  }

  /** The kernel has dropped its attributes and pages from before this state. */
  public synchronized void dropped(long number, FuseOpened found) {
    Node node = byInode.get(number(number));
    if (node != null) {
      node.dropped(found.size(), found.modifiedNanos(), found.changedNanos());
    }
  }

  /** Whether the file may have a set-id bit, as far as this mount has seen. */
  public synchronized boolean mayHaveSetId(long number) {
    Node node = byInode.get(number(number));
    return node == null || node.hasSetId();
  }

  /** Records attributes of a file. */
  public synchronized void seen(FuseAttributes attributes) {
    Node node = byInode.get(attributes.inode());
    if (node != null) {
      node.seen(attributes);
    }
  }

  /** Fills in the last attributes of a removed file; false for other files. */
  public synchronized boolean fillRemoved(long number, FuseAttributes out) {
    Node node = byInode.get(number(number));
    if (node == null || node == root || !node.isRemoved()) {
      return false;
    }
    node.fillRemoved(out);
    return true;
  }

  /** How many files the kernel caches. */
  synchronized int size() {
    return byInode.size();
  }

  /** Holds a file for use, with the name by which it is reached. */
  public Hold hold(long number) {
    return take(new Hold(number));
  }

  /** Holds a name for removal. */
  public Hold holdName(long directory, byte[] name) {
    Hold hold = new Hold();
    hold.takeAway(directory, name);
    return take(hold);
  }

  /** Holds two names, both of which may lead elsewhere afterwards. */
  public Hold holdNames(long from, byte[] name, long to, byte[] newName) {
    Hold hold = new Hold();
    hold.takeAway(from, name);
    hold.takeAway(to, newName);
    return take(hold);
  }

  private synchronized Hold take(Hold hold) {
    boolean interrupted = false;
    while (true) {
      hold.find();
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

  /**
   * Keeps the names of one or two files unchanged. Must be closed by the thread that acquired it.
   */
  public final class Hold implements AutoCloseable {
    private final long number;

    /** Names to be removed, by the directory's number; none if a file is used. */
    private final List<Node.Link> taken;

    private final List<Node> exclusive;
    private @Nullable Node shared;
    private @Nullable FuseFile file;

    private Hold(long number) {
      this.number = number;
      this.taken = List.of();
      this.exclusive = List.of();
    }

    private Hold() {
      this.number = 0;
      this.taken = new ArrayList<>(2);
      this.exclusive = new ArrayList<>(2);
    }

    private void takeAway(long directory, byte[] name) {
      taken.add(new Node.Link(number(directory), name, root));
    }

    /** Determines the nodes, according to the current names. */
    private void find() {
      if (!taken.isEmpty()) {
        exclusive.clear();
        for (Node.Link name : taken) {
          Node.Link link = names.get(name);
          if (link != null && !exclusive.contains(link.child)) {
            exclusive.add(link.child);
          }
        }
        return;
      }
      Node node = byInode.get(number(number));
      file = node == null ? null : node.file();
      // Directories are reached by their numbers, so no name has to stay.
      shared = node == null || node.name == null ? null : node;
    }

    private boolean isFree() {
      Node node = shared;
      if (node != null) {
        return !node.exclusive && node.wanted == 0;
      }
      for (Node each : exclusive) {
        if (each.exclusive || each.shared > 0) {
          return false;
        }
      }
      return true;
    }

    private void mark(int by) {
      Node node = shared;
      if (node != null) {
        node.shared += by;
      }
      for (Node each : exclusive) {
        each.exclusive = by > 0;
      }
    }

    private void want(int by) {
      for (Node each : exclusive) {
        each.wanted += by;
      }
    }

    /** The held file; unreachable if the kernel does not know it. */
    public FuseFile file() {
      FuseFile known = file;
      return known == null ? FuseFile.opened(number(number), FuseFileSystem.NO_HANDLE) : known;
    }

    @Override
    public void close() {
      if (shared == null && exclusive.isEmpty()) {
        return;
      }
      synchronized (Nodes.this) {
        mark(-1);
        if (waiting > 0) {
          Nodes.this.notifyAll();
        }
      }
    }
  }
}
