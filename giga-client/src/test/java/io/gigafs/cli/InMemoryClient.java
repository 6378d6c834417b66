package io.gigafs.cli;

import io.gigafs.cli.acl.Acl;
import io.gigafs.cli.acl.AclXattr;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.ClientStatistics;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.Quota;
import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.MembershipException;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotMove;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.AttributeChange.TimeChange;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.CheckResult;
import io.gigafs.protocol.CheckpointInfo;
import io.gigafs.protocol.CheckpointRequest;
import io.gigafs.protocol.ClusterChangeRequest;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Finding;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.ListedEntry;
import io.gigafs.protocol.MoveStatus;
import io.gigafs.protocol.PartitionStatus;
import io.gigafs.protocol.RenameMode;
import io.gigafs.protocol.RestoredEntry;
import io.gigafs.protocol.SeatStatus;
import io.gigafs.protocol.ServerProblem;
import io.gigafs.protocol.StatFsResult;
import io.gigafs.protocol.StatusResult;
import io.gigafs.protocol.Verdict;
import io.gigafs.protocol.Xattr;
import io.gigafs.protocol.XattrMode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * A cluster's tree in memory, of two servers of which one can be down. Answers come through an
 * executor, or at once. Knows no permissions but one: what is called "forbidden" cannot be listed.
 * Safe for use by several threads.
 */
public final class InMemoryClient implements AsyncGigaClient {
  private static final int PAGE = 3;
  private static final int MAX_LINKS = 40;
  private static final Name FORBIDDEN = Name.of("forbidden");

  private final Object lock = new Object();
  private final Node root = new Node();
  private final Executor executor;
  private long lastInode = 2;
  private long nowNanos = 1_700_000_000_000_000_000L;
  private final FakeDamage damage = new FakeDamage();
  private boolean secondDown;
  private boolean secondFull;
  private final Set<String> checkpoints = new TreeSet<>();
  private int requests;

  /** A file or directory; several names may have the same file. */
  private static final class Node {
    private FileAttributes attributes =
        new FileAttributes(InodeId.ROOT, FileType.DIRECTORY, 0755, 0, 0, 0, 2, 0, 0, 0, 0);
    private final Map<Name, Node> children = new TreeMap<>();
    private final Map<String, byte[]> xattrs = new TreeMap<>();
    private byte[] target = {};
    private @Nullable Quota quota;

    FileAttributes current() {
      if (!attributes.isDirectory()) {
        return attributes;
      }
      long directories =
          children.values().stream().filter(child -> child.attributes.isDirectory()).count();
      return with(attributes, children.size(), 2 + (int) directories);
    }

    private static FileAttributes with(FileAttributes from, int mode) {
      return new FileAttributes(
          from.inode(),
          from.type(),
          mode,
          from.uid(),
          from.gid(),
          from.size(),
          from.links(),
          from.accessedNanos(),
          from.modifiedNanos(),
          from.changedNanos(),
          from.device());
    }

    private static FileAttributes with(FileAttributes from, long size, int links) {
      return new FileAttributes(
          from.inode(),
          from.type(),
          from.mode(),
          from.uid(),
          from.gid(),
          size,
          links,
          from.accessedNanos(),
          from.modifiedNanos(),
          from.changedNanos(),
          from.device());
    }
  }

  private volatile SeatStatus seat = SeatStatus.SAFE;
  private volatile boolean slotsMove;
  private ClusterView view =
      new ClusterView(
          new UUID(0, 7),
          5,
          ClusterSettings.DEFAULTS,
          List.of(
              new ServerInfo(new ServerId("s1"), new Endpoint("10.0.0.1", 7000)),
              new ServerInfo(new ServerId("s2"), new Endpoint("10.0.0.2", 7000))),
          SlotTable.interleaved(4, 2));

  /** An operation on the tree. */
  private interface Operation<T> {
    T run() throws GigaException;
  }

  /** The cluster as the next operations are to find it. */
  public void setView(ClusterView newView) {
    synchronized (lock) {
      view = newView;
    }
  }

  public InMemoryClient() {
    this(Runnable::run);
  }

  public InMemoryClient(Executor executor) {
    this.executor = executor;
  }

  /** Time for what is done from now on. */
  public void setNow(long nanos) {
    synchronized (lock) {
      nowNanos = nanos;
    }
  }

  public void takeSecondServerDown() {
    secondDown = true;
  }

  public void fillSecondServer() {
    secondFull = true;
  }

  public int requests() {
    synchronized (lock) {
      return requests;
    }
  }

  /** Puts something of any type, with any attributes, into the tree. */
  public void put(String path, FileType type, int mode, int uid, int gid, long size, long nanos) {
    synchronized (lock) {
      GigaPath parsed = GigaPath.parse(path);
      Node node = new Node();
      node.attributes =
          new FileAttributes(
              new InodeId(++lastInode), type, mode, uid, gid, size, 1, nanos, nanos, nanos, 0);
      try {
        directory(parsed.parent()).children.put(parsed.name(), node);
      } catch (GigaException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }

  private <T> CompletableFuture<T> answer(Operation<T> operation) {
    CompletableFuture<T> future = new CompletableFuture<>();
    executor.execute(
        () -> {
          T result;
          try {
            synchronized (lock) {
              requests++;
              result = operation.run();
            }
          } catch (GigaException e) {
            future.completeExceptionally(e);
            return;
          }
          future.complete(result);
        });
    return future;
  }

  /** Where a path leads: a directory and a name in it, and what has the name, if anything has. */
  private record Place(Node parent, Name name, @Nullable Node node) {}

  private Node find(GigaPath path) throws GigaException {
    return find(path, Follow.YES);
  }

  private Node find(GigaPath path, Follow follow) throws GigaException {
    if (path.isRoot()) {
      return root;
    }
    Node node = place(path, follow).node();
    if (node == null) {
      throw ErrorCode.ENOENT.exception(path.toString());
    }
    return node;
  }

  /** The place of a path other than the root. */
  private Place place(GigaPath path, Follow follow) throws GigaException {
    Deque<String> rest = new ArrayDeque<>();
    path.names().forEach(name -> rest.add(ByteText.decode(name.bytes())));
    Deque<Node> above = new ArrayDeque<>(List.of(root));
    Place place = new Place(root, InodeId.ROOT_NAME, root);
    int links = 0;
    while (!rest.isEmpty()) {
      String part = rest.remove();
      if (part.isEmpty() || part.equals(".")) {
        continue;
      }
      if (part.equals("..")) {
        if (above.size() > 1) {
          above.pop();
        }
        place = new Place(above.element(), InodeId.ROOT_NAME, above.element());
        continue;
      }
      Node parent = above.element();
      Node node = parent.children.get(Name.of(ByteText.encode(part)));
      place = new Place(parent, Name.of(ByteText.encode(part)), node);
      boolean last = rest.isEmpty();
      if (node == null) {
        if (!last) {
          throw ErrorCode.ENOENT.exception(path.toString());
        }
      } else if (node.attributes.type() == FileType.SYMLINK && (!last || follow == Follow.YES)) {
        if (++links > MAX_LINKS) {
          throw ErrorCode.ELOOP.exception(path.toString());
        }
        String target = ByteText.decode(node.target);
        if (target.startsWith("/")) {
          above.clear();
          above.push(root);
          place = new Place(root, InodeId.ROOT_NAME, root);
        }
        List<String> parts = List.of(target.split("/"));
        for (int i = parts.size() - 1; i >= 0; i--) {
          rest.push(parts.get(i));
        }
      } else if (node.attributes.isDirectory()) {
        above.push(node);
      } else if (!last) {
        throw ErrorCode.ENOTDIR.exception(path.toString());
      }
    }
    return place;
  }

  private Node directory(GigaPath path) throws GigaException {
    Node node = find(path);
    if (!node.attributes.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(path.toString());
    }
    return node;
  }

  private Node make(GigaPath path, FileType type, int mode) throws GigaException {
    return make(path, type, mode, 0, new byte[0]);
  }

  private Node make(GigaPath path, FileType type, int mode, long device, byte[] target)
      throws GigaException {
    Node parent = directory(path.parent());
    if (parent.children.containsKey(path.name())) {
      throw ErrorCode.EEXIST.exception(path.toString());
    }
    Node node = new Node();
    node.target = target.clone();
    node.attributes =
        new FileAttributes(
            new InodeId(++lastInode),
            type,
            mode,
            0,
            0,
            target.length,
            1,
            nowNanos,
            nowNanos,
            nowNanos,
            device);
    parent.children.put(path.name(), node);
    return node;
  }

  @Override
  public AsyncGigaClient as(Caller caller) {
    return this;
  }

  @Override
  public CompletableFuture<FileAttributes> stat(GigaPath path) {
    return stat(path, Follow.YES);
  }

  @Override
  public CompletableFuture<FileAttributes> stat(GigaPath path, Follow follow) {
    return answer(() -> find(path, follow).current());
  }

  @Override
  public CompletableFuture<FileAttributes> create(GigaPath path, int mode, boolean exclusive) {
    return answer(() -> createNow(path, mode, exclusive));
  }

  private FileAttributes createNow(GigaPath path, int mode, boolean exclusive)
      throws GigaException {
    Node existing = place(path, exclusive ? Follow.NO : Follow.YES).node();
    if (existing != null && !exclusive) {
      return existing.current();
    }
    return make(path, FileType.REGULAR, mode).attributes;
  }

  @Override
  public CompletableFuture<List<BulkOutcome>> createAll(
      GigaPath directory, List<Name> names, int mode, boolean exclusive) {
    return answer(
        () -> {
          List<BulkOutcome> outcomes = new ArrayList<>();
          for (Name name : names) {
            try {
              FileAttributes made = createNow(directory.child(name), mode, exclusive);
              outcomes.add(new BulkOutcome(made.inode(), null));
            } catch (GigaException e) {
              outcomes.add(new BulkOutcome(null, e.code()));
            }
          }
          return outcomes;
        });
  }

  @Override
  public CompletableFuture<List<BulkOutcome>> restoreAll(
      GigaPath directory, List<RestoredEntry> entries) {
    return answer(
        () -> {
          Node parent = directory(directory);
          List<BulkOutcome> outcomes = new ArrayList<>();
          for (RestoredEntry entry : entries) {
            outcomes.add(restoreNow(parent, entry));
          }
          return outcomes;
        });
  }

  private BulkOutcome restoreNow(Node parent, RestoredEntry entry) {
    Node existing = parent.children.get(entry.name());
    if (existing != null) {
      return entry.equals(RestoredEntry.of(entry.name(), existing.attributes))
          ? new BulkOutcome(existing.attributes.inode(), null)
          : new BulkOutcome(null, ErrorCode.EEXIST);
    }
    Node node = new Node();
    node.attributes =
        new FileAttributes(
            new InodeId(++lastInode),
            entry.type(),
            entry.mode(),
            entry.uid(),
            entry.gid(),
            entry.size(),
            1,
            entry.accessedNanos(),
            entry.modifiedNanos(),
            entry.changedNanos(),
            entry.device());
    parent.children.put(entry.name(), node);
    return new BulkOutcome(node.attributes.inode(), null);
  }

  @Override
  public CompletableFuture<FileAttributes> makeDirectory(GigaPath path, int mode) {
    return answer(() -> make(path, FileType.DIRECTORY, mode).current());
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(GigaPath path, AttributeChange change) {
    return setAttributes(path, change, Follow.YES);
  }

  @Override
  public CompletableFuture<FileAttributes> setAttributes(
      GigaPath path, AttributeChange change, Follow follow) {
    return answer(
        () -> {
          Node node = find(path, follow);
          FileAttributes old = node.attributes;
          node.attributes =
              new FileAttributes(
                  old.inode(),
                  old.type(),
                  or(change.mode(), old.mode()),
                  or(change.uid(), old.uid()),
                  or(change.gid(), old.gid()),
                  change.size() == null ? old.size() : change.size(),
                  old.links(),
                  time(change.accessed(), old.accessedNanos()),
                  time(change.modified(), old.modifiedNanos()),
                  change.changedNanos() == null ? nowNanos : change.changedNanos(),
                  old.device());
          return node.current();
        });
  }

  private static int or(@Nullable Integer changed, int old) {
    return changed == null ? old : changed;
  }

  private long time(@Nullable TimeChange change, long old) {
    if (change == null) {
      return old;
    }
    return change.now() ? nowNanos : change.nanos();
  }

  @Override
  public CompletableFuture<Void> unlink(GigaPath path) {
    return answer(
            () -> {
              Node node = find(path, Follow.NO);
              if (node.attributes.isDirectory()) {
                throw ErrorCode.EISDIR.exception(path.toString());
              }
              node.attributes =
                  Node.with(node.attributes, node.attributes.size(), node.attributes.links() - 1);
              return directory(path.parent()).children.remove(path.name()) != null;
            })
        .thenAccept(removed -> {});
  }

  @Override
  public CompletableFuture<Void> removeDirectory(GigaPath path) {
    return answer(
            () -> {
              Node node = find(path, Follow.NO);
              if (!node.attributes.isDirectory()) {
                throw ErrorCode.ENOTDIR.exception(path.toString());
              }
              if (!node.children.isEmpty()) {
                throw ErrorCode.ENOTEMPTY.exception(path.toString());
              }
              return directory(path.parent()).children.remove(path.name()) != null;
            })
        .thenAccept(removed -> {});
  }

  @Override
  public CompletableFuture<Listing> list(GigaPath path, boolean attributes) {
    return answer(
        () -> {
          if (path.names().contains(FORBIDDEN)) {
            throw ErrorCode.EACCES.exception(path.toString());
          }
          List<ListedEntry> entries = new ArrayList<>();
          directory(path)
              .children
              .forEach(
                  (name, node) ->
                      entries.add(
                          new ListedEntry(
                              name,
                              node.attributes.inode(),
                              node.attributes.type(),
                              attributes ? node.attributes : null)));
          return new Pages(entries.iterator());
        });
  }

  /** A snapshot, page by page. */
  private final class Pages implements Listing {
    private final Iterator<ListedEntry> entries;

    Pages(Iterator<ListedEntry> entries) {
      this.entries = entries;
    }

    @Override
    public CompletableFuture<List<ListedEntry>> nextPage() {
      return answer(
          () -> {
            List<ListedEntry> page = new ArrayList<>();
            while (entries.hasNext() && page.size() < PAGE) {
              page.add(entries.next());
            }
            return page;
          });
    }

    @Override
    public void close() {}
  }

  @Override
  public CompletableFuture<Void> access(GigaPath path, int wanted) {
    return answer(() -> find(path)).thenAccept(node -> {});
  }

  @Override
  public CompletableFuture<Void> rename(GigaPath from, GigaPath to, RenameMode mode) {
    return answer(
            () -> {
              renameNow(from, to, mode);
              return true;
            })
        .thenAccept(done -> {});
  }

  private void renameNow(GigaPath from, GigaPath to, RenameMode mode) throws GigaException {
    if (from.isRoot() || to.isRoot()) {
      throw ErrorCode.EBUSY.exception(to.toString());
    }
    Node moved = find(from, Follow.NO);
    Place there = place(to, Follow.NO);
    if (domain(from.parent()) != domain(to.parent())) {
      throw ErrorCode.EXDEV.exception(from + " and " + to + " are under different quotas");
    }
    if (isBelow(there.parent(), moved)) {
      throw ErrorCode.EINVAL.exception(to + " is below " + from);
    }
    Node replaced = there.node();
    Node parent = directory(from.parent());
    if (mode == RenameMode.EXCHANGE) {
      if (replaced == null) {
        throw ErrorCode.ENOENT.exception(to.toString());
      }
      parent.children.put(from.name(), replaced);
      there.parent().children.put(to.name(), moved);
      return;
    }
    if (replaced != null) {
      if (mode == RenameMode.NO_REPLACE) {
        throw ErrorCode.EEXIST.exception(to.toString());
      }
      if (replaced == moved) {
        return;
      }
      replace(moved, replaced, to);
    }
    parent.children.remove(from.name());
    there.parent().children.put(to.name(), moved);
  }

  private static void replace(Node moved, Node replaced, GigaPath to) throws GigaException {
    boolean directory = replaced.attributes.isDirectory();
    if (directory && !moved.attributes.isDirectory()) {
      throw ErrorCode.EISDIR.exception(to.toString());
    }
    if (!directory && moved.attributes.isDirectory()) {
      throw ErrorCode.ENOTDIR.exception(to.toString());
    }
    if (!replaced.children.isEmpty()) {
      throw ErrorCode.ENOTEMPTY.exception(to.toString());
    }
    FileAttributes old = replaced.attributes;
    replaced.attributes = Node.with(old, old.size(), old.links() - 1);
  }

  private static boolean isBelow(Node node, Node top) {
    return node == top || top.children.values().stream().anyMatch(child -> isBelow(node, child));
  }

  /** The nearest directory with a quota from here up. */
  private @Nullable Node domain(GigaPath path) throws GigaException {
    for (GigaPath at = path; ; at = at.parent()) {
      Node node = find(at);
      if (node.quota != null || at.isRoot()) {
        return node.quota == null ? null : node;
      }
    }
  }

  @Override
  public CompletableFuture<FileAttributes> link(GigaPath existing, GigaPath name, Follow follow) {
    return answer(
        () -> {
          Node node = find(existing, follow);
          if (node.attributes.isDirectory()) {
            throw ErrorCode.EPERM.exception(existing.toString());
          }
          Place there = place(name, Follow.NO);
          if (there.node() != null) {
            throw ErrorCode.EEXIST.exception(name.toString());
          }
          node.attributes =
              Node.with(node.attributes, node.attributes.size(), node.attributes.links() + 1);
          there.parent().children.put(there.name(), node);
          return node.attributes;
        });
  }

  @Override
  public CompletableFuture<FileAttributes> symlink(byte[] target, GigaPath path) {
    return answer(() -> make(path, FileType.SYMLINK, 0777, 0, target).attributes);
  }

  @Override
  public CompletableFuture<byte[]> readLink(GigaPath path) {
    return answer(
        () -> {
          Node node = find(path, Follow.NO);
          if (node.attributes.type() != FileType.SYMLINK) {
            throw ErrorCode.EINVAL.exception(path.toString());
          }
          return node.target.clone();
        });
  }

  @Override
  public CompletableFuture<FileAttributes> makeNode(
      GigaPath path, FileType type, int mode, long device) {
    return answer(() -> make(path, type, mode, device, new byte[0]).attributes);
  }

  @Override
  public CompletableFuture<byte[]> getXattr(GigaPath path, String name, Follow follow) {
    return answer(
        () -> {
          byte[] value = find(path, follow).xattrs.get(name);
          if (value == null) {
            throw ErrorCode.ENODATA.exception(path.toString());
          }
          return value.clone();
        });
  }

  @Override
  public CompletableFuture<List<Xattr>> listXattrs(GigaPath path, Follow follow) {
    return answer(
        () ->
            find(path, follow).xattrs.entrySet().stream()
                .map(each -> new Xattr(each.getKey(), each.getValue().clone()))
                .toList());
  }

  @Override
  public CompletableFuture<Void> setXattr(
      GigaPath path, Xattr xattr, XattrMode mode, Follow follow) {
    return answer(
            () -> {
              Node node = find(path, follow);
              boolean there = node.xattrs.containsKey(xattr.name());
              if (mode == XattrMode.CREATE && there) {
                throw ErrorCode.EEXIST.exception(path.toString());
              }
              if (mode == XattrMode.REPLACE && !there) {
                throw ErrorCode.ENODATA.exception(path.toString());
              }
              set(node, xattr);
              return true;
            })
        .thenAccept(done -> {});
  }

  /** A list changes permission bits, and is nothing but them if it says no more. */
  private static void set(Node node, Xattr xattr) {
    node.xattrs.put(xattr.name(), xattr.value().clone());
    if (xattr.name().equals(AclXattr.ACCESS)) {
      Acl acl = AclXattr.decode(xattr.value());
      node.attributes = Node.with(node.attributes, (node.attributes.mode() & ~0777) | acl.mode());
      if (acl.isMinimal()) {
        node.xattrs.remove(AclXattr.ACCESS);
      }
    }
  }

  @Override
  public CompletableFuture<Void> removeXattr(GigaPath path, String name, Follow follow) {
    return answer(
            () -> {
              if (find(path, follow).xattrs.remove(name) == null) {
                throw ErrorCode.ENODATA.exception(path.toString());
              }
              return true;
            })
        .thenAccept(done -> {});
  }

  @Override
  public CompletableFuture<OpenFile> open(GigaPath path, OpenOptions options) {
    return CompletableFuture.failedFuture(ErrorCode.ENOSYS.exception("no command opens files"));
  }

  @Override
  public CompletableFuture<Void> setQuota(GigaPath directory, long maxEntries, long maxBytes) {
    return answer(
            () -> {
              Node node = directory(directory);
              node.quota =
                  maxEntries == 0 && maxBytes == 0 ? null : new Quota(maxEntries, maxBytes, 0, 0);
              return true;
            })
        .thenAccept(done -> {});
  }

  @Override
  public CompletableFuture<Quota> quota(GigaPath directory) {
    return answer(
        () -> {
          Node node = directory(directory);
          Quota limits = node.quota;
          if (limits == null) {
            throw ErrorCode.ENODATA.exception(directory.toString());
          }
          long[] used = new long[2];
          addUp(node, used);
          return new Quota(limits.maxEntries(), limits.maxBytes(), used[0], used[1]);
        });
  }

  private static void addUp(Node node, long[] used) {
    for (Node child : node.children.values()) {
      used[0]++;
      used[1] += child.attributes.type() == FileType.REGULAR ? child.attributes.size() : 0;
      addUp(child, used);
    }
  }

  @Override
  public CompletableFuture<StatFsResult> statFs() {
    return answer(() -> new StatFsResult(123_456, 10L << 30, 6L << 30, (1L << 30) + 1));
  }

  @Override
  public CompletableFuture<StatusResult> status(ServerInfo server, boolean partitions) {
    return answer(
        () -> {
          if (secondDown && server.id().value().equals("s2")) {
            throw ErrorCode.ETIMEDOUT.exception("s2 at 10.0.0.2:7000 did not answer");
          }
          return new StatusResult(
              server.id(),
              3_723_000,
              5,
              2,
              1000,
              4,
              Map.of("splits.within", 1L, "splits.away", 2L),
              seat,
              movesTo(server),
              partitions
                  ? List.of(
                      new PartitionStatus(InodeId.ROOT, PartitionIndex.ZEROTH, 1, 0, 42, true))
                  : List.of(),
              secondFull && server.id().value().equals("s2")
                  ? List.of(new ServerProblem("full", 90_061_000, "/data: too little", "remove"))
                  : List.of());
        });
  }

  /** What is wrong in the cluster. */
  public FakeDamage damage() {
    return damage;
  }

  @Override
  public CompletableFuture<CheckResult> check(ServerInfo server, byte[] cursor) {
    return answer(() -> damage.check(server, cursor));
  }

  @Override
  public CompletableFuture<List<Verdict>> recheck(
      ServerInfo server, @Nullable InodeId lostAndFound, List<Finding> findings) {
    return answer(() -> damage.recheck(lostAndFound != null, findings));
  }

  private List<MoveStatus> movesTo(ServerInfo server) {
    return view.moves().stream()
        .filter(move -> view.ownerOf(move.slot()).equals(server))
        .map(move -> new MoveStatus(move.slot(), move.from(), 3, 700))
        .toList();
  }

  @Override
  public CompletableFuture<ClusterView> changeCluster(
      ClusterChangeRequest.Kind kind, ServerId server) {
    return answer(
        () -> {
          try {
            view =
                switch (kind) {
                  case DRAIN -> ViewChanges.drain(view, server);
                  case UNDRAIN -> ViewChanges.undrain(view, server);
                  case REMOVE -> ViewChanges.remove(view, server);
                };
          } catch (MembershipException e) {
            throw ErrorCode.EIO.exception(String.valueOf(e.getMessage()));
          }
          return view;
        });
  }

  @Override
  public CompletableFuture<List<CheckpointInfo>> checkpoint(
      ServerInfo server, CheckpointRequest.Action action, String name) {
    return answer(
        () -> {
          if (secondDown && server.id().value().equals("s2")) {
            throw ErrorCode.ETIMEDOUT.exception("s2 at 10.0.0.2:7000 did not answer");
          }
          String key = server.id() + "/" + name;
          switch (action) {
            case MAKE -> {
              if (!checkpoints.add(key)) {
                throw ErrorCode.EEXIST.exception(key);
              }
              return List.of(checkpoint(key));
            }
            case REMOVE -> {
              if (!checkpoints.remove(key)) {
                throw ErrorCode.ENOENT.exception(key);
              }
              return List.of();
            }
            case LIST -> {
              return checkpoints.stream()
                  .filter(each -> each.startsWith(server.id() + "/"))
                  .map(InMemoryClient::checkpoint)
                  .toList();
            }
          }
          throw new AssertionError(action);
        });
  }

  private static CheckpointInfo checkpoint(String key) {
    return new CheckpointInfo(
        key.substring(key.indexOf('/') + 1), 1_700_000_000_000L, 5 << 20, "/data/" + key);
  }

  @Override
  public CompletableFuture<ClusterView> clusterView() {
    return answer(
        () -> {
          if (slotsMove) {
            moveOn();
          }
          return view;
        });
  }

  /** Ends a move, and starts what can start then. */
  private void moveOn() {
    if (!view.moves().isEmpty()) {
      SlotMove move = view.moves().get(0);
      view = ViewChanges.complete(view, move.slot(), move.since());
    }
    ClusterFormat format =
        new ClusterFormat(view.clusterId(), view.slots().slots(), 1, view.settings());
    view = SlotPlanner.plan(format, view.servers(), view).orElseThrow();
  }

  /** From now on each look at the view finds slots a step further. */
  public void letSlotsMove() {
    slotsMove = true;
  }

  /** How the seats of all servers are from now on. */
  public void setSeat(SeatStatus newSeat) {
    seat = newSeat;
  }

  @Override
  public ClientStatistics statistics() {
    return new ClientStatistics(requests(), 0, 0, 0);
  }

  @Override
  public void close() {}
}
