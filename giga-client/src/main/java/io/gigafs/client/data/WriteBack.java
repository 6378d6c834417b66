package io.gigafs.client.data;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.cache.journal.WriteJournal;
import io.gigafs.concurrent.CallDeadline;
import io.gigafs.concurrent.Futures;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.RateLimitedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acknowledges writes to files on volumes once the journal has them, and uploads them to the
 * volumes in the background: a few files at a time, each in the order of its writes. Safe for use
 * by several threads.
 *
 * <p>When the journal is full, or its disk fails, a write waits until its file's backlog is
 * uploaded, and then goes to the volume directly.
 */
public final class WriteBack {
  private static final int MAX_LAST_UPLOADS = 1 << 16;

  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final Logger LOG = LoggerFactory.getLogger(WriteBack.class);

  private final WriteJournal journal;
  private final Executor io;
  private final Clock clock;
  private final Alarms alarms;
  private final RateLimitedLog warnings;

  /** Files that have a backlog. */
  private final Set<Backlog> backlogs = ConcurrentHashMap.newKeySet();

  private final UploadQueue queue = new UploadQueue();
  private final BacklogNames names = new BacklogNames();

  /** Handles that are to be closed once the backlogs of their files are empty. */
  private final Map<Long, CompletableFuture<?>> closing = new ConcurrentHashMap<>();

  private final AtomicLong lastClosing = new AtomicLong();

  /** When bytes of a file last reached the volume. */
  private final Cache<InodeId, Long> lastUploads =
      Caffeine.newBuilder().maximumSize(MAX_LAST_UPLOADS).executor(Runnable::run).build();

  private final AtomicLong backlogBytes = new AtomicLong();
  private final LongAdder uploadedBytes = new LongAdder();
  private final LongAdder failures = new LongAdder();
  private final LongAdder writtenThrough = new LongAdder();
  private volatile @Nullable GigaException lastFailure;

  /**
   * Whether writes are accepted. False until the writes of an earlier process are on the volumes.
   */
  private volatile boolean accepting;

  /**
   * @param io uploads; may block for as long as a volume does
   * @param alarms end waits and pauses
   */
  public WriteBack(WriteJournal journal, Executor io, Clock clock, Alarms alarms) {
    this.journal = journal;
    this.io = io;
    this.clock = clock;
    this.alarms = alarms;
    this.warnings = new RateLimitedLog(LOG, clock);
  }

  public WriteJournal journal() {
    return journal;
  }

  Clock clock() {
    return clock;
  }

  /** Starts or stops accepting writes. */
  public void accept(boolean accepts) {
    accepting = accepts;
  }

  boolean isAccepting() {
    return accepting;
  }

  BacklogNames names() {
    return names;
  }

  /** A backlog has writes to upload. */
  void schedule(Backlog backlog) {
    queue.add(backlog);
    begin();
  }

  private void begin() {
    Backlog next = queue.next();
    if (next == null) {
      return;
    }
    Runnable work =
        () ->
            CallDeadline.NONE
                .within(next::upload)
                .whenComplete(
                    (done, failure) -> {
                      if (failure != null) {
                        LOG.error("An upload failed unexpectedly; its writes are kept", failure);
                        next.leave("its upload failed: " + failure);
                      }
                      queue.done(next);
                      begin();
                    });
    try {
      io.execute(work);
    } catch (RejectedExecutionException e) {
      queue.done(next);
      next.leave("the client is closed");
    }
  }

  void taken(Backlog backlog, int bytes) {
    backlogs.add(backlog);
    backlogBytes.addAndGet(bytes);
  }

  /** Bytes of a file are on the volume and about to leave its backlog. */
  void noteUpload(InodeId inode) {
    lastUploads.put(inode, clock.nanos());
  }

  /** Whether bytes of a file reached the volume since a time, which makes older answers stale. */
  boolean hasUploadedSince(InodeId inode, long nanos) {
    Long last = lastUploads.getIfPresent(inode);
    return last != null && last - nanos >= 0;
  }

  void uploaded(Backlog backlog, long bytes) {
    uploadedBytes.add(bytes);
    removed(backlog, bytes);
  }

  /** Writes left a backlog: they are on the volume, or were discarded. */
  void removed(Backlog backlog, long bytes) {
    backlogBytes.addAndGet(-bytes);
    synchronized (backlog) {
      if (backlog.isEmpty()) {
        backlogs.remove(backlog);
      }
    }
  }

  /** This client renamed the entry, if it has a backlog. */
  void renamed(HandleDataCalls.OpenedName from, HandleDataCalls.OpenedName to) {
    names.renamed(from, to).forEach(Backlog::renamed);
  }

  /** This client removed or replaced the entry. */
  void unlinked(HandleDataCalls.OpenedName name) {
    names.at(name).forEach(Backlog::unlinked);
  }

  void failed(GigaException failure) {
    failures.increment();
    lastFailure = failure;
  }

  void notJournaled(IOException failure) {
    failures.increment();
    warnings.warn(
        "the writeback journal "
            + journal
            + " cannot be written, so writes wait for their volumes; check its disk: "
            + failure);
  }

  void full() {
    writtenThrough.increment();
  }

  /** Runs a task after a pause. */
  void pause(Runnable task) {
    alarms.at(clock.nanos() + PAUSE_NANOS, task);
  }

  /** A wait that ends by the deadline of the current thread's call. */
  CompletableFuture<Void> inTime(CompletableFuture<Void> wait) {
    CallDeadline call = CallDeadline.current();
    if (wait.isDone() || call.isNone()) {
      return wait;
    }
    CompletableFuture<Void> result = new CompletableFuture<>();
    Runnable end =
        alarms.at(
            call.nanos(),
            () ->
                result.completeExceptionally(
                    ErrorCode.ETIMEDOUT.exception(
                        "the upload of earlier writes takes longer than the"
                            + " timeout; they stay in the writeback journal "
                            + journal)));
    wait.whenComplete(
        (done, failure) -> {
          end.run();
          Futures.complete(result, null, failure);
        });
    return Futures.inCall(result);
  }

  /** How many bytes of this client are not yet on their volumes. */
  long backlogBytes() {
    return backlogBytes.get();
  }

  /** Stops all uploads; the next start uploads the rest. */
  public void leaveAll(String why) {
    accepting = false;
    backlogs.forEach(backlog -> backlog.leave(why));
  }

  /** Registers the close of a handle that waits for the file's backlog. */
  public void closing(CompletableFuture<?> closed) {
    long number = lastClosing.incrementAndGet();
    closing.put(number, closed);
    closed.whenComplete((done, failure) -> closing.remove(number));
  }

  /**
   * Accepts no more writes, and waits until the volumes have everything and the handles that wrote
   * are closed.
   *
   * @param maxWait how long to wait without progress
   * @return whether everything is uploaded; otherwise the journal keeps the rest
   */
  public boolean awaitUploads(Duration maxWait) {
    accepting = false;
    boolean isWaiting = backlogBytes.get() > 0;
    if (isWaiting) {
      LOG.info("Uploading {} bytes of the writeback journal {}", backlogBytes.get(), journal);
    }
    long before;
    do {
      before = uploadedBytes.sum();
      if (await(CallDeadline.NONE.within(this::drained), maxWait) && closed(maxWait)) {
        if (isWaiting) {
          LOG.info("The writeback journal {} has nothing left to upload", journal);
        }
        return true;
      }
      LOG.info("{} bytes of the writeback journal {} are outstanding", backlogBytes.get(), journal);
    } while (uploadedBytes.sum() > before);
    LOG.error(
        "{} bytes of {} files stay in the writeback journal {} because uploads make no progress:"
            + " they are uploaded when a client with this data cache starts next",
        backlogBytes.get(),
        backlogs.size(),
        journal);
    return false;
  }

  private boolean closed(Duration maxWait) {
    return await(Futures.allOf(closing.values()).handle((done, failure) -> null), maxWait);
  }

  private static boolean await(CompletableFuture<?> wait, Duration maxWait) {
    try {
      wait.get(maxWait.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("uploads are not done", e);
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Completes when the volumes have all writes accepted before; fails if any upload does. */
  public CompletableFuture<Void> drained() {
    List<CompletableFuture<Void>> all = new ArrayList<>();
    backlogs.forEach(backlog -> all.add(backlog.drained()));
    return Futures.allOf(all);
  }

  /** Statistics of uploads and of the backlog. */
  public WriteBackStatistics statistics() {
    long now = clock.nanos();
    long age = 0;
    int files = 0;
    for (Backlog backlog : backlogs) {
      Long oldest = backlog.oldestNanos();
      if (oldest != null) {
        files++;
        age = Math.max(age, now - oldest);
      }
    }
    GigaException last = lastFailure;
    return new WriteBackStatistics(
        backlogBytes.get(),
        files,
        TimeUnit.NANOSECONDS.toMillis(age),
        journal.usedBytes(),
        uploadedBytes.sum(),
        writtenThrough.sum(),
        failures.sum(),
        last == null ? "" : String.valueOf(last.getMessage()));
  }
}
