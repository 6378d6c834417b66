package io.gigafs.fuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.Follow;
import io.gigafs.fuse.binding.Errno;
import io.gigafs.fuse.binding.FuseAttributes;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.time.FileTimestamp;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Caches attributes of directories for a kernel that checks permissions. Safe for use by several
 * threads.
 *
 * <p>The kernel checks mode and owner of each directory on a path. To learn them it asks for all
 * attributes: once per attribute timeout, and before each name that it creates or removes, because
 * the preceding change altered size and times. Size, link count and times take a request to each
 * partition, so they are fetched every half second, or less often with many partitions. In between,
 * the answer consists of the cached values, the changes that this mount has made since, and the
 * current mode and owner.
 *
 * <p>While a server with one of the partitions does not answer, the cached values are returned, or
 * those of the directory's entry if nothing is cached. Otherwise nobody could reach files on other
 * servers through the directory.
 */
final class DirectoryAttributeCache {
  /** Above this number of partitions, cached attributes are valid for longer. */
  private static final int MAX_PARTITIONS_OF_SHORT_VALIDITY = 32;

  private static final long NANOS_OF_FEW = Duration.ofMillis(500).toNanos();

  /** Validity for each partition of larger directories: at most 100 requests a second. */
  private static final long NANOS_PER_PARTITION = Duration.ofMillis(10).toNanos();

  private static final long MAX_NANOS = Duration.ofSeconds(30).toNanos();

  /**
   * The wait for partitions is the request timeout divided by this: the kernel asks for a directory
   * on the way to something in it, and may have to wait for a server there, too.
   */
  private static final int PART_OF_TIME = 6;

  /** The same divisor for further directories while a server is down. */
  private static final int PART_OF_TIME_IN_OUTAGE = 60;

  /**
   * The share of the request timeout that directories take while a server is down: enough for a
   * path with three of them.
   */
  private static final int PART_OF_DIRECTORIES = 5;

  /** How long a directory is not queried again after one of its partitions did not answer. */
  private static final long NANOS_OF_OUTAGE = Duration.ofSeconds(30).toNanos();

  private static final int MAX_DIRECTORIES = 1 << 12;
  private static final int TYPE_SHIFT = 12;

  private final Callers callers;
  private final ErrnoMapper failures;
  private final LongSupplier nanos;
  private final InstantSource wallClock;
  private final boolean isUsed;
  private volatile boolean isOutage;
  private volatile long outageEndNanos;
  private final Cache<InodeId, Directory> directories =
      Caffeine.newBuilder().maximumSize(MAX_DIRECTORIES).executor(Runnable::run).build();

  /**
   * @param isUsed whether the kernel checks permissions; if not, nothing is cached
   */
  DirectoryAttributeCache(
      Callers callers,
      ErrnoMapper failures,
      LongSupplier nanos,
      InstantSource wallClock,
      boolean isUsed) {
    this.callers = callers;
    this.failures = failures;
    this.nanos = nanos;
    this.wallClock = wallClock;
    this.isUsed = isUsed;
  }

  /**
   * The time that a request of the kernel may take. While a server is down, part of the timeout is
   * left for the directories on the path.
   */
  Duration timeOfRequest(Duration timeout) {
    return isOutage() ? timeout.minus(timeout.dividedBy(PART_OF_DIRECTORIES)) : timeout;
  }

  /** Whether a partition of some directory has recently failed to answer. */
  private boolean isOutage() {
    return isOutage && nanos.getAsLong() - outageEndNanos < 0;
  }

  /**
   * The attributes of a directory that was looked up.
   *
   * @param entry the attributes in its directory entry
   * @param keptNanos how long the kernel caches the answer
   */
  FileAttributes lookUp(FileAttributes entry, long keptNanos) throws GigaException {
    Directory directory = directory(entry.inode());
    FileAttributes all = directory.at(nanos.getAsLong());
    return all == null
        ? gather(callers.superuser(), entry.inode(), directory, keptNanos, () -> entry)
        : under(entry, all);
  }

  /**
   * The attributes of a directory.
   *
   * @param client acts for the caller
   * @param keptNanos how long the kernel caches the answer
   */
  FileAttributes stat(AsyncGigaClient client, InodeId id, long keptNanos) throws GigaException {
    Directory directory = directory(id);
    FileAttributes all = directory.at(nanos.getAsLong());
    return all == null
        ? gather(client, id, directory, keptNanos, () -> entry(client, id))
        : under(entry(client, id), all);
  }

  /** The attributes in a directory's entry. */
  private static FileAttributes entry(AsyncGigaClient client, InodeId id) throws GigaException {
    return ErrnoMapper.await(client.lookUp(DirectoryTarget.of(id)));
  }

  @FunctionalInterface
  private interface Entry {
    FileAttributes get() throws GigaException;
  }

  /**
   * Creates a name in a directory.
   *
   * @param file the attributes of the new file, filled in by the call
   * @param call returns a negative error number if the name was not created
   */
  int make(long directory, FuseAttributes file, IntSupplier call) {
    return change(
        directory,
        call,
        changed -> {
          boolean isDirectory = file.mode() >>> TYPE_SHIFT == FileType.DIRECTORY.code();
          changed.end(file.changedNanos(), 1, isDirectory ? 1 : 0);
        });
  }

  /**
   * Removes a name from a directory.
   *
   * @param subdirectories 1 if the name is a directory's, else 0
   * @param call returns a negative error number if the name was not removed
   */
  int remove(long directory, int subdirectories, IntSupplier call) {
    return change(
        directory,
        call,
        changed -> changed.end(FileTimestamp.nearest(wallClock.instant()), -1, -subdirectories));
  }

  private int change(long number, IntSupplier call, Consumer<Directory> made) {
    if (!isUsed) {
      return call.getAsInt();
    }
    Directory directory = directory(new InodeId(number));
    directory.begin();
    int result = -Errno.EIO; // unless the call returns
    try {
      result = call.getAsInt();
    } finally {
      if (result < 0) {
        directory.fail(result);
      } else {
        made.accept(directory);
      }
    }
    return result;
  }

  /** Invalidates a directory that this mount may have changed in another way. */
  void forget(long directory) {
    Directory known = directories.getIfPresent(new InodeId(directory));
    if (known != null) {
      known.forget();
    }
  }

  private Directory directory(InodeId id) {
    return directories.get(id, absent -> new Directory());
  }

  private FileAttributes gather(
      AsyncGigaClient client, InodeId id, Directory directory, long keptNanos, Entry entry)
      throws GigaException {
    Moment asked = directory.moment();
    long askedNanos = nanos.getAsLong();
    CompletableFuture<FileAttributes> gathering = client.stat(DirectoryTarget.of(id), Follow.NO);
    Duration maxWait =
        client.timeout().dividedBy(isOutage() ? PART_OF_TIME_IN_OUTAGE : PART_OF_TIME);
    Optional<FileAttributes> all = gathered(gathering, maxWait);
    if (all.isPresent()) {
      return directory.learn(all.get(), asked, askedNanos, standsNanos(client, id, keptNanos));
    }
    FileAttributes own = entry.get();
    outageEndNanos = nanos.getAsLong() + NANOS_OF_OUTAGE;
    isOutage = true;
    FileAttributes last = directory.useLast(own, outageEndNanos);
    var unused =
        gathering.whenComplete(
            (late, failure) -> {
              if (failure == null) {
                isOutage = false;
                directory.learn(late, asked, askedNanos, standsNanos(client, id, keptNanos));
              } else {
                failed(directory, Awaiting.causeOf(failure));
              }
            });
    return under(own, last);
  }

  /**
   * Handles a late failure. An error other than a timeout, for example a removed directory, is left
   * for the next request to find.
   */
  private void failed(Directory directory, GigaException failure) {
    if (failure.code() == ErrorCode.ETIMEDOUT) {
      failures.log(failure);
    } else {
      directory.endOutage();
    }
  }

  /** The fetched attributes; empty if a server does not answer in time. */
  private static Optional<FileAttributes> gathered(
      CompletableFuture<FileAttributes> gathering, Duration maxWait) throws GigaException {
    try {
      return ErrnoMapper.await(
          gathering
              .thenApply(Optional::of)
              .completeOnTimeout(Optional.empty(), maxWait.toNanos(), TimeUnit.NANOSECONDS));
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ETIMEDOUT) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** How long the fetched attributes of a directory are valid. */
  private static long standsNanos(AsyncGigaClient client, InodeId id, long keptNanos) {
    int partitions = client.partitionsOf(id);
    return partitions > MAX_PARTITIONS_OF_SHORT_VALIDITY
        ? Math.min(partitions * NANOS_PER_PARTITION, MAX_NANOS)
        : Math.min(keptNanos, NANOS_OF_FEW);
  }

  /** Combines the attributes of all partitions with the current mode and owner of the entry. */
  private static FileAttributes under(FileAttributes entry, FileAttributes all) {
    return new FileAttributes(
        entry.inode(),
        entry.type(),
        entry.mode(),
        entry.uid(),
        entry.gid(),
        all.size(),
        all.links(),
        all.accessedNanos(),
        all.modifiedNanos(),
        FileTimestamp.later(all.changedNanos(), entry.changedNanos()),
        entry.device(),
        entry.bornNanos(),
        entry.flags());
  }

  /** A snapshot of a directory's change counters. */
  private record Moment(int underWay, long changes, long losses) {}

  /** The cached state of a directory. */
  private static final class Directory {
    private @Nullable FileAttributes gathered;
    private long endNanos;

    /** Whether a partition did not answer the last request. */
    private boolean isOutage;

    /** Number of creates and removes in progress. */
    private int underWay;

    /** Number of completed creates and removes. */
    private long changes;

    /** Number of invalidations, also of attributes that were being fetched. */
    private long losses;

    /** When the last change was made. */
    private long changedNanos = FileTimestamp.EARLIEST;

    /** The cached attributes; null if the caller is to fetch them. */
    synchronized @Nullable FileAttributes at(long now) {
      if (gathered != null && now - endNanos < 0) {
        return gathered;
      }
      if (isOutage) {
        endNanos = now + NANOS_OF_OUTAGE; // so that others do not wait for this caller
      }
      return null;
    }

    synchronized Moment moment() {
      return new Moment(underWay, changes, losses);
    }

    /**
     * Stores fetched attributes. They may or may not include the changes made during the fetch: the
     * times are known, but the number of entries may be wrong, so they are fetched again soon.
     */
    synchronized FileAttributes learn(
        FileAttributes all, Moment asked, long askedNanos, long standsNanos) {
      boolean isExact = asked.underWay == 0 && underWay == 0 && asked.changes == changes;
      FileAttributes latest = isExact ? all : changed(all, changedNanos, 0, 0);
      isOutage = false;
      if (asked.losses == losses) {
        gathered = latest;
        endNanos = askedNanos + (isExact ? standsNanos : Math.min(standsNanos, NANOS_OF_FEW));
      }
      return latest;
    }

    /**
     * Returns the last cached attributes until a given time, or those of the entry if there are
     * none.
     */
    synchronized FileAttributes useLast(FileAttributes entry, long untilNanos) {
      FileAttributes last = gathered == null ? entry : gathered;
      gathered = last;
      endNanos = untilNanos;
      isOutage = true;
      return last;
    }

    synchronized void begin() {
      underWay++;
    }

    synchronized void end(long nanos, int entries, int subdirectories) {
      underWay--;
      changes++;
      FileAttributes before = gathered;
      long last = before == null ? changedNanos : before.modifiedNanos();
      // A later time shows that something changed, even if clocks differ.
      changedNanos = nanos == last ? nanos : FileTimestamp.later(last + 1, nanos);
      if (before != null) {
        gathered = changed(before, changedNanos, entries, subdirectories);
      }
    }

    synchronized void fail(int error) {
      underWay--;
      if (error == -Errno.EIO || error == -Errno.EINTR) {
        forget(); // it may have taken effect
      }
    }

    synchronized void forget() {
      losses++;
      if (!isOutage) {
        gathered = null;
      }
    }

    /** The partitions answered, but not with attributes. */
    synchronized void endOutage() {
      isOutage = false;
      forget();
    }

    private static FileAttributes changed(
        FileAttributes all, long nanos, int entries, int subdirectories) {
      return new FileAttributes(
          all.inode(),
          all.type(),
          all.mode(),
          all.uid(),
          all.gid(),
          Math.max(0, all.size() + entries),
          all.links() + subdirectories,
          all.accessedNanos(),
          FileTimestamp.later(all.modifiedNanos(), nanos),
          FileTimestamp.later(all.changedNanos(), nanos),
          all.device(),
          all.bornNanos(),
          all.flags());
    }
  }
}
