package io.gigafs.fuse;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.time.FileTimestamp;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of directories, as the kernel asks for them. Safe for use by several threads.
 *
 * <p>The kernel checks permissions by the mode and the owner of each directory on the way of a
 * path, and for these asks for all attributes. Size, links and times take a request to each
 * partition. Of a directory that has many, they are gathered the less often the more it has, and
 * what was gathered last is the answer in between, with the mode and the owner of now.
 *
 * <p>It gathers anew, however, when the kernel asks though it was answered lately: then a program
 * wants to know, perhaps of what this mount has changed since.
 */
final class LargeDirectories {
  /** Directories that have no more partitions are asked each time. */
  static final int MAX_ASKED = 32;

  /** How long what was gathered stands, for each partition: 100 requests a second at most. */
  private static final long NANOS_PER_PARTITION = Duration.ofMillis(10).toNanos();

  private static final long LONGEST_NANOS = Duration.ofSeconds(30).toNanos();
  private static final int MAX_DIRECTORIES = 1 << 12;

  private final Callers callers;
  private final LongSupplier nanos;
  private final Cache<InodeId, Gathered> gathered =
      Caffeine.newBuilder().maximumSize(MAX_DIRECTORIES).executor(Runnable::run).build();

  private final AtomicLong changes = new AtomicLong();

  /** What was gathered, and when the kernel received anything of the directory last. */
  private static final class Gathered {
    private final FileAttributes attributes;
    private final long askedNanos;
    private final long standsNanos;
    private volatile long answeredNanos;

    Gathered(FileAttributes attributes, long askedNanos, int partitions, long answeredNanos) {
      this.attributes = attributes;
      this.askedNanos = askedNanos;
      this.standsNanos = Math.min(partitions * NANOS_PER_PARTITION, LONGEST_NANOS);
      this.answeredNanos = answeredNanos;
    }

    boolean stands(long now) {
      return now - askedNanos < standsNanos;
    }
  }

  LargeDirectories(Callers callers, LongSupplier nanos) {
    this.callers = callers;
    this.nanos = nanos;
  }

  /**
   * The attributes of a directory that was looked up.
   *
   * @param entry what its entry says of it
   */
  FileAttributes lookUp(FileAttributes entry) throws GigaException {
    Gathered known = standing(entry.inode());
    if (known == null) {
      return gather(callers.superuser(), entry.inode());
    }
    known.answeredNanos = nanos.getAsLong();
    return under(entry, known.attributes);
  }

  /**
   * The attributes of a directory.
   *
   * @param client acts for the caller
   * @param keptNanos for how long the kernel keeps the answer
   */
  FileAttributes stat(AsyncGigaClient client, InodeId directory, long keptNanos)
      throws GigaException {
    Gathered known = standing(directory);
    long now = nanos.getAsLong();
    if (known == null || now - known.answeredNanos < keptNanos) {
      return gather(client, directory);
    }
    FileAttributes entry = Failures.await(client.lookUp(GigaPath.of(directory)));
    known.answeredNanos = now;
    return under(entry, known.attributes);
  }

  /** This mount is about to change a file's own attributes, or has: perhaps a directory's. */
  void changed(long inode) {
    changes.incrementAndGet();
    gathered.invalidate(new InodeId(inode));
  }

  private @Nullable Gathered standing(InodeId directory) {
    Gathered known = gathered.getIfPresent(directory);
    return known != null && known.stands(nanos.getAsLong()) ? known : null;
  }

  private FileAttributes gather(AsyncGigaClient client, InodeId directory) throws GigaException {
    long before = changes.get();
    long asked = nanos.getAsLong();
    FileAttributes all = Failures.await(client.stat(GigaPath.of(directory), Follow.NO));
    int partitions = client.partitionsOf(directory);
    if (partitions > MAX_ASKED) {
      gathered.put(directory, new Gathered(all, asked, partitions, nanos.getAsLong()));
      if (changes.get() != before) {
        gathered.invalidate(directory);
      }
    }
    return all;
  }

  /** What was gathered of a directory, with what its entry says of it now. */
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
}
