package io.gigafs.cli.dump;

import io.gigafs.cli.ErrorText;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.tree.TreeNode;
import io.gigafs.tree.TreeRun;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Creates the contents of a dump. One thread reads the dump ahead of the cluster; many requests are
 * outstanding, and memory is bounded by them and by the depth of the tree.
 *
 * <ol>
 *   <li>An entry that was read holds a share of the window until it is created, which may have to
 *       wait for its directories; those were read before and hold their shares already, so this
 *       cannot deadlock.
 *   <li>A directory is created with access for the superuser only. When all of its entries exist,
 *       it gets its extended attributes and lists, and then its attributes, since new entries
 *       change its times. The request for that takes over the share of the last entry.
 *   <li>Files with several names are recorded by number until the load ends. Quotas are set then:
 *       earlier, they would refuse names of files outside the quota's directory.
 *   <li>The first failure ends the load; what was created stays.
 * </ol>
 */
final class TreeLoader {
  /** Limit of entries that are being created or waiting for it. */
  private static final int WINDOW = 32_768;

  /** A directory counts as at least this many entries. */
  private static final int DIRECTORY_SHARE = 64;

  /** The share of an entry that takes several requests. */
  private static final int SPECIAL_SHARE = 8;

  private static final int MAX_BATCH = 1_000;

  /** A file of this many bytes counts as another entry. */
  private static final int BYTES_PER_SHARE = 4 << 10;

  /** The maximum bytes of files in a batch, not counting the last file. */
  private static final int MAX_BATCH_BYTES = 1 << 20;

  /** Entries that wait for their batches to fill, in all directories together. */
  private static final int MAX_HELD_BACK = 16_384;

  private static final int CLOSED_MODE = 0700;

  /** All but the set-gid bit, which a directory may inherit. */
  private static final int CLOSED_MODE_MASK = 05777;

  private final AsyncGigaClient client;
  private final int mostInlineBytes;
  private final boolean resumes;
  private final TreeRun<Node> run = new TreeRun<>(WINDOW, new Finishing());
  private final AtomicLong made = new AtomicLong();
  private final Deque<Node> open = new ArrayDeque<>();
  private final Map<Long, LoadedEntry> numbered = new HashMap<>();
  private final List<Quoted> quotas = new ArrayList<>();
  private final List<Flagged> flagged = new ArrayList<>();

  /** The entry to which additions may follow; null if there were any, or no entry came. */
  private DumpRecord.@Nullable Entry last;

  /** The last entry if it has additions or needs several requests; else null. */
  private @Nullable LoadedEntry special;

  private int heldBack;

  /**
   * Creates a loader.
   *
   * @param mostInlineBytes the inline limit of the cluster's servers
   * @param resumes whether a part of the contents may exist already
   */
  TreeLoader(AsyncGigaClient client, int mostInlineBytes, boolean resumes) {
    this.client = client;
    this.mostInlineBytes = mostInlineBytes;
    this.resumes = resumes;
  }

  /** A directory that has a quota. */
  private record Quoted(Node node, DumpRecord.Quota quota) {}

  /**
   * A file or directory that becomes append-only or immutable, once everything exists.
   *
   * @param changedNanos its ctime
   */
  private record Flagged(GigaPath path, int flags, long changedNanos) {
    AttributeChange change(int newFlags) {
      return new AttributeChange(null, null, null, null, null, null, changedNanos, newFlags, null);
    }
  }

  /** A directory that is being created. */
  private static final class Node extends TreeNode<Node> {
    private final GigaPath path;
    private final DumpRecord.Directory record;
    private final CompletableFuture<Void> exists;
    private final List<Xattr> xattrs = new ArrayList<>();

    /** Number of its entries read so far. */
    private long children;

    private List<RestoredEntry> batch = new ArrayList<>();
    private int batchShare;
    private long batchBytes;

    Node(
        GigaPath path,
        @Nullable Node parent,
        DumpRecord.Directory record,
        CompletableFuture<Void> exists) {
      super(parent);
      this.path = path;
      this.record = record;
      this.exists = exists;
    }
  }

  /** How many entries exist by now. */
  long made() {
    return made.get();
  }

  /**
   * Reads a dump to its end and creates its contents.
   *
   * @param top the existing directory that corresponds to the dump's top
   */
  void load(DumpReader dump, GigaPath top) throws IOException {
    try {
      DumpRecord record = dump.next();
      while (record != null && !run.isStopped()) {
        take(record, top);
        record = dump.next();
      }
    } finally {
      LoadedEntry begun = special;
      if (begun != null) { // the dump, or the load, ended inside it
        begun.abandon().whenComplete((closed, thrown) -> run.release(SPECIAL_SHARE));
      }
      run.drain();
    }
    run.throwIfStopped();
    for (Quoted quoted : quotas) {
      setQuota(quoted);
    }
    for (Flagged each : flagged) {
      setFlags(each);
    }
  }

  private void take(DumpRecord record, GigaPath top) throws DumpException {
    if (takeMore(record)) {
      return;
    }
    endEntry();
    if (record instanceof DumpRecord.Entry entry) {
      last = entry;
      if (entry.target() != null) {
        special(entry);
      }
    } else if (record instanceof DumpRecord.OtherName other) {
      link(open.element(), other);
    } else if (record instanceof DumpRecord.Directory directory) {
      Node parent = open.peek();
      Name name = directory.name();
      if (parent == null || name == null) {
        open.push(new Node(top, null, directory, CompletableFuture.completedFuture(null)));
      } else {
        enter(parent, directory, name);
      }
    } else if (record instanceof DumpRecord.Leave) {
      Node node = open.pop();
      send(node);
      run.acquire(1);
      run.end(node, 1);
    }
  }

  /** Processes a record that is an addition to the preceding one; returns whether it is. */
  private boolean takeMore(DumpRecord record) {
    DumpRecord.Entry entry = last;
    if (record instanceof DumpRecord.Attribute attribute) {
      if (entry == null) {
        open.element().xattrs.add(attribute.xattr());
      } else {
        special(entry).add(attribute.xattr());
      }
    } else if (record instanceof DumpRecord.Quota quota) {
      quotas.add(new Quoted(open.element(), quota));
    } else if (record instanceof DumpRecord.Flags flags) {
      Flagged file = flagged(entry, flags.flags());
      flagged.add(file);
      if (resumes) {
        unprotect(file);
      }
    } else if (record instanceof DumpRecord.Numbered file && entry != null) {
      numbered.put(file.number(), special(entry));
    } else if (record instanceof DumpRecord.Bytes part && entry != null) {
      write(special(entry), part);
    } else {
      return false;
    }
    return true;
  }

  private Flagged flagged(DumpRecord.@Nullable Entry entry, int flags) {
    Node node = open.element();
    return entry == null
        ? new Flagged(node.path, flags, node.record.changedNanos())
        : new Flagged(node.path.child(entry.entry().name()), flags, entry.entry().changedNanos());
  }

  /** The last entry, as one that needs more than a bulk request. */
  private LoadedEntry special(DumpRecord.Entry entry) {
    LoadedEntry known = special;
    if (known != null) {
      return known;
    }
    run.acquire(SPECIAL_SHARE);
    Node node = open.element();
    node.children++;
    run.begin(node);
    LoadedEntry begun =
        new LoadedEntry(
            client,
            node.path.child(entry.entry().name()),
            entry,
            mostInlineBytes,
            resumes,
            node.exists);
    special = begun;
    return begun;
  }

  private void write(LoadedEntry file, DumpRecord.Bytes part) {
    int share = shareOf(part.bytes().length);
    run.acquire(share);
    file.write(part).whenComplete((written, thrown) -> run.release(share));
  }

  /** Ends the last entry, to which no more additions follow. */
  private void endEntry() {
    DumpRecord.Entry entry = last;
    LoadedEntry begun = special;
    last = null;
    special = null;
    if (begun != null) {
      Node node = open.element();
      begun.finish().whenComplete((made, thrown) -> made(node, begun.path(), thrown));
    } else if (entry != null) {
      add(open.element(), entry.entry());
    }
  }

  private void made(Node node, GigaPath path, @Nullable Throwable thrown) {
    if (thrown == null) {
      made.incrementAndGet();
    } else {
      fail(path, thrown);
    }
    run.end(node, SPECIAL_SHARE);
  }

  /** Adds a name to a file. */
  private void link(Node node, DumpRecord.OtherName other) throws DumpException {
    LoadedEntry file = numbered.get(other.number());
    if (file == null) {
      throw new DumpException(
          "the dump is damaged: a file has one more name, and came under none before");
    }
    run.acquire(SPECIAL_SHARE);
    node.children++;
    run.begin(node);
    GigaPath path = node.path.child(other.name());
    file.link(path, node.exists).whenComplete((linked, thrown) -> made(node, path, thrown));
  }

  private void enter(Node parent, DumpRecord.Directory record, Name name) {
    run.acquire(DIRECTORY_SHARE);
    GigaPath path = parent.path.child(name);
    parent.children++;
    run.begin(parent);
    Node node =
        new Node(
            path, parent, record, parent.exists.thenCompose(parentExists -> make(path, record)));
    run.begin(node);
    open.push(node);
    node.exists.whenComplete(
        (exists, thrown) -> {
          if (thrown == null) {
            made.incrementAndGet();
          } else {
            fail(path, thrown);
          }
          run.end(node, DIRECTORY_SHARE);
        });
  }

  private CompletableFuture<Void> make(GigaPath path, DumpRecord.Directory record) {
    return client
        .makeDirectory(path, CLOSED_MODE)
        .<Void>thenApply(attributes -> null)
        .exceptionallyCompose(
            thrown ->
                resumes && ErrorText.isError(thrown, ErrorCode.EEXIST)
                    ? client.stat(path).thenAccept(found -> checkIsOurs(path, found, record))
                    : CompletableFuture.failedFuture(thrown));
  }

  /** Checks that a directory comes from an interrupted load, which may have set its attributes. */
  private static void checkIsOurs(
      GigaPath path, FileAttributes found, DumpRecord.Directory record) {
    boolean isClosed = found.uid() == 0 && (found.mode() & CLOSED_MODE_MASK) == CLOSED_MODE;
    boolean isDone =
        found.mode() == record.mode() && found.uid() == record.uid() && found.gid() == record.gid();
    if (!found.isDirectory() || !(isClosed || isDone)) {
      throw new UncheckedIOException(isOther(path));
    }
  }

  private void add(Node node, RestoredEntry entry) {
    node.children++;
    int bytes = bytesOf(entry);
    if (bytes > mostInlineBytes) {
      write(node, entry);
      return;
    }
    int share = shareOf(bytes);
    node.batch.add(entry);
    node.batchShare += share;
    node.batchBytes += bytes;
    heldBack += share;
    if (node.batch.size() == MAX_BATCH || node.batchBytes >= MAX_BATCH_BYTES) {
      send(node);
    } else if (heldBack >= MAX_HELD_BACK) {
      open.forEach(this::send);
    }
  }

  private static int bytesOf(RestoredEntry entry) {
    return entry.data() instanceof FileData.Inline inline ? inline.bytes().length : 0;
  }

  private static int shareOf(int bytes) {
    return 1 + bytes / BYTES_PER_SHARE;
  }

  /** Writes a file that exceeds this cluster's inline limit, but not that of the source. */
  private void write(Node node, RestoredEntry entry) {
    int share = shareOf(bytesOf(entry));
    run.acquire(share);
    run.begin(node);
    GigaPath path = node.path.child(entry.name());
    byte[] bytes =
        Arrays.copyOf(
            ((FileData.Inline) Objects.requireNonNull(entry.data())).bytes(),
            Math.toIntExact(entry.size()));
    node.exists
        .thenCompose(exists -> client.writeFile(path, CLOSED_MODE, bytes, false))
        .thenCompose(
            written ->
                client.setAttributes(
                    path,
                    AttributeChange.restoring(
                        entry.mode(),
                        entry.uid(),
                        entry.gid(),
                        entry.accessedNanos(),
                        entry.modifiedNanos(),
                        entry.changedNanos())))
        .whenComplete(
            (attributes, thrown) -> {
              if (thrown == null) {
                made.incrementAndGet();
              } else {
                fail(path, thrown);
              }
              run.end(node, share);
            });
  }

  private void send(Node node) {
    List<RestoredEntry> batch = node.batch;
    if (batch.isEmpty()) {
      return;
    }
    int share = node.batchShare;
    node.batch = new ArrayList<>();
    node.batchShare = 0;
    node.batchBytes = 0;
    heldBack -= share;
    run.acquire(share);
    run.begin(node);
    node.exists
        .thenCompose(exists -> client.restoreAll(node.path, batch))
        .whenComplete(
            (outcomes, thrown) -> {
              if (thrown == null) {
                check(node.path, batch, outcomes);
              } else {
                fail(node.path, thrown);
              }
              run.end(node, share);
            });
  }

  private void check(GigaPath directory, List<RestoredEntry> batch, List<BulkOutcome> outcomes) {
    long succeeded = 0;
    for (int i = 0; i < outcomes.size(); i++) {
      ErrorCode error = outcomes.get(i).error();
      if (error == null) {
        succeeded++;
      } else {
        GigaPath path = directory.child(batch.get(i).name());
        fail(
            path,
            error == ErrorCode.EEXIST
                ? isOther(path)
                : new DumpException(Operand.of(path).shown() + ": " + error.message()));
      }
    }
    made.addAndGet(succeeded);
  }

  /** Gives directories their attributes, once all of their entries exist. */
  private final class Finishing implements TreeRun.Finisher<Node> {
    @Override
    public CompletableFuture<?> finish(Node node) {
      return additions(node)
          .thenCompose(added -> client.setAttributes(node.path, node.record.restoring()))
          .thenCompose(
              attributes ->
                  attributes.size() == node.children
                      ? CompletableFuture.completedFuture(attributes)
                      : client.stat(node.path))
          .thenAccept(attributes -> checkSize(node, attributes.size()));
    }

    @Override
    public void failed(Node node, Throwable thrown) {
      fail(node.path, thrown);
    }
  }

  private static void checkSize(Node node, long size) {
    if (size != node.children) {
      throw new UncheckedIOException(
          new DumpException(
              "%s: has %d entries, but %d in the dump"
                  .formatted(Operand.of(node.path).shown(), size, node.children)));
    }
  }

  /** Sets what is not an attribute of stat(2) on a directory. */
  private CompletableFuture<Void> additions(Node node) {
    CompletableFuture<Void> added = CompletableFuture.completedFuture(null);
    for (Xattr xattr : node.xattrs) {
      added =
          added.thenCompose(before -> client.setXattr(node.path, xattr, XattrMode.SET, Follow.NO));
    }
    return added;
  }

  /** Sets a quota, and restores the directory's times. */
  private void setQuota(Quoted quoted) throws IOException {
    DumpRecord.Quota quota = quoted.quota();
    Node node = quoted.node();
    Futures.await(client.setQuota(node.path, quota.maxEntries(), quota.maxBytes()));
    Futures.await(client.setAttributes(node.path, node.record.restoring()));
  }

  private void setFlags(Flagged file) throws IOException {
    Futures.await(client.setAttributes(file.path(), file.change(file.flags()), Follow.NO));
  }

  /**
   * Clears the flags of a file that an earlier load may have created, so that it can be changed.
   */
  private void unprotect(Flagged file) {
    client
        .setAttributes(file.path(), file.change(0), Follow.NO)
        .handle(
            (attributes, thrown) -> {
              if (thrown != null && !ErrorText.isError(thrown, ErrorCode.ENOENT)) {
                fail(file.path(), thrown);
              }
              return attributes;
            })
        .join();
  }

  private static DumpException isOther(GigaPath path) {
    return new DumpException(
        Operand.of(path).shown() + ": already exists, but is not the one in the dump");
  }

  /** Ends the load; only the first failure is reported. */
  private void fail(GigaPath path, Throwable thrown) {
    Throwable cause = ErrorText.unwrap(thrown);
    run.stop(
        cause instanceof IOException
            ? cause
            : new DumpException(Operand.of(path).shown() + ": " + ErrorText.of(cause), cause));
  }
}
