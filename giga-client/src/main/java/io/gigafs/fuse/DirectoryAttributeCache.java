package io.gigafs.fuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Awaiting;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
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
 * Attributes of directories, as a kernel that checks permissions asks for them. Safe for use by
 * several threads.
 *
 * <p>The kernel checks by the mode and the owner of each directory on the way of a path, and asks
 * for all attributes to learn these: once in the time for which it keeps them, and before each name
 * that it has made or removed, since the name before changed size and times. Size, links and times
 * take a request to each partition. So they are gathered every half second, or less often the more
 * partitions there are. In between, the answer is what was gathered with what this mount has
 * changed since, and the mode and the owner of now.
 *
 * <p>While a server with a partition of it does not answer, the answer is what was gathered last,
 * or what its entry says: else nobody could go through the directory to what other servers have.
 */
final class DirectoryAttributeCache {
  /** What was gathered of more partitions stands for longer. */
  private static final int FEW_PARTITIONS = 32;

  private static final long NANOS_OF_FEW = Duration.ofMillis(500).toNanos();

  /** For how long the rest stands, for each partition: 100 requests a second at most. */
  private static final long NANOS_PER_PARTITION = Duration.ofMillis(10).toNanos();

  private static final long LONGEST_NANOS = Duration.ofSeconds(30).toNanos();

  /**
   * The partitions are waited for one part in as many of a request's time: the kernel asks for the
   * directory on its way to something in it, and may have to wait for a server there, too.
   */
  private static final int PART_OF_TIME = 6;

  /** The same for further directories while a server is down. */
  private static final int PART_OF_TIME_IN_OUTAGE = 60;

  /** What directories take of a request's time while a server is down: of a path with three. */
  private static final int PART_OF_DIRECTORIES = 5;

  /** How long a directory is left alone of which a partition did not answer. */
  private static final long NANOS_OF_OUTAGE = Duration.ofSeconds(30).toNanos();

  private static final int MAX_DIRECTORIES = 1 << 12;
  private static final int TYPE_SHIFT = 12;

  private final Callers callers;
  private final Failures failures;
  private final LongSupplier nanos;
  private final InstantSource wallClock;
  private final boolean isUsed;
  private volatile boolean isOutage;
  private volatile long outageEndNanos;
  private final Cache<InodeId, Directory> directories =
      Caffeine.newBuilder().maximumSize(MAX_DIRECTORIES).executor(Runnable::run).build();

  /**
   * @param isUsed whether the kernel checks permissions; without, nothing is remembered
   */
  DirectoryAttributeCache(
      Callers callers,
      Failures failures,
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
   * How long a request of the kernel's may take: while a server is down, some of the time goes to
   * the directories on its way.
   */
  Duration timeOfRequest(Duration timeout) {
    return isOutage() ? timeout.minus(timeout.dividedBy(PART_OF_DIRECTORIES)) : timeout;
  }

  /** Whether a directory was found lately of which a partition does not answer. */
  private boolean isOutage() {
    return isOutage && nanos.getAsLong() - outageEndNanos < 0;
  }

  /**
   * The attributes of a directory that was looked up.
   *
   * @param entry what its entry says of it
   * @param keptNanos for how long the kernel keeps the answer
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
   * @param keptNanos for how long the kernel keeps the answer
   */
  FileAttributes stat(AsyncGigaClient client, InodeId id, long keptNanos) throws GigaException {
    Directory directory = directory(id);
    FileAttributes all = directory.at(nanos.getAsLong());
    return all == null
        ? gather(client, id, directory, keptNanos, () -> entry(client, id))
        : under(entry(client, id), all);
  }

  /** What a directory's entry says of it. */
  private static FileAttributes entry(AsyncGigaClient client, InodeId id) throws GigaException {
    return Failures.await(client.lookUp(GigaPath.of(id)));
  }

  @FunctionalInterface
  private interface Entry {
    FileAttributes get() throws GigaException;
  }

  /**
   * Makes a name in a directory.
   *
   * @param file its attributes then
   * @param call returns a negative error number if the name was not made
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
   * Removes a name in a directory.
   *
   * @param subdirectories 1 if it is one's, else 0
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

  /** This mount may have changed a directory in another way. */
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
    CompletableFuture<FileAttributes> gathering = client.stat(GigaPath.of(id), Follow.NO);
    Duration patience =
        client.timeout().dividedBy(isOutage() ? PART_OF_TIME_IN_OUTAGE : PART_OF_TIME);
    Optional<FileAttributes> all = gathered(gathering, patience);
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

  /** What was gathered came to nothing after all; that it is gone, say, is for the next to find. */
  private void failed(Directory directory, GigaException failure) {
    if (failure.code() == ErrorCode.ETIMEDOUT) {
      failures.log(failure);
    } else {
      directory.endOutage();
    }
  }

  /** What was gathered; nothing if a server does not answer in time. */
  private static Optional<FileAttributes> gathered(
      CompletableFuture<FileAttributes> gathering, Duration patience) throws GigaException {
    try {
      return Failures.await(
          gathering
              .thenApply(Optional::of)
              .completeOnTimeout(Optional.empty(), patience.toNanos(), TimeUnit.NANOSECONDS));
    } catch (GigaException e) {
      if (e.code() != ErrorCode.ETIMEDOUT) {
        throw e;
      }
      return Optional.empty();
    }
  }

  /** For how long what was gathered of a directory stands. */
  private static long standsNanos(AsyncGigaClient client, InodeId id, long keptNanos) {
    int partitions = client.partitionsOf(id);
    return partitions > FEW_PARTITIONS
        ? Math.min(partitions * NANOS_PER_PARTITION, LONGEST_NANOS)
        : Math.min(keptNanos, NANOS_OF_FEW);
  }

  /** What is known of all partitions, with what the directory's entry says of it now. */
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

  /** What had happened to a directory. */
  private record Moment(int underWay, long changes, long losses) {}

  /** What is known of a directory. */
  private static final class Directory {
    private @Nullable FileAttributes gathered;
    private long endNanos;

    /** Whether a partition could not be reached when it was asked last. */
    private boolean isOutage;

    /** How many names are being made or removed. */
    private int underWay;

    /** How many were. */
    private long changes;

    /** How often what was gathered, or is being gathered, was worth nothing any more. */
    private long losses;

    /** When the last change was made. */
    private long changedNanos = FileTimestamp.EARLIEST;

    /** What is known; null if the caller is to gather it. */
    synchronized @Nullable FileAttributes at(long now) {
      if (gathered != null && now - endNanos < 0) {
        return gathered;
      }
      if (isOutage) {
        endNanos = now + NANOS_OF_OUTAGE; // others need not wait for this caller
      }
      return null;
    }

    synchronized Moment moment() {
      return new Moment(underWay, changes, losses);
    }

    /**
     * Learns what was gathered. It may have any of the changes that were made meanwhile: their time
     * is known, but the count of names may be wrong, so it is gathered again soon.
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

    /** Uses what was known last, or what an entry says if nothing was, until a time. */
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
      // A later time than before shows that something changed, though clocks differ.
      changedNanos = nanos == last ? nanos : FileTimestamp.later(last + 1, nanos);
      if (before != null) {
        gathered = changed(before, changedNanos, entries, subdirectories);
      }
    }

    synchronized void fail(int error) {
      underWay--;
      if (error == -Errno.EIO || error == -Errno.EINTR) {
        forget(); // it may have been done all the same
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
