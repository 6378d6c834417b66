package io.gigafs.client.data;

import io.gigafs.cache.journal.JournalIdentity;
import io.gigafs.cache.journal.JournaledFile;
import io.gigafs.cache.journal.WriteJournal.JournaledWrite;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writes of this client to one object that are in the journal and not yet on the volume, for
 * all handles of the file. Safe for use by several threads.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>Writes are uploaded in the order in which they were journaled. At most one upload of the
 *       object is in flight.
 *   <li>A byte of a journaled write is covered by {@link #pieces} until the volume has it. Until
 *       then a read returns the object's bytes overlaid with the pieces.
 *   <li>A handle that wrote keeps its object open, and counts as a writer at the server, until its
 *       writes are uploaded: {@link #drained} precedes each close.
 *   <li>After a failed upload nothing is uploaded until the retry, which begins with the same
 *       writes.
 * </ol>
 */
final class Backlog {
  private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

  /** The maximum number of bytes of contiguous writes that one write to the volume merges. */
  private static final int MAX_UPLOAD_BYTES = 4 << 20;

  private final WriteBack owner;
  private final JournalIdentity identity;
  private final BooleanSupplier isInUse;

  /** The open accesses of this client to the object. Each may hold read-ahead data. */
  private final Set<JournaledObject> accesses = ConcurrentHashMap.newKeySet();

  /** Guarded by this. */
  private @Nullable JournaledFile file;

  /** Oldest first. Guarded by this. */
  private final Deque<Entry> queue = new ArrayDeque<>();

  /** By start offset, without overlaps. Guarded by this. */
  private final NavigableMap<Long, Piece> pieces = new TreeMap<>();

  /** Waiters for uploads, in upload order. Guarded by this. */
  private final Deque<Waiter> waiting = new ArrayDeque<>();

  /** Whether an upload is in flight or scheduled. Guarded by this. */
  private boolean isScheduled;

  /** Why the last upload failed; null if it did not. Guarded by this. */
  private @Nullable GigaException failure;

  /** The number of consecutive failed uploads. Guarded by this. */
  private int failures;

  /** Whether uploads have stopped for good. The journal keeps the writes for the next start. */
  private boolean isLeft;

  /** When the last write was accepted. Guarded by this. */
  private long wroteNanos;

  private volatile boolean isEmpty = true;

  /** The last name of the file known to this client; changed by {@link BacklogNames}. */
  private volatile HandleDataCalls.OpenedName name;

  /** Whether the file may have been unlinked. */
  private volatile boolean mayBeUnlinked;

  /** Waits until a write is uploaded or an upload fails. */
  private record Waiter(long sequence, CompletableFuture<Void> done) {}

  private record Entry(JournaledWrite write, JournaledObject by, long takenNanos) {}

  /** Bytes of a write that no later one has replaced. */
  private record Piece(JournaledWrite write, long start, long end) {}

  /**
   * The pieces to lay over the bytes that a read finds in the object; {@link #close} releases it.
   */
  final class Overlay implements AutoCloseable {
    private final List<Piece> over;
    private final long end;

    private Overlay(List<Piece> over, long end) {
      this.over = over;
      this.end = end;
      owner.journal().use(writes());
    }

    private List<JournaledWrite> writes() {
      return over.stream().map(Piece::write).toList();
    }

    /**
     * Overlays the bytes that were read.
     *
     * @param start the buffer position at which the read began
     * @param got how many bytes the object had
     * @param wanted how many bytes were requested
     * @return how many bytes the buffer holds now
     */
    int apply(long offset, ByteBuffer into, int start, int got, int wanted) throws IOException {
      int length = (int) Math.max(got, Math.min(wanted, end - offset));
      for (int at = got; at < length; at++) {
        into.put(start + at, (byte) 0);
      }
      for (Piece piece : over) {
        long from = Math.max(piece.start, offset);
        long to = Math.min(piece.end, offset + length);
        if (from < to) {
          ByteBuffer part = into.duplicate();
          part.limit(start + (int) (to - offset)).position(start + (int) (from - offset));
          piece.write.read((int) (from - piece.write.offset()), part);
        }
      }
      into.position(start + length);
      return length;
    }

    @Override
    public void close() {
      owner.journal().leave(writes());
    }
  }

  /**
   * @param isInUse whether a program has the file open
   */
  Backlog(WriteBack owner, JournalIdentity identity, BooleanSupplier isInUse) {
    this.owner = owner;
    this.identity = identity;
    this.isInUse = isInUse;
    this.name = new HandleDataCalls.OpenedName(identity.directory(), identity.name());
  }

  /** The volume's number. */
  int volume() {
    return identity.volume();
  }

  /** The last name of the file known to this client. */
  HandleDataCalls.OpenedName name() {
    return name;
  }

  /** Called by {@link BacklogNames} alone. */
  void name(HandleDataCalls.OpenedName newName) {
    name = newName;
  }

  /**
   * This client renamed the file. The journal records the new name so that a later process finds
   * it.
   */
  void renamed() {
    JournaledFile journaled;
    synchronized (this) {
      journaled = file;
    }
    if (journaled == null) {
      return;
    }
    HandleDataCalls.OpenedName now = name;
    try {
      owner.journal().renamed(journaled, now.directory(), now.name());
    } catch (IOException e) {
      owner.notJournaled(e);
    }
  }

  /** This client removed a name. A file without a name is not uploaded. */
  void unlinked() {
    mayBeUnlinked = true;
    scheduleOnce();
  }

  /** A program closed its handle. */
  void released() {
    if (mayBeUnlinked) {
      scheduleOnce();
    }
  }

  /**
   * Whether no program has the file open and the server reports that it has no name. Does not fail.
   */
  private CompletableFuture<Boolean> isGone(JournaledObject by) {
    if (!mayBeUnlinked || isInUse.getAsBoolean()) {
      return CompletableFuture.completedFuture(false);
    }
    return by.stat()
        .handle(
            (attributes, failure) -> {
              boolean isGone = failure == null && attributes.links() == 0;
              mayBeUnlinked = isGone || failure != null;
              return isGone;
            });
  }

  /** Discards the writes to a file that has no name and no handle. */
  private void drop() {
    List<JournaledWrite> writes = new ArrayList<>();
    List<Waiter> done;
    JournaledFile journaled;
    synchronized (this) {
      journaled = journaled();
      queue.forEach(entry -> writes.add(entry.write));
      queue.clear();
      pieces.clear();
      failure = null;
      failures = 0;
      isScheduled = false;
      isEmpty = true;
      file = null;
      done = List.copyOf(waiting);
      waiting.clear();
    }
    try {
      owner.journal().uploaded(journaled, writes, 0, 0);
    } catch (IOException e) {
      owner.notJournaled(e);
    }
    owner.removed(this, writes.stream().mapToLong(JournaledWrite::length).sum());
    done.forEach(each -> each.done.complete(null));
  }

  static JournalIdentity identityOf(
      InodeId inode, HandleDataCalls.OpenedName name, DataLocation location) {
    return new JournalIdentity(
        inode, name.directory(), name.name(), location.volume(), location.path());
  }

  void opened(JournaledObject access) {
    accesses.add(access);
    owner.names().add(this);
  }

  /** Whether any handle has the object open. */
  boolean isOpen() {
    return !accesses.isEmpty();
  }

  /** An access is about to close. What it wrote cannot be uploaded without it. */
  void closed(JournaledObject access) {
    accesses.remove(access);
    owner.names().removeUnused(this);
    boolean hasWrites;
    synchronized (this) {
      hasWrites = queue.stream().anyMatch(entry -> entry.by == access);
    }
    if (hasWrites) {
      leave("its handle was closed before the upload");
    }
  }

  boolean isEmpty() {
    return isEmpty;
  }

  /** Whether the journal knows the object's status, so that a write needs no request first. */
  synchronized boolean isBegun() {
    return file != null;
  }

  /** Records the object's status before the first write is accepted. */
  synchronized void begin(ObjectStatus status) {
    if (file == null) {
      HandleDataCalls.OpenedName now = name;
      JournalIdentity named = identity.named(now.directory(), now.name());
      file = owner.journal().begin(named, status.size(), status.modifiedNanos());
    }
  }

  /** This client changed the object by something other than a write. The backlog is empty. */
  synchronized void changed() {
    if (queue.isEmpty()) {
      file = null;
    }
  }

  /**
   * Accepts a write.
   *
   * @return whether the journal has it; false if the journal is full
   * @throws GigaException if an upload failed; no write is accepted until one succeeds
   */
  boolean take(JournaledObject by, long offset, ByteBuffer from) throws GigaException {
    int length = from.remaining();
    synchronized (this) {
      if (failure != null) {
        throw again(failure);
      }
      if (isLeft || !owner.isAccepting()) {
        return false;
      }
      JournaledFile journaled = file;
      if (journaled == null) {
        return false;
      }
      JournaledWrite write;
      try {
        write = owner.journal().append(journaled, offset, from);
      } catch (IOException e) {
        owner.notJournaled(e);
        return false;
      }
      if (write == null) {
        owner.full();
        return false;
      }
      isEmpty = false;
      wroteNanos = owner.clock().wallNanos();
      queue.add(new Entry(write, by, owner.clock().nanos()));
      cover(new Piece(write, offset, offset + length));
      owner.taken(this, length);
      from.position(from.limit());
    }
    scheduleOnce();
    return true;
  }

  private void scheduleOnce() {
    synchronized (this) {
      if (isScheduled || queue.isEmpty() || isLeft) {
        return;
      }
      isScheduled = true;
    }
    owner.schedule(this);
  }

  /** Replaces the pieces that the range overlaps. Called under the lock. */
  private void cover(Piece piece) {
    uncover(piece.start, piece.end);
    pieces.put(piece.start, piece);
  }

  private void uncover(long start, long end) {
    Map.Entry<Long, Piece> before = pieces.lowerEntry(start);
    if (before != null && before.getValue().end > start) {
      Piece cut = before.getValue();
      pieces.put(cut.start, new Piece(cut.write, cut.start, start));
      if (cut.end > end) {
        pieces.put(end, new Piece(cut.write, end, cut.end));
      }
    }
    NavigableMap<Long, Piece> within = pieces.subMap(start, true, end, false);
    Map.Entry<Long, Piece> last = within.lastEntry();
    if (last != null && last.getValue().end > end) {
      Piece cut = last.getValue();
      within.remove(cut.start);
      pieces.put(end, new Piece(cut.write, end, cut.end));
    }
    within.clear();
  }

  /** The overlay for a range of the object; null if no piece overlaps it. */
  @Nullable Overlay overlay(long offset, int length) {
    if (isEmpty) {
      return null;
    }
    synchronized (this) {
      long end = end();
      if (end <= offset) {
        return null;
      }
      List<Piece> over = new ArrayList<>();
      Map.Entry<Long, Piece> before = pieces.lowerEntry(offset);
      if (before != null && before.getValue().end > offset) {
        over.add(before.getValue());
      }
      over.addAll(pieces.subMap(offset, true, offset + length, false).values());
      return new Overlay(over, end);
    }
  }

  /** The end of the last piece. Called under the lock. */
  private long end() {
    Map.Entry<Long, Piece> last = pieces.lastEntry();
    return last == null ? 0 : last.getValue().end;
  }

  /** The object's status with the backlog applied. */
  ObjectStatus over(ObjectStatus status) {
    if (isEmpty) {
      return status;
    }
    synchronized (this) {
      return queue.isEmpty()
          ? status
          : new ObjectStatus(
              Math.max(status.size(), end()),
              Math.max(status.modifiedNanos(), wroteNanos),
              status.holes());
    }
  }

  /** Why the last upload failed; null if it did not. */
  @Nullable GigaException failure() {
    if (isEmpty) {
      return null;
    }
    synchronized (this) {
      return failure == null ? null : again(failure);
    }
  }

  private static GigaException again(GigaException failure) {
    GigaException reported =
        failure
            .code()
            .exception(
                "bytes that were written before are in the writeback journal, but could not be"
                    + " written to the volume: "
                    + failure.getMessage());
    reported.initCause(failure);
    return reported;
  }

  /**
   * Completes when the volume has all writes accepted before the call. Fails as soon as an upload
   * fails; retries an upload that failed before.
   */
  CompletableFuture<Void> drained() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    synchronized (this) {
      if (queue.isEmpty()) {
        return Futures.DONE;
      }
      if (isLeft) {
        return CompletableFuture.failedFuture(
            failure == null ? ErrorCode.EIO.exception("the file's session is over") : failure);
      }
      waiting.add(new Waiter(queue.getLast().write.sequence(), done));
    }
    scheduleOnce();
    return owner.inTime(done);
  }

  /** Completes when the backlog is empty, through any number of failed uploads. */
  CompletableFuture<Void> drainedAtLast() {
    synchronized (this) {
      if (queue.isEmpty() || isLeft) {
        return Futures.DONE;
      }
    }
    return drained().handle((done, failed) -> failed == null).thenCompose(this::orLater);
  }

  private CompletableFuture<Void> orLater(boolean isDone) {
    if (isDone) {
      return Futures.DONE;
    }
    CompletableFuture<Void> later = new CompletableFuture<>();
    owner.pause(() -> later.complete(null));
    return later.thenCompose(tried -> drainedAtLast());
  }

  /** Stops uploads. The journal keeps the rest for the next start. */
  void leave(String why) {
    List<Waiter> failed;
    GigaException left = ErrorCode.EIO.exception(why);
    synchronized (this) {
      if (queue.isEmpty() || isLeft) {
        return;
      }
      isLeft = true;
      failure = left;
      failed = List.copyOf(waiting);
      waiting.clear();
      LOG.error(
          "{} writes to {} stay in the writeback journal {}: {}; they are uploaded when a client"
              + " with this data cache starts next",
          queue.size(),
          identity,
          owner.journal(),
          why);
    }
    failed.forEach(each -> each.done.completeExceptionally(left));
  }

  /** Uploads the oldest writes. Completes when the next upload may start; does not fail. */
  CompletableFuture<Void> upload() {
    List<Entry> batch = next();
    if (batch.isEmpty()) {
      return Futures.DONE;
    }
    if (!batch.get(batch.size() - 1).by.isAlive()) {
      leave("the client's session at the servers is over");
      return Futures.DONE;
    }
    return isGone(batch.get(batch.size() - 1).by)
        .thenCompose(
            isGone -> {
              if (isGone) {
                drop();
                return Futures.DONE;
              }
              return uploadNow(batch);
            });
  }

  private CompletableFuture<Void> uploadNow(List<Entry> batch) {
    CompletableFuture<ObjectStatus> uploaded;
    try {
      uploaded = upload(batch);
    } catch (IOException | RuntimeException e) {
      uploaded = CompletableFuture.failedFuture(e);
    }
    ObjectAccess object = batch.get(batch.size() - 1).by.object();
    return uploaded
        .handle(
            (status, failed) -> {
              if (failed == null) {
                succeeded(batch, status);
                return Futures.DONE;
              }
              return measured(object).thenRun(() -> failed(Futures.cause(failed)));
            })
        .thenCompose(done -> done);
  }

  /** Records in the journal the object's status after a failed upload. Does not fail. */
  private CompletableFuture<Void> measured(ObjectAccess object) {
    return object
        .status()
        .thenAccept(
            status -> {
              try {
                owner.journal().failed(journaled(), status.size(), status.modifiedNanos());
              } catch (IOException e) {
                owner.notJournaled(e);
              }
            })
        .exceptionally(unknown -> null);
  }

  private synchronized List<Entry> next() {
    List<Entry> batch = new ArrayList<>();
    long length = 0;
    long end = 0;
    for (Entry entry : queue) {
      JournaledWrite write = entry.write;
      boolean isNext = batch.isEmpty() || write.offset() == end;
      if (isLeft || !isNext || (length > 0 && length + write.length() > MAX_UPLOAD_BYTES)) {
        break;
      }
      batch.add(entry);
      length += write.length();
      end = write.end();
    }
    if (batch.isEmpty()) {
      isScheduled = false;
    }
    return batch;
  }

  private CompletableFuture<ObjectStatus> upload(List<Entry> batch) throws IOException {
    Entry first = batch.get(0);
    Entry last = batch.get(batch.size() - 1);
    owner.journal().uploading(journaled(), last.write.sequence());
    ByteBuffer bytes = ByteBuffer.allocate((int) (last.write.end() - first.write.offset()));
    for (Entry entry : batch) {
      bytes.limit(bytes.position() + entry.write.length());
      entry.write.read(0, bytes);
    }
    bytes.flip();
    ObjectAccess object = last.by.object();
    return object
        .write(first.write.offset(), bytes)
        .thenCompose(written -> object.flush())
        .thenCompose(flushed -> object.status());
  }

  private synchronized JournaledFile journaled() {
    JournaledFile known = file;
    if (known == null) {
      throw new IllegalStateException("writes are queued without a file");
    }
    return known;
  }

  private void succeeded(List<Entry> batch, ObjectStatus status) {
    Entry last = batch.get(batch.size() - 1);
    owner.noteUpload(identity.inode());
    // Read-ahead data of other accesses may predate the upload. The pieces hid it until now.
    accesses.stream()
        .filter(access -> access != last.by)
        .forEach(access -> access.object().invalidate());
    List<Waiter> done = new ArrayList<>();
    List<JournaledWrite> writes = batch.stream().map(Entry::write).toList();
    JournaledFile journaled;
    boolean goesOn;
    synchronized (this) {
      journaled = journaled();
      for (Entry entry : batch) {
        queue.removeFirst();
        JournaledWrite write = entry.write;
        pieces
            .subMap(write.offset(), true, write.end(), false)
            .values()
            .removeIf(piece -> piece.write.equals(write));
      }
      if (failures > 0) {
        LOG.info("Uploads to {} succeed again after failures", identity);
      }
      failure = null;
      failures = 0;
      goesOn = !queue.isEmpty() && !isLeft;
      isScheduled = goesOn;
      isEmpty = queue.isEmpty();
      while (!waiting.isEmpty() && waiting.getFirst().sequence <= last.write.sequence()) {
        done.add(waiting.removeFirst());
      }
    }
    try {
      owner.journal().uploaded(journaled, writes, status.size(), status.modifiedNanos());
    } catch (IOException e) {
      owner.notJournaled(e);
    }
    owner.uploaded(this, writes.stream().mapToLong(JournaledWrite::length).sum());
    if (goesOn) {
      owner.schedule(this);
    }
    done.forEach(each -> each.done.complete(null));
  }

  private void failed(Throwable cause) {
    List<Waiter> failing;
    GigaException failed = SharedFile.failureOf(cause);
    synchronized (this) {
      failure = failed;
      failures++;
      isScheduled = false;
      failing = List.copyOf(waiting);
      waiting.clear();
      if (failures == 1) {
        LOG.error(
            "Writes to {} could not be uploaded and stay in the writeback journal {}: {}; they are"
                + " retried",
            identity,
            owner.journal(),
            failed.getMessage());
      }
    }
    owner.failed(failed);
    failing.forEach(each -> each.done.completeExceptionally(failed));
    owner.pause(this::scheduleOnce);
  }

  /** When the oldest queued write was accepted, by the clock; null if there is none. */
  synchronized @Nullable Long oldestNanos() {
    Entry oldest = queue.peek();
    return oldest == null ? null : oldest.takenNanos;
  }
}
