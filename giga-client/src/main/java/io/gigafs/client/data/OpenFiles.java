package io.gigafs.client.data;

import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.quota.QuotaShortage;
import io.gigafs.rpc.Clock;
import io.gigafs.volume.ObjectStatus;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of all files that a client has open, for all of its callers. Safe for use by several
 * threads.
 *
 * <p>Memory for small files is bounded by {@link DataEnvironment#memoryBytes}. When it is used up,
 * a write is flushed to the server before it completes, and read bytes are not kept. Memory of
 * writes in flight and of the relay is not included.
 */
public final class OpenFiles {
  private final DataEnvironment environment;
  private final ObjectOpener opener;
  private final InlineMemory memory;
  private final Map<InodeId, Entry> files = new ConcurrentHashMap<>();

  /** Files that this client wrote to, and that may have bytes nobody else sees. */
  private final Set<SharedFile> dirty = ConcurrentHashMap.newKeySet();

  /** Numbers the states of files left by changes of others. */
  private final AtomicLong foreignChanges = new AtomicLong();

  private final EndedFiles ended = new EndedFiles();

  /**
   * The start of an open.
   *
   * @param number of the files that were closed by then
   * @param nanos by the clock
   */
  public record Opening(long number, long nanos) {}

  private record Entry(SharedFile file, int handles) {
    Entry with(int more) {
      return new Entry(file, handles + more);
    }
  }

  public OpenFiles(DataEnvironment environment) {
    this.environment = environment;
    this.opener = new ObjectOpener(environment);
    this.memory = new InlineMemory(environment.memoryBytes());
  }

  /** An open is about to be sent. */
  public Opening begin() {
    return new Opening(ended.number(), clock().nanos());
  }

  /**
   * The bytes of a file that was opened.
   *
   * @param opening the start of the open
   * @param calls of the handle
   * @param truncated whether the open emptied the file
   * @param data where the bytes were then, null if the server did not say
   * @param attributes of the file then
   * @param byOthers whether others may have written without a change of the attributes
   * @param quota whether a quota counts what is written
   */
  public HandleData opened(
      Opening opening,
      InodeId inode,
      HandleDataCalls calls,
      Caller caller,
      boolean writes,
      boolean truncated,
      @Nullable FileData data,
      FileAttributes attributes,
      boolean byOthers,
      QuotaShortage quota) {
    long now = clock().nanos();
    Entry entry =
        files.compute(
            inode,
            (id, known) -> known == null ? new Entry(new SharedFile(this, id), 1) : known.with(1));
    SharedFile file = entry.file;
    HandleData handle = new HandleData(file, calls, caller, writes, quota, now);
    file.serialExecutor()
        .take(
            () -> {
              file.joined(handle, truncated, data, attributes, byOthers, opening, now);
              return Futures.DONE;
            });
    return handle;
  }

  /** Whether this client has a handle of a file, or is about to close one. */
  public boolean isOpen(InodeId inode) {
    return files.containsKey(inode);
  }

  /** Whether a program has a file open. */
  boolean isInUse(SharedFile file) {
    Entry entry = files.get(file.inode());
    return entry != null && entry.handles > file.releasedHandles();
  }

  /** This client renamed the entry, if it has a backlog. */
  public void renamed(InodeId from, Name fromName, InodeId to, Name toName) {
    WriteBack writeBack = environment.writeBack();
    if (writeBack != null) {
      writeBack.unlinked(new HandleDataCalls.OpenedName(to, toName));
      writeBack.renamed(
          new HandleDataCalls.OpenedName(from, fromName),
          new HandleDataCalls.OpenedName(to, toName));
    }
  }

  /** This client removed a name. */
  public void unlinked(InodeId directory, Name name) {
    WriteBack writeBack = environment.writeBack();
    if (writeBack != null) {
      writeBack.unlinked(new HandleDataCalls.OpenedName(directory, name));
    }
  }

  /** A handle was closed. */
  void leave(SharedFile file) {
    files.computeIfPresent(
        file.inode(),
        (inode, entry) -> {
          if (entry.handles > 1) {
            return entry.with(-1);
          }
          dirty.remove(file);
          return null;
        });
  }

  /** Whether any file may have bytes that others do not see. Only a hint. */
  public boolean mayHaveUnflushed() {
    return !dirty.isEmpty();
  }

  /**
   * Flushes writes to a file, if it is open, to where servers see them. The writer receives
   * failures; the future fails only if the writeback journal's bytes do not reach the volume.
   *
   * @return whether there may have been anything to flush
   */
  public CompletableFuture<Boolean> flush(InodeId inode) {
    Entry entry = files.get(inode);
    return entry == null || !dirty.contains(entry.file)
        ? CompletableFuture.completedFuture(false)
        : flush(entry.file);
  }

  private CompletableFuture<Boolean> flush(SharedFile file) {
    return file.serialExecutor()
        .take(
            () -> {
              dirty.remove(file);
              return file.flushQuietly()
                  .thenCompose(flushed -> file.objects().flush())
                  .handle((flushed, failure) -> true)
                  .thenCompose(
                      flushed ->
                          file.drained()
                              .whenComplete((drained, failure) -> dirtyAgain(file, failure))
                              .thenApply(drained -> true));
            });
  }

  private void dirtyAgain(SharedFile file, @Nullable Throwable failure) {
    if (failure != null) {
      dirty.add(file);
    }
  }

  /**
   * Flushes writes to a file, if it is open, to where servers see them, except those in the
   * writeback journal: {@link #withBacklog} has to be applied to servers' answers.
   */
  public CompletableFuture<Boolean> publish(InodeId inode) {
    Entry entry = files.get(inode);
    return entry == null || !dirty.contains(entry.file)
        ? CompletableFuture.completedFuture(false)
        : publish(entry.file);
  }

  /** Like {@link #publish} for all files. */
  public CompletableFuture<Void> publishAll() {
    return CompletableFuture.allOf(
        dirty.stream().map(this::publish).toArray(CompletableFuture<?>[]::new));
  }

  private CompletableFuture<Boolean> publish(SharedFile file) {
    if (file.hasBacklog() && file.serialExecutor().isIdle() && !file.hasPending()) {
      return CompletableFuture.completedFuture(false);
    }
    return file.serialExecutor()
        .take(
            () -> {
              if (!file.hasBacklog()) {
                dirty.remove(file);
              }
              return file.flushQuietly()
                  .thenCompose(flushed -> file.objects().flush())
                  .handle((flushed, failure) -> true);
            });
  }

  /** A server's attributes of a file, with this client's writes that are not uploaded yet. */
  public FileAttributes withBacklog(FileAttributes attributes) {
    Entry entry = environment.writeBack() == null ? null : files.get(attributes.inode());
    return entry == null ? attributes : entry.file.withBacklog(attributes);
  }

  /**
   * Whether bytes were uploaded since a time, so that servers' older answers about the file are
   * stale.
   */
  public boolean hasUploadedSince(InodeId inode, long nanos) {
    WriteBack writeBack = environment.writeBack();
    return writeBack != null && writeBack.hasUploadedSince(inode, nanos);
  }

  /** The backlog to apply to the answer of a request about a file that is sent after this call. */
  public UnaryOperator<FileAttributes> backlogOf(InodeId inode) {
    Entry entry = files.get(inode);
    if (entry == null) {
      return this::withBacklog;
    }
    SharedFile file = entry.file;
    ObjectStatus backlog = file.backlogStatus();
    return attributes -> file.withBacklog(file.withBacklog(attributes), backlog);
  }

  /** The clock of {@link #hasUploadedSince}. */
  public long nowNanos() {
    return clock().nanos();
  }

  /** The journaling of writes; null if there is none. */
  public @Nullable WriteBack writeBack() {
    return environment.writeBack();
  }

  /** Like {@link #flush} for all files. */
  public CompletableFuture<Void> flushAll() {
    return CompletableFuture.allOf(
        dirty.stream().map(this::flush).toArray(CompletableFuture<?>[]::new));
  }

  /**
   * A file was changed by its name.
   *
   * @param resized whether its size was set, which invalidates what is known of its bytes
   * @param timed whether its mtime was set
   */
  public void changed(FileAttributes attributes, boolean resized, boolean timed) {
    Entry entry = resized || timed ? files.get(attributes.inode()) : null;
    if (entry != null) {
      SharedFile file = entry.file;
      file.serialExecutor()
          .take(
              () -> {
                if (resized) {
                  file.resized();
                }
                if (timed) {
                  file.report().timed(attributes.modifiedNanos());
                }
                return Futures.DONE;
              });
    }
  }

  /** The memory that small files take. */
  long heldBytes() {
    return memory.heldBytes();
  }

  /** A new unique number for a change of a file by others. */
  long nextForeignChange() {
    return foreignChanges.incrementAndGet();
  }

  void dirty(SharedFile file) {
    dirty.add(file);
  }

  /** The files that were closed last. */
  EndedFiles ended() {
    return ended;
  }

  /** The cache of the data of files on volumes; null if there is none. */
  public @Nullable DataCache cache() {
    return environment.cache();
  }

  InlineMemory memory() {
    return memory;
  }

  ObjectOpener opener() {
    return opener;
  }

  Clock clock() {
    return environment.clock();
  }

  Alarms alarms() {
    return environment.alarms();
  }

  Executor io() {
    return environment.io();
  }

  /** Larger files move to a volume. */
  public int mostInlineBytes() {
    return environment.mostInlineBytes();
  }
}
