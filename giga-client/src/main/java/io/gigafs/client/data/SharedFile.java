package io.gigafs.client.data;

import io.gigafs.client.data.CachedBytes.Where;
import io.gigafs.client.data.ObjectOpener.Opened;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.LockRequest.LockResult;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A file that a client has open, shared by all of its handles; serializes their operations.
 *
 * <p>Everything is called and accessed in the file's {@link SerialExecutor}, unless stated
 * otherwise. Invariants:
 *
 * <ol>
 *   <li>Writes are pending only while {@link #writer}, the handle that is to flush them, is open.
 *   <li>A handle has direct access to its object ({@link HandleData#publish}) only while the file
 *       is known to be there, and no other handle of this client buffers bytes of it. Servers
 *       assign a file another object only when its volume is drained, and only while nobody has the
 *       file open except readers that know of the drain.
 *   <li>What is cached of the file's bytes, here and by users of {@link #foreignChange}, is as of
 *       {@link #changedNanos}, plus what this client wrote since.
 * </ol>
 */
final class SharedFile {
  /** At this number pending writes are flushed before more are accepted. */
  private static final int MAX_PIECES = 256;

  /** Parts of an append are flushed at this length. Callers have no guarantee beyond it. */
  private static final int MAX_PARTS_BYTES = 1 << 20;

  /** How often the location of an object that is gone is requested again. */
  private static final int MAX_LOCATES = 3;

  private static final ObjectStatus NO_BACKLOG = new ObjectStatus(0, Long.MIN_VALUE);

  private final OpenFiles files;
  private final InodeId inode;
  private final SerialExecutor serialExecutor = new SerialExecutor();
  private final CachedBytes contents = new CachedBytes();
  private final List<HandleData> handles = new ArrayList<>();
  private @Nullable HandleData writer;

  /** Whether the pending writes end with a part of an append whose rest is to follow. */
  private boolean endsWithPart;

  private long accountedBytes;
  private boolean everWritten;

  /** The ctime of the last known state of the file. */
  private long changedNanos;

  /** A number that changes with each change by others; read by all threads. */
  private volatile long foreignChange;

  /** Used by all threads. */
  private final ObjectReport report = new ObjectReport();

  /** The handles' accesses to the object. */
  private final HandleObjects objects = new HandleObjects(this, handles);

  /** The file's cache state; read by all threads. */
  private final @Nullable CachedFile cached;

  /** By object; used by all threads. */
  private final Map<DataLocation, Backlog> backlogs = new ConcurrentHashMap<>();

  /** How many handles are open only for the backlog. */
  private final AtomicInteger released = new AtomicInteger();

  SharedFile(OpenFiles files, InodeId inode) {
    this.files = files;
    this.inode = inode;
    this.foreignChange = files.nextForeignChange();
    DataCache cache = files.cache();
    this.cached = cache == null ? null : new CachedFile(this, cache);
  }

  /** This client's backlog of an object; null without writeback. Called by any thread. */
  @Nullable Backlog backlogOf(DataLocation location, HandleDataCalls calls) {
    WriteBack writeBack = files.writeBack();
    return writeBack == null
        ? null
        : backlogs.computeIfAbsent(
            location,
            at ->
                new Backlog(
                    writeBack,
                    Backlog.identityOf(inode, calls.openedName(), at),
                    () -> files.isInUse(this)));
  }

  /** Whether any write is not uploaded. Called by any thread. */
  boolean hasBacklog() {
    return backlogs.values().stream().anyMatch(backlog -> !backlog.isEmpty());
  }

  /** Whether small writes are pending. A hint; called by any thread. */
  boolean hasPending() {
    return writer != null;
  }

  /** A program closed a handle, which stays open for the backlog. Called by any thread. */
  void released() {
    released.incrementAndGet();
    backlogs.values().forEach(Backlog::released);
  }

  /** The number of handles that programs have closed. */
  int releasedHandles() {
    return released.get();
  }

  /** Such a handle is closed now. */
  void unreleased() {
    released.decrementAndGet();
  }

  /** Completes when the volume has all journaled writes. Called by any thread. */
  CompletableFuture<Void> drained() {
    if (!hasBacklog()) {
      return Futures.DONE;
    }
    return CompletableFuture.allOf(
        backlogs.values().stream().map(Backlog::drained).toArray(CompletableFuture<?>[]::new));
  }

  /** The same through any number of failed uploads. Called by any thread; does not fail. */
  CompletableFuture<Void> drainedAtLast() {
    if (!hasBacklog()) {
      return Futures.DONE;
    }
    return CompletableFuture.allOf(
        backlogs.values().stream()
            .map(Backlog::drainedAtLast)
            .toArray(CompletableFuture<?>[]::new));
  }

  /** The failure of the last upload; null if it succeeded. */
  @Nullable GigaException backlogFailure() {
    for (Backlog backlog : backlogs.values()) {
      GigaException failure = backlog.failure();
      if (failure != null) {
        return failure;
      }
    }
    return null;
  }

  /** The minimum size and time that the backlog implies now. Called by any thread. */
  @Nullable ObjectStatus backlogStatus() {
    if (!hasBacklog()) {
      return null;
    }
    ObjectStatus status = NO_BACKLOG;
    for (Backlog backlog : backlogs.values()) {
      status = backlog.over(status);
    }
    return status;
  }

  /** A server's attributes of the file, with the backlog applied. Called by any thread. */
  FileAttributes withBacklog(FileAttributes attributes) {
    return withBacklog(attributes, backlogStatus());
  }

  /** The same with the backlog from before the request. */
  FileAttributes withBacklog(FileAttributes attributes, @Nullable ObjectStatus backlog) {
    FileAttributes with = attributes;
    if (backlog != null) {
      ObjectStatus status =
          new ObjectStatus(
              Math.max(with.size(), backlog.size()),
              Math.max(with.modifiedNanos(), backlog.modifiedNanos()),
              with.holes());
      with =
          new FileAttributes(
              with.inode(),
              with.type(),
              with.mode(),
              with.uid(),
              with.gid(),
              status.size(),
              with.links(),
              with.accessedNanos(),
              report.hasOwnTime() ? status.modifiedNanos() : with.modifiedNanos(),
              with.changedNanos(),
              status.holes(),
              with.bornNanos(),
              with.flags());
    }
    return with;
  }

  /** The object was changed by something other than uploads. */
  private void backlogsChanged() {
    backlogs.values().forEach(Backlog::changed);
  }

  /** The file's cache state; null if the client has no cache. */
  @Nullable CachedFile cached() {
    return cached;
  }

  InodeId inode() {
    return inode;
  }

  SerialExecutor serialExecutor() {
    return serialExecutor;
  }

  CachedBytes contents() {
    return contents;
  }

  OpenFiles files() {
    return files;
  }

  Alarms alarms() {
    return files.alarms();
  }

  /** A handle was opened; the server said where the bytes are. */
  void joined(
      HandleData handle,
      boolean truncated,
      @Nullable FileData data,
      FileAttributes attributes,
      boolean byOthers,
      OpenFiles.Opening opening,
      long now) {
    handles.add(handle);
    if (handles.size() == 1) {
      changedNanos = attributes.changedNanos();
    } else {
      met(attributes.changedNanos(), attributes.changedNanos(), byOthers);
    }
    boolean wasInline = contents.where() == Where.INLINE;
    boolean isInline = data instanceof FileData.Inline;
    if (truncated) {
      backlogsChanged();
      dropPending();
      report.emptied();
      // Its object may be the same as before, emptied: read-ahead data of it is stale.
      objects.invalidateAll();
      if (cached != null) {
        cached.resized();
      }
    }
    if (handles.size() == 1 && !everWritten && !files.memory().isUsedUp()) {
      try {
        learn(data, attributes.size(), now);
      } catch (GigaException e) {
        // The location is requested again, and the call that needs it gets the failure.
        forget();
      }
    } else if (wasInline && isInline && !truncated) {
      contents.markOutcomeUnknown();
    } else if (data instanceof FileData.Stored stored && isAt(stored)) {
      contents.located(stored, now);
      readSeriallyIfDraining();
    } else {
      forget();
    }
    account();
    if (cached != null) {
      cached.expire(files.ended().unsettledNanos(inode));
      if (files.ended().mayBeStale(inode, opening.number(), attributes.changedNanos())) {
        cached.expire(attributes.changedNanos());
      }
    }
    updateCached(data, attributes, byOthers, opening.nanos());
  }

  /** A server answered with the file's state, and where its bytes are. */
  private void updateCached(
      @Nullable FileData data, FileAttributes attributes, boolean byOthers, long askedNanos) {
    if (cached == null) {
      return;
    }
    if (data instanceof FileData.Stored stored && isAt(stored)) {
      cached.update(
          stored.location(),
          attributes.changedNanos(),
          stored.unsettled() ? CachedState.UNKNOWN_SIZE : attributes.size(),
          byOthers,
          askedNanos);
    } else {
      cached.invalidate();
    }
  }

  private void invalidateCached() {
    if (cached != null) {
      cached.invalidate();
    }
  }

  /**
   * Requests the file's state from a server in the background; called by any thread. If there is no
   * answer, the cache is not used.
   */
  void revalidate(HandleData by) {
    long asked = nowNanos();
    CallDeadline.NONE
        .within(() -> by.calls().read())
        .whenComplete(
            (result, failure) -> {
              if (failure == null) {
                serialExecutor.take(
                    () -> {
                      revalidated(result, asked);
                      return Futures.DONE;
                    });
              }
            });
  }

  /** Other answers may have arrived first and be newer. */
  private void revalidated(DataResult result, long askedNanos) {
    long now = result.attributes().changedNanos();
    boolean isNews =
        now >= changedNanos
            && !handles.isEmpty()
            && result.data() instanceof FileData.Stored stored
            && isAt(stored);
    if (!isNews) {
      return;
    }
    if (now != changedNanos) {
      met(now, now, false);
    }
    updateCached(result.data(), result.attributes(), result.byOthers(), askedNanos);
  }

  /** A lock was acquired: its holder must see what others wrote before. */
  void locked(LockResult lock) {
    FileAttributes attributes = lock.attributes();
    if (attributes == null) {
      changedByOthers();
    } else {
      met(attributes.changedNanos(), attributes.changedNanos(), lock.byOthers());
      if (cached != null && contents.where() == Where.STORED) {
        cached.update(
            contents.location(),
            attributes.changedNanos(),
            CachedState.UNKNOWN_SIZE,
            lock.byOthers(),
            nowNanos());
      }
    }
  }

  /**
   * Records the file's state.
   *
   * @param before the ctime before this client's operation, if there was one
   * @param now the ctime since
   * @param byOthers whether others may have written without a change of the ctime
   */
  private void met(long before, long now, boolean byOthers) {
    if (before != changedNanos || byOthers) {
      changedByOthers();
    }
    changedNanos = now;
  }

  private void met(DataResult result) {
    met(result.changedBeforeNanos(), result.attributes().changedNanos(), false);
  }

  /** Others have changed the file: invalidates everything that was read of it. */
  private void changedByOthers() {
    foreignChange = files.nextForeignChange();
    contents.markOutcomeUnknown();
    objects.invalidateAll();
    invalidateCached();
  }

  /**
   * A number that changes when others have changed the file, as far as this client knows. Bytes
   * read before the number changed are stale.
   */
  long foreignChange() {
    return foreignChange;
  }

  /** Requests where the bytes are, unless that is known; for a read, unless it is fresh. */
  CompletableFuture<Void> known(HandleData by, boolean toRead) {
    long asked = nowNanos();
    boolean isKnown =
        toRead
            ? contents.isReadable(asked) || contents.isLocated(asked)
            : contents.where() != Where.UNKNOWN;
    if (isKnown) {
      return Futures.DONE;
    }
    return by.calls().read().thenAccept(result -> learn(result, asked));
  }

  /** Records where the bytes are, from an answer. */
  void learn(DataResult result, long askedNanos) {
    met(result);
    try {
      learn(result.data(), result.attributes().size(), askedNanos);
    } catch (GigaException e) {
      throw new CompletionException(e);
    }
    if (contents.where() == Where.UNKNOWN) {
      throw new CompletionException(
          ErrorCode.EIO.exception("the server did not say where the file's bytes are"));
    }
    updateCached(result.data(), result.attributes(), result.byOthers(), askedNanos);
  }

  private void learn(@Nullable FileData data, long size, long askedNanos) throws GigaException {
    boolean stays = data instanceof FileData.Stored stored && isAt(stored);
    if (!stays) {
      handles.forEach(HandleData::unpublish);
    }
    contents.learn(data, size, askedNanos);
    readSeriallyIfDraining();
    account();
  }

  private boolean isAt(FileData.Stored stored) {
    return contents.where() == Where.STORED && stored.location().equals(contents.location());
  }

  /** Readers have to check that the object is still the file's; for a writer it stays so. */
  private void readSeriallyIfDraining() {
    if (contents.isDraining()) {
      handles.stream().filter(handle -> !handle.writes()).forEach(HandleData::unpublish);
    }
  }

  /** Whether a write can be accepted at once, without a request. */
  boolean takesNow(HandleData by, long offset, int length) {
    return !endsWithPart
        && contents.where() == Where.INLINE
        && contents.fits(offset, length, files.mostInlineBytes())
        && !isFull(by, length)
        && !by.isShortOfQuota()
        && !files.memory().isUsedUp();
  }

  private boolean isFull(HandleData by, int length) {
    PendingWrites pending = contents.pending();
    return writer != null
        && (!writer.caller().equals(by.caller())
            || pending.count() >= MAX_PIECES
            || pending.bytes() + (long) length > 2L * files.mostInlineBytes());
  }

  /** Accepts a write, to be flushed later. */
  void add(HandleData by, long offset, ByteBuffer from) {
    contents.pending().add(offset, from);
    by.hasUnbrought(true);
    everWritten = true;
    if (writer == null) {
      writer = by;
      files.dirty(this);
    }
    account();
  }

  /**
   * Accepts a part of a contiguous append. It stays pending, wherever the bytes are, until the rest
   * follows or anybody requests the file's bytes.
   */
  CompletableFuture<Void> appendPart(HandleData by, ByteBuffer from) {
    CompletableFuture<Void> begun =
        goesOn(by, DataWrite.APPEND) ? Futures.DONE : flushOthers(by, from.remaining());
    return begun.thenRun(
        () -> {
          handles.forEach(HandleData::unpublish);
          add(by, DataWrite.APPEND, from);
          endsWithPart = contents.pending().bytes() < MAX_PARTS_BYTES;
        });
  }

  /** Whether a write continues an append of which a part is pending. */
  private boolean goesOn(HandleData by, long offset) {
    return endsWithPart && offset == DataWrite.APPEND && writer == by;
  }

  /**
   * Flushes pending writes that must not stay pending, or that cannot share a request with the next
   * write.
   */
  private CompletableFuture<Void> flushOthers(HandleData by, int length) {
    return contents.where() == Where.STORED || isFull(by, length) ? flush() : Futures.DONE;
  }

  /** Accepts the last part of an append, and flushes all of it if it may not stay pending. */
  private CompletableFuture<Void> endPart(HandleData by, ByteBuffer from) {
    add(by, DataWrite.APPEND, from);
    endsWithPart = false;
    boolean mayStay =
        contents.where() == Where.INLINE
            && contents.fits(DataWrite.APPEND, 0, files.mostInlineBytes())
            && !isFull(by, 0)
            && !files.memory().isUsedUp();
    return mayStay ? Futures.DONE : flush();
  }

  /** Writes: keeps a small write pending, or writes to the object. */
  CompletableFuture<Void> write(HandleData by, long offset, ByteBuffer from) {
    return goesOn(by, offset) ? endPart(by, from) : writeWhole(by, offset, from);
  }

  private CompletableFuture<Void> writeWhole(HandleData by, long offset, ByteBuffer from) {
    endsWithPart = false;
    return known(by, false).thenCompose(known -> writeKnown(by, offset, from));
  }

  private CompletableFuture<Void> writeKnown(HandleData by, long offset, ByteBuffer from) {
    if (contents.where() == Where.STORED) {
      return writeStored(by, offset, from, MAX_LOCATES);
    }
    if (!contents.fits(offset, from.remaining(), files.mostInlineBytes())) {
      return new Spill(this, by)
          .begin()
          .thenCompose(spilled -> writeStored(by, offset, from, MAX_LOCATES));
    }
    if (isFull(by, from.remaining())) {
      return flush().thenCompose(flushed -> write(by, offset, from));
    }
    add(by, offset, from);
    return files.memory().isUsedUp() || by.isShortOfQuota() ? flushFor(by) : Futures.DONE;
  }

  /** Flushes pending writes. A handle whose call fails with the loss does not report it again. */
  private CompletableFuture<Void> flushFor(HandleData by) {
    return Futures.onFailure(
        flush(),
        failure -> {
          by.takeLoss();
          return CompletableFuture.failedFuture(failure);
        });
  }

  private CompletableFuture<Void> writeStored(
      HandleData by, long offset, ByteBuffer from, int tries) {
    int start = from.position();
    CompletableFuture<Void> written =
        locate(by, false, tries)
            .thenCompose(
                access ->
                    access.isEmpty()
                        ? write(by, offset, from)
                        : objects
                            .flushPeers(by)
                            .thenCompose(flushed -> put(by, access.get(), offset, from))
                            .thenRun(() -> objects.invalidatePeers(by)));
    return Futures.onFailure(
        written,
        failure -> {
          if (!isGone(failure) || tries == 1) {
            return CompletableFuture.failedFuture(failureOf(failure));
          }
          forget();
          from.position(start);
          return known(by, false).thenCompose(known -> writeStored(by, offset, from, tries - 1));
        });
  }

  /** Writes to the object. For an append the server, which measures, assigns the offset. */
  private CompletableFuture<Void> put(
      HandleData by, ObjectAccess access, long offset, ByteBuffer from) {
    if (offset == DataWrite.APPEND) {
      return access
          .flush()
          .thenCompose(flushed -> by.calls().reserve(from.remaining()))
          .thenCompose(end -> onVolume(() -> by.writeTo(access, by.isRelayed(), end, from)));
    }
    return granted(by, offset + from.remaining())
        .thenCompose(may -> onVolume(() -> by.writeTo(access, by.isRelayed(), offset, from)));
  }

  /** Obtains a grant for a handle to write up to an offset. */
  private CompletableFuture<Void> granted(HandleData by, long end) {
    long asked = nowNanos();
    return by.grant().allows(end, asked)
        ? Futures.DONE
        : by.calls()
            .grant(by.grant().written(), by.grant().wanted(end))
            .thenAccept(most -> by.grant().granted(most, asked));
  }

  /**
   * Reserves quota: a quota counts the file as if it ended at the offset for as long as the handle
   * is open, without a change of its size. Nothing is reserved for a file whose bytes servers keep.
   */
  CompletableFuture<Void> setAside(HandleData by, long end) {
    return setAside(by, end, MAX_LOCATES);
  }

  private CompletableFuture<Void> setAside(HandleData by, long end, int tries) {
    CompletableFuture<Void> granted =
        known(by, false)
            .thenCompose(
                known ->
                    contents.where() == Where.STORED
                        ? granted(by, end).thenRun(() -> by.grant().setAside(end))
                        : Futures.DONE);
    return Futures.onFailure(
        granted,
        failure -> {
          if (!isGone(failure) || tries == 1) {
            return CompletableFuture.failedFuture(failureOf(failure));
          }
          forget();
          return setAside(by, end, tries - 1);
        });
  }

  /** Revokes the handles' grants: they have to request new ones before they write. */
  void giveGrantsUp() {
    handles.forEach(handle -> handle.grant().giveUp());
  }

  /** The access with which a handle reads and writes; empty if the server keeps the bytes. */
  CompletableFuture<Optional<ObjectAccess>> locate(HandleData by, boolean toRead) {
    return locate(by, toRead, MAX_LOCATES);
  }

  private CompletableFuture<Optional<ObjectAccess>> locate(
      HandleData by, boolean toRead, int tries) {
    return known(by, toRead)
        .thenCompose(
            known ->
                contents.where() == Where.STORED
                    ? flush().thenCompose(flushed -> located(by, toRead, tries))
                    : CompletableFuture.completedFuture(Optional.empty()));
  }

  private CompletableFuture<Optional<ObjectAccess>> located(
      HandleData by, boolean toRead, int tries) {
    return Futures.onFailure(
        objects.access(by).thenApply(Optional::of),
        failure -> {
          if (!isGone(failure) || tries == 1) {
            return CompletableFuture.failedFuture(failureOf(failure));
          }
          forget();
          return locate(by, toRead, tries - 1);
        });
  }

  /** Flushes pending writes to where the bytes are. If that fails, they are lost. */
  CompletableFuture<Void> flush() {
    HandleData by = writer;
    if (by == null) {
      return Futures.DONE;
    }
    return orLose(
        CallDeadline.apart(() -> contents.where() == Where.STORED ? replay(by) : send(by, false)));
  }

  /** The same without failing: the writers receive the failures, and other callers continue. */
  CompletableFuture<Void> flushQuietly() {
    return flush().exceptionally(failure -> null);
  }

  /** Sends pending writes, if there are any. */
  CompletableFuture<Void> send(HandleData by, boolean sync) {
    long asked = nowNanos();
    return by.calls()
        .write(contents.pending().toWrites(), sync)
        .thenCompose(result -> result.applied() ? flushed(result) : refused(by, result, asked));
  }

  /** The same with a sync to disk. The flush has no deadline, because others wrote the bytes. */
  CompletableFuture<Void> sendSynced(HandleData by) {
    return writer == null ? send(by, true) : CallDeadline.apart(() -> send(by, true));
  }

  private CompletableFuture<Void> flushed(DataResult result) {
    contents.written(result);
    met(result);
    nothingPending();
    return Futures.DONE;
  }

  /** An answer says that the server has the pending writes. */
  void nowFlushed(DataResult result) {
    flushed(result);
  }

  /** The server refused the writes because the bytes are on a volume, or have to move there. */
  CompletableFuture<Void> refused(HandleData by, DataResult result, long askedNanos) {
    if (result.data() == null) {
      // The answer belongs to a retried request. Only the first answer carries the location.
      long asked = nowNanos();
      return by.calls().read().thenCompose(known -> refused(by, known, asked));
    }
    learn(result, askedNanos);
    if (writer == null) {
      return Futures.DONE;
    }
    return contents.where() == Where.STORED ? replay(by) : new Spill(this, by).begin();
  }

  /** Writes pending writes to the object. */
  CompletableFuture<Void> replay(HandleData by) {
    List<DataWrite> writes = contents.pending().toWrites();
    CompletableFuture<ObjectAccess> access = objects.access(by);
    CompletableFuture<Void> written =
        access.thenCompose(
            object -> {
              CompletableFuture<Void> chain = objects.flushPeers(by);
              for (DataWrite write : writes) {
                chain =
                    chain.thenCompose(
                        done -> put(by, object, write.offset(), ByteBuffer.wrap(write.bytes())));
              }
              return chain;
            });
    return written.thenRun(
        () -> {
          contents.pending().clear();
          nothingPending();
        });
  }

  /**
   * The bytes are in an object, including all pending writes.
   *
   * @param object null if the handle does not have it open
   */
  void nowSpilled(
      HandleData by,
      DataLocation location,
      @Nullable Opened object,
      WholeChecksum whole,
      DataResult result,
      long askedNanos) {
    met(result);
    handles.forEach(HandleData::unpublish);
    contents.pending().clear();
    contents.nowStored(location);
    report.spilled(whole);
    by.wroteObject();
    if (object != null) {
      object.access().placed();
      objects.opened(by, object);
    }
    if (cached != null) {
      cached.update(
          location,
          result.attributes().changedNanos(),
          CachedState.UNKNOWN_SIZE,
          result.byOthers(),
          askedNanos);
    }
    nothingPending();
  }

  private void nothingPending() {
    writer = null;
    endsWithPart = false;
    handles.forEach(handle -> handle.hasUnbrought(false));
    account();
  }

  /**
   * If this fails, the pending writes are lost; the handles that wrote them receive the failure.
   */
  <T> CompletableFuture<T> orLose(CompletableFuture<T> bringing) {
    return Futures.onFailure(
        bringing,
        failure -> {
          GigaException lost = failureOf(failure);
          handles.forEach(handle -> handle.lost(lost));
          dropPending();
          forget();
          return CompletableFuture.failedFuture(lost);
        });
  }

  private void dropPending() {
    contents.pending().clear();
    nothingPending();
  }

  /** Discards the known location of the bytes. Pending writes stay pending. */
  void forget() {
    handles.forEach(HandleData::unpublish);
    contents.forget();
    account();
    invalidateCached();
  }

  /** The size was set by something other than a write. */
  void resized() {
    forget();
    backlogsChanged();
    report.resized();
    objects.invalidateAll();
    if (cached != null) {
      cached.resized();
    }
  }

  /** Bytes are about to be written to the object. Called by any thread. */
  void writing(long offset, ByteBuffer bytes, boolean isRelayed) {
    report.writing(offset, bytes);
    if (isRelayed || files.writeBack() != null) {
      files.dirty(this);
    }
  }

  /** The server applied the report of the object. */
  void reported(DataResult result, long askedNanos) {
    met(result);
    if (cached != null) {
      cached.changed(result, askedNanos);
    }
  }

  /** The same, and closed the handle that had written to the object. */
  void closed(HandleData handle, DataReport report, DataResult result, long askedNanos) {
    boolean isChained = result.changedBeforeNanos() == changedNanos;
    boolean isLast = handles.stream().noneMatch(other -> other != handle && other.writes());
    if (cached == null || !isLast || contents.where() != Where.STORED) {
      reported(result, askedNanos);
      return;
    }
    met(result);
    cached.settled(contents.location(), result, isChained, report.size(), askedNanos);
  }

  /** The next report of the object to the server; used by all threads. */
  ObjectReport report() {
    return report;
  }

  /** The handles' accesses to the object. */
  HandleObjects objects() {
    return objects;
  }

  /** A writing handle; the given one if it is writing. */
  @Nullable HandleData writing(HandleData first) {
    return first.writes()
        ? first
        : handles.stream().filter(HandleData::writes).findFirst().orElse(null);
  }

  /** The handle that is to flush pending writes; null if none are pending. */
  @Nullable HandleData writer() {
    return writer;
  }

  /** A handle was closed. */
  void left(HandleData handle) {
    handles.remove(handle);
    if (writer == handle) {
      dropPending();
      forget();
    }
    if (handles.isEmpty()) {
      forget();
      if (cached != null) {
        files.ended().ended(inode, cached.latestNanos(), cached.isUnsettled());
        cached.end();
      }
    }
  }

  /** Updates the memory accounting, and the writing handle if nothing is pending any more. */
  private void account() {
    long held = contents.heldBytes();
    files.memory().change(held - accountedBytes);
    accountedBytes = held;
  }

  /** Discards read bytes if memory is short. */
  void spareMemory() {
    if (writer == null && contents.where() == Where.INLINE && files.memory().isUsedUp()) {
      forget();
    }
  }

  /** Runs what may block on the io executor. */
  <T> CompletableFuture<T> onVolume(Supplier<CompletableFuture<T>> work) {
    CallDeadline call = CallDeadline.current();
    return Futures.inCall(
        CompletableFuture.supplyAsync(() -> call.within(work), files.io())
            .thenCompose(future -> future));
  }

  long nowNanos() {
    return files.clock().nanos();
  }

  static boolean isGone(Throwable failure) {
    return failure instanceof GigaException known && known.code() == ErrorCode.ENODATA;
  }

  /** A failure as callers get it: an object that is permanently gone is an I/O error to them. */
  static GigaException failureOf(Throwable failure) {
    if (failure instanceof GigaException known && known.code() != ErrorCode.ENODATA) {
      return known;
    }
    GigaException lasting =
        ErrorCode.EIO.exception(
            failure instanceof GigaException
                ? "the file's object is not on its volume: " + failure.getMessage()
                : "unexpected " + failure);
    lasting.initCause(failure);
    return lasting;
  }
}
