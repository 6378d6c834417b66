package io.gigafs.client.data;

import io.gigafs.client.data.CachedBytes.Where;
import io.gigafs.client.data.ObjectOpener.Opened;
import io.gigafs.concurrent.Futures;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.LockRequest.LockResult;
import io.gigafs.protocol.quota.QuotaShortage;
import io.gigafs.time.FileTimestamp;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.ObjectStatus;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a file as one handle sees them. Safe for use by several threads, up to {@link
 * #close}, after which nothing may be called. The caller checks whether the handle may read or
 * write.
 *
 * <p>Once a file is on a volume that the client reaches, reads and writes go to its object
 * directly, in the caller's thread. Everything else is serialized with the file's other handles by
 * its {@link SerialExecutor}.
 */
public final class HandleData {
  /** How often a read looks up the location of an object that is gone. */
  private static final int MAX_READS = 3;

  private final SharedFile file;
  private final HandleDataCalls calls;
  private final Caller caller;
  private final boolean writes;
  private final WriteGrant grant;
  private final boolean shortOfQuota;

  /** The object that reads and writes may use directly; set in tasks of the serial executor. */
  private volatile @Nullable Opened current;

  /** The open object; accessed only in tasks of the serial executor. */
  private @Nullable Opened opened;

  /** Whether some of what the handle wrote is pending; accessed only in tasks. */
  private boolean unfetched;

  /** The unreported failure of earlier writes, reported once; accessed only in tasks. */
  private @Nullable GigaException lost;

  private volatile boolean wroteObject;

  /** Whether a read succeeded; reported to the server with the close. */
  private volatile boolean hasRead;

  HandleData(
      SharedFile file,
      HandleDataCalls calls,
      Caller caller,
      boolean writes,
      QuotaShortage quota,
      long openedNanos) {
    this.file = file;
    this.calls = calls;
    this.caller = caller;
    this.writes = writes;
    this.grant = new WriteGrant(quota != QuotaShortage.NONE, openedNanos);
    this.shortOfQuota = quota == QuotaShortage.SHORT;
  }

  /** Reads until the buffer is full or the file ends; returns how many bytes. */
  public CompletableFuture<Integer> read(long offset, ByteBuffer into) {
    if (hasRead || !into.hasRemaining()) {
      return read(offset, into, MAX_READS);
    }
    return read(offset, into, MAX_READS)
        .thenApply(
            length -> {
              hasRead = true;
              return length;
            });
  }

  /** Reads for a caller that does not count as a reader. */
  public CompletableFuture<Integer> peek(long offset, ByteBuffer into) {
    return read(offset, into, MAX_READS);
  }

  private CompletableFuture<Integer> read(long offset, ByteBuffer into, int tries) {
    Opened object = current;
    int start = into.position();
    if (object != null && file.serialExecutor().isIdle()) {
      CompletableFuture<Integer> read = object.access().read(offset, into);
      return read.isDone() && !read.isCompletedExceptionally()
          ? read
          : orAgain(object.access(), read, offset, start, into, tries);
    }
    if (file.serialExecutor().tryTake()) {
      try {
        if (file.contents().isReadable(file.nowNanos())) {
          return CompletableFuture.completedFuture(file.contents().read(offset, into));
        }
      } finally {
        file.serialExecutor().giveBack();
      }
    }
    return file.serialExecutor()
        .takeInTime(file.alarms(), () -> beginRead(offset, into))
        .thenCompose(
            begun ->
                begun.access == null
                    ? CompletableFuture.completedFuture(begun.length)
                    : orAgain(
                        begun.access,
                        file.onVolume(() -> begun.access.read(offset, into)),
                        offset,
                        start,
                        into,
                        tries));
  }

  /** The result of a task: bytes, or the object to read them from. */
  private record Begun(@Nullable ObjectAccess access, int length) {}

  private CompletableFuture<Begun> beginRead(long offset, ByteBuffer into) {
    return file.locate(this, true)
        .thenCompose(
            access -> {
              if (access.isPresent()) {
                return file.objects()
                    .flushPeers(this)
                    .thenApply(flushed -> new Begun(access.get(), 0));
              }
              Begun read = new Begun(null, file.contents().read(offset, into));
              file.spareMemory();
              return CompletableFuture.completedFuture(read);
            });
  }

  /** Retries the read if the object is gone from its location. */
  private CompletableFuture<Integer> orAgain(
      ObjectAccess access,
      CompletableFuture<Integer> read,
      long offset,
      int start,
      ByteBuffer into,
      int tries) {
    return Futures.onFailure(
        read,
        failure -> {
          if (!SharedFile.isGone(failure) || tries == 1) {
            return CompletableFuture.failedFuture(SharedFile.failureOf(failure));
          }
          into.position(start);
          return forgetObject(access).thenCompose(forgot -> read(offset, into, tries - 1));
        });
  }

  /** Discards the known location, unless another call did so since. */
  private CompletableFuture<Void> forgetObject(ObjectAccess access) {
    return file.serialExecutor()
        .take(
            () -> {
              if (opened != null && opened.access() == access) {
                file.forget();
                return file.onVolume(this::closeObject);
              }
              return Futures.DONE;
            });
  }

  /** Writes the whole buffer, which may be reused when the method returns. */
  public CompletableFuture<Void> write(long offset, ByteBuffer from) {
    if (!from.hasRemaining()) {
      return Futures.DONE;
    }
    Opened object = current;
    if (object == null
        || !file.serialExecutor().isIdle()
        || !grant.allows(offset + from.remaining(), file.nowNanos())) {
      return writeInTurn(offset, from);
    }
    int start = from.position();
    CompletableFuture<Void> written = writeTo(object.access(), object.isRelayed(), offset, from);
    if (!written.isCompletedExceptionally()) {
      return written;
    }
    from.position(start);
    ByteBuffer copy = copyOf(from);
    return Futures.onFailure(
        written,
        failure ->
            SharedFile.isGone(failure)
                ? forgetObject(object.access()).thenCompose(forgot -> writeInTurn(offset, copy))
                : CompletableFuture.failedFuture(SharedFile.failureOf(failure)));
  }

  /** Appends the whole buffer. */
  public CompletableFuture<Void> append(ByteBuffer from) {
    return from.hasRemaining() ? writeInTurn(DataWrite.APPEND, from) : Futures.DONE;
  }

  /**
   * Appends a part of a contiguous range: the next append of this handle follows it directly,
   * unless the file's bytes are requested in between.
   */
  public CompletableFuture<Void> appendPart(ByteBuffer from) {
    if (!from.hasRemaining()) {
      return Futures.DONE;
    }
    ByteBuffer copy = copyOf(from);
    return file.serialExecutor().take(() -> file.appendPart(this, copy));
  }

  private CompletableFuture<Void> writeInTurn(long offset, ByteBuffer from) {
    if (file.serialExecutor().tryTake()) {
      try {
        if (file.takesNow(this, offset, from.remaining())) {
          file.add(this, offset, from);
          return Futures.DONE;
        }
      } finally {
        file.serialExecutor().giveBack();
      }
    }
    ByteBuffer copy = copyOf(from);
    return file.serialExecutor().take(() -> file.write(this, offset, copy));
  }

  private static ByteBuffer copyOf(ByteBuffer from) {
    return ByteBuffer.allocate(from.remaining()).put(from).flip();
  }

  /** Writes to the object. Called by any thread. */
  CompletableFuture<Void> writeTo(
      ObjectAccess access, boolean isRelayed, long offset, ByteBuffer from) {
    file.writing(offset, from, isRelayed);
    grant.writing(offset + from.remaining());
    if (!wroteObject) {
      wroteObject = true;
    }
    CompletableFuture<Void> written = access.write(offset, from);
    if (written.isDone() && !written.isCompletedExceptionally()) {
      return written;
    }
    return written.whenComplete(
        (done, failure) -> {
          if (failure != null) {
            file.report().notWritten();
          }
        });
  }

  /**
   * Flushes this client's writes to the file before its lock is released or revoked, so that others
   * see them. The writer receives failures later; the future does not fail.
   */
  public CompletableFuture<Void> flushForLock() {
    return file.serialExecutor()
        .take(
            () ->
                file.flushQuietly()
                    .thenCompose(flushed -> file.objects().flush())
                    .thenCompose(flushed -> file.drained())
                    .exceptionally(failure -> null));
  }

  /** A lock was acquired: discards what others may have changed before. */
  public CompletableFuture<Void> locked(LockResult lock) {
    return file.serialExecutor()
        .take(
            () -> {
              file.locked(lock);
              return Futures.DONE;
            });
  }

  /** A number that changes whenever others have changed the file, as far as this client knows. */
  public long foreignChange() {
    return file.foreignChange();
  }

  /**
   * How many bytes of the file are in the client's cache or on their way to it.
   *
   * @param size of the file, about
   * @param drops whether to drop them
   */
  public CompletableFuture<Long> cachedBytes(long size, boolean drops) {
    CachedFile cached = file.cached();
    if (cached == null) {
      return CompletableFuture.completedFuture(0L);
    }
    return file.serialExecutor()
        .take(() -> Futures.DONE)
        .thenCompose(joined -> cached.settled())
        .thenCompose(
            settled ->
                file.onVolume(
                    () -> CompletableFuture.completedFuture(cached.cachedBytes(size, drops))));
  }

  /** Asks the server whether the bytes are on a volume. */
  public CompletableFuture<Boolean> isOnVolume() {
    return file.serialExecutor()
        .take(
            () -> {
              long asked = file.nowNanos();
              return calls
                  .read()
                  .thenApply(
                      result -> {
                        file.learn(result, asked);
                        return file.contents().where() == Where.STORED;
                      });
            });
  }

  /**
   * Reserves quota up to an offset for as long as the handle is open: a quota counts the file as if
   * it ended there. Has no effect on a file whose bytes servers keep.
   */
  public CompletableFuture<Void> setAside(long end) {
    return file.serialExecutor().take(() -> file.setAside(this, end));
  }

  /**
   * Where the next data or the next hole begins, from an offset on; -1 if there is none, as always
   * from the end on.
   */
  public CompletableFuture<Long> seek(long offset, boolean toHole) {
    return file.serialExecutor()
        .take(
            () ->
                file.flushQuietly()
                    .thenCompose(flushed -> file.objects().flush())
                    .thenCompose(flushed -> file.locate(this, true))
                    .thenCompose(
                        access ->
                            access.isPresent()
                                ? file.onVolume(() -> access.get().seek(offset, toHole))
                                : CompletableFuture.completedFuture(
                                    file.contents().seek(offset, toHole))));
  }

  /** Flushes writes to where other clients find them when they open the file. */
  public CompletableFuture<Void> flush() {
    return file.serialExecutor()
        .takeInTime(
            file.alarms(),
            () ->
                reportingLoss(
                    file.flush()
                        .thenCompose(b -> file.objects().flush())
                        .thenCompose(flushed -> withBacklogFailure())));
  }

  /** Writes in the writeback journal are safe, unless an upload has failed. */
  private CompletableFuture<Void> withBacklogFailure() {
    GigaException failure = wroteObject ? file.backlogFailure() : null;
    return failure == null ? Futures.DONE : CompletableFuture.failedFuture(failure);
  }

  /** Whether the journal has writes of this client to the file that the volume lacks. */
  public boolean hasBacklog() {
    return file.hasBacklog();
  }

  /** Completes when the volume has all journaled writes; fails if an upload does. */
  public CompletableFuture<Void> drained() {
    return file.drained();
  }

  /**
   * A program closed the handle. Completes when the volume has all journaled writes, however long
   * that takes. Precedes {@link #close}; does not fail.
   */
  public CompletableFuture<Void> released() {
    file.released();
    return file.drainedAtLast().thenRun(file::unreleased);
  }

  /** The status of an object that a killed client may have changed. */
  public record FoundObject(DataLocation location, ObjectStatus status) {}

  /** The status of the file's object; empty if the file is not on a volume. */
  public CompletableFuture<Optional<FoundObject>> object() {
    return file.serialExecutor()
        .take(
            () ->
                file.locate(this, false)
                    .thenCompose(
                        access ->
                            access.isEmpty()
                                ? CompletableFuture.completedFuture(Optional.empty())
                                : file.onVolume(access.get()::status)
                                    .thenApply(
                                        status ->
                                            Optional.of(
                                                new FoundObject(
                                                    file.contents().location(), status)))));
  }

  @Nullable Backlog backlogOf(DataLocation location) {
    return file.backlogOf(location, calls);
  }

  /** Flushes, and makes what this client wrote durable. */
  public CompletableFuture<Void> sync() {
    return file.serialExecutor().takeInTime(file.alarms(), () -> reportingLoss(syncInTurn()));
  }

  private CompletableFuture<Void> syncInTurn() {
    if (wroteObject && file.contents().where() == Where.UNKNOWN) {
      return file.known(this, false).thenCompose(known -> syncKnown());
    }
    return syncKnown();
  }

  private CompletableFuture<Void> syncKnown() {
    if (file.contents().where() == Where.STORED) {
      return file.flush().thenCompose(flushed -> syncObject());
    }
    HandleData last = file.writer();
    HandleData by = last == null ? file.writing(this) : last;
    if (by == null) {
      return Futures.DONE;
    }
    return file.orLose(file.sendSynced(by))
        .thenCompose(sent -> file.contents().where() == Where.STORED ? syncObject() : Futures.DONE);
  }

  private CompletableFuture<Void> syncObject() {
    HandleData by = file.writing(this);
    if (by == null) {
      return Futures.DONE;
    }
    return file.objects()
        .flushPeers(by)
        .thenCompose(flushed -> file.locate(by, false))
        .thenCompose(
            access ->
                access.isPresent()
                    ? file.onVolume(() -> access.get().sync())
                        .thenCompose(synced -> reportSynced(by, access.get()))
                    : Futures.DONE);
  }

  private CompletableFuture<Void> reportSynced(HandleData by, ObjectAccess access) {
    if (!file.report().isDue()) {
      return Futures.DONE;
    }
    long asked = file.nowNanos();
    return file.onVolume(access::status)
        .thenCompose(
            status ->
                Futures.onFailure(
                    by.calls.report(file.report().take(status), true),
                    failure -> {
                      file.report().notTaken();
                      return CompletableFuture.failedFuture(failure);
                    }))
        .thenAccept(result -> file.reported(result, asked));
  }

  /** Reports earlier lost writes, once. */
  private CompletableFuture<Void> reportingLoss(CompletableFuture<Void> work) {
    return work.handle(
            (done, failure) -> {
              GigaException before = takeLoss();
              if (failure != null) {
                return CompletableFuture.<Void>failedFuture(Futures.cause(failure));
              }
              return before == null ? Futures.DONE : CompletableFuture.<Void>failedFuture(before);
            })
        .thenCompose(outcome -> outcome);
  }

  /** fstat(2), including everything that this client wrote. */
  public CompletableFuture<FileAttributes> stat() {
    return file.serialExecutor()
        .take(
            () ->
                file.flushQuietly()
                    .thenCompose(flushed -> file.objects().flush())
                    .thenCompose(flushed -> statInTurn()));
  }

  /** An upload that follows the server's measurement is not in its answer. */
  private CompletableFuture<FileAttributes> statInTurn() {
    ObjectStatus backlog = file.backlogStatus();
    return calls
        .stat()
        .thenCompose(this::withOwn)
        .thenApply(attributes -> file.withBacklog(attributes, backlog));
  }

  /** Another machine may see late what this one wrote to a volume. */
  private CompletableFuture<FileAttributes> withOwn(FileAttributes known) {
    Opened object = opened;
    if (object == null || object.isRelayed() || !hasWrittenObject()) {
      return CompletableFuture.completedFuture(file.withBacklog(known));
    }
    return file.onVolume(object.access()::status)
        .thenApply(
            status ->
                new FileAttributes(
                    known.inode(),
                    known.type(),
                    known.mode(),
                    known.uid(),
                    known.gid(),
                    status.size(),
                    known.links(),
                    known.accessedNanos(),
                    file.report().hasOwnTime()
                        ? FileTimestamp.later(known.modifiedNanos(), status.modifiedNanos())
                        : known.modifiedNanos(),
                    known.changedNanos(),
                    status.holes(),
                    known.bornNanos(),
                    known.flags()));
  }

  /**
   * Changes attributes, in order with earlier and later writes.
   *
   * @param resizes whether the request sets the size
   * @param setsModified whether the request sets the mtime
   */
  public CompletableFuture<FileAttributes> change(
      boolean resizes, boolean setsModified, Supplier<CompletableFuture<FileAttributes>> request) {
    return file.serialExecutor()
        .take(
            () -> {
              if (resizes) {
                file.giveGrantsUp();
              }
              return file.flushQuietly()
                  .thenCompose(flushed -> file.objects().flush())
                  .thenCompose(flushed -> resizes ? file.drained() : Futures.DONE)
                  .thenCompose(flushed -> request.get())
                  .thenApply(file::withBacklog)
                  .whenComplete(
                      (attributes, failure) -> {
                        if (resizes) {
                          file.resized();
                          file.giveGrantsUp();
                        }
                        if (setsModified && attributes != null) {
                          file.report().timed(attributes.modifiedNanos());
                        }
                      });
            });
  }

  /**
   * Flushes pending writes and closes the handle, even if the flush fails.
   *
   * @param mode what the caller waits for. In every mode the future completes when everything is
   *     done
   */
  public CompletableFuture<FileAttributes> close(CloseMode mode) {
    return file.serialExecutor().take(() -> new Closing(file, this, mode).begin());
  }

  /**
   * Abandons a handle whose session has ended.
   *
   * @return whether any write is lost with it
   */
  public CompletableFuture<Boolean> abandon() {
    return file.serialExecutor()
        .take(
            () -> {
              boolean loses = unfetched || lost != null;
              unpublish();
              return file.onVolume(this::closeObject)
                  .handle(
                      (closed, failure) -> {
                        file.left(this);
                        file.files().leave(file);
                        return loses || failure != null;
                      });
            });
  }

  HandleDataCalls calls() {
    return calls;
  }

  /** The file's cache state; null if the client has no cache. */
  @Nullable CachedFile cached() {
    return file.cached();
  }

  /** The executor for work that may block. */
  Executor io() {
    return file.files().io();
  }

  Caller caller() {
    return caller;
  }

  boolean writes() {
    return writes;
  }

  /** Up to where the handle may write to the object. */
  WriteGrant grant() {
    return grant;
  }

  /** Whether to flush each write at once because the quota may refuse it. */
  boolean isShortOfQuota() {
    return shortOfQuota;
  }

  @Nullable Opened opened() {
    return opened;
  }

  void opened(Opened object) {
    opened = object;
  }

  boolean isRelayed() {
    return opened != null && opened.isRelayed();
  }

  /** Allows direct reads and writes of the object. */
  void publish() {
    current = opened;
  }

  /** Directs reads and writes to the serial executor. */
  void unpublish() {
    current = null;
  }

  CompletableFuture<Void> closeObject() {
    Opened object = opened;
    opened = null;
    current = null;
    return object == null ? Futures.DONE : object.access().close();
  }

  /** Whether the handle wrote to the file's current object. */
  boolean hasWrittenObject() {
    return wroteObject
        && opened != null
        && file.contents().where() == Where.STORED
        && opened.location().equals(file.contents().location());
  }

  /** Whether the handle wrote to any object, as far as it knows. */
  boolean mayHaveWrittenObject() {
    return wroteObject;
  }

  boolean hasRead() {
    return hasRead;
  }

  void wroteObject() {
    wroteObject = true;
  }

  void hasUnbrought(boolean has) {
    unfetched = has;
  }

  /** Records that pending writes are lost. */
  void lost(GigaException failure) {
    if (unfetched) {
      lost = failure;
    }
  }

  /** Records that bytes on their way to the volume are lost. */
  void lostOnTheWay(GigaException failure) {
    if (lost == null) {
      lost = failure;
    }
  }

  /** Takes the unreported loss; null if there is none. */
  @Nullable GigaException takeLoss() {
    GigaException failure = lost;
    lost = null;
    return failure;
  }
}
