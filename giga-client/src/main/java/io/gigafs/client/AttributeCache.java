package io.gigafs.client;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.LookupResult;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of files that were looked up or made, for as long as nobody changes them. Safe for use
 * by several threads; a look takes no lock.
 *
 * <p>Each answer about a file tells how many changes others have made to entries of its partition.
 * Whenever a later answer, of whatever file there, tells the same number, all that was learned
 * under it was still true when that one was asked for; and is taken for true for a while from then
 * on. So one request in that while does for all files of a partition that others leave alone.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>What is told was so on the server within {@link AttributeCacheSettings#trusted}, by this
 *       client's monotonic clock, counted from before a request was sent.
 *   <li>Once the client has begun to change something, nothing is told that was learned before: of
 *       a name, or of a file that is open, whatever its name is by now. A file that is kept has but
 *       one name.
 *   <li>Nothing is told that was learned before the client was told otherwise, by whatever answer.
 *   <li>Nothing is told that was learned more than {@link #LONGEST_NANOS} ago: a change that the
 *       client gave up waiting for may be made later, and counts as its own.
 * </ol>
 */
final class AttributeCache {
  static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final AttributeCacheSettings settings;
  private final AtomicLong moments = new AtomicLong();
  private final OwnChanges<DirectoryKey> nameChanges = new OwnChanges<>(moments);
  private final OwnChanges<InodeId> fileChanges = new OwnChanges<>(moments);

  /** Of files that are kept, and never, for more than a moment, of one that is not. */
  private final ConcurrentMap<DirectoryKey, InodeId> names = new ConcurrentHashMap<>();

  private final Cache<InodeId, Known> files;
  private final Cache<ResolvedPath, Watch> watches;

  private record ResolvedPath(InodeId directory, PartitionIndex partition) {}

  /** What was learned of a file by its one name, and under which number of changes. */
  private record Known(
      DirectoryKey name, FileAttributes attributes, Watch watch, long learnedNanos) {}

  /** A number of changes, and when it was the right one last. */
  private static final class Watch {
    private final long changes;
    private volatile long confirmedNanos;
    private volatile boolean revoked;

    Watch(long changes, long confirmedNanos) {
      this.changes = changes;
      this.confirmedNanos = confirmedNanos;
    }

    void confirm(long sentNanos) {
      if (sentNanos - confirmedNanos > 0) {
        confirmedNanos = sentNanos;
      }
    }

    boolean isConfirmed(long nowNanos, long trustedNanos) {
      return !revoked && nowNanos - confirmedNanos < trustedNanos;
    }

    void revoke() {
      revoked = true;
    }
  }

  AttributeCache(AttributeCacheSettings settings) {
    this.settings = settings;
    this.files = bounded(settings.most()).removalListener(this::removed).build();
    this.watches = bounded(settings.most()).build();
  }

  private static Caffeine<Object, Object> bounded(int most) {
    // What is of no use any more is not to keep out what is new.
    return Caffeine.newBuilder()
        .maximumSize(most)
        .expireAfterAccess(LONGEST_NANOS, TimeUnit.NANOSECONDS)
        .executor(Runnable::run);
  }

  private void removed(@Nullable InodeId file, @Nullable Known known, RemovalCause cause) {
    if (file != null && known != null && cause != RemovalCause.REPLACED) {
      names.remove(known.name, file);
    }
  }

  /** Whether anything is kept at all; if not, changes need not be told. */
  boolean isOn() {
    return settings.isOn();
  }

  /** What to note before a request is sent whose answer is to be learned. */
  long moment() {
    return moments.get();
  }

  /** Before a name, or what it stands for, is changed; {@link #endChange} takes what it returns. */
  long beginChange(DirectoryKey name) {
    return nameChanges.begin(name, () -> forget(name));
  }

  private void forget(DirectoryKey name) {
    InodeId file = names.remove(name);
    if (file != null) {
      files.invalidate(file);
    }
    if (name.name().equals(InodeId.FILE_NAME)) {
      files.invalidate(name.parent());
    }
  }

  /** Takes in that a server does not know a name, or not as something to be kept. */
  void met(DirectoryKey name) {
    InodeId file = isOn() ? names.get(name) : null;
    if (file != null) {
      distrust(file);
      forget(name);
    }
  }

  /** Takes in what a server said of a name. */
  void met(DirectoryKey name, FileAttributes attributes) {
    InodeId file = isOn() ? names.get(name) : null;
    if (file != null && !file.equals(attributes.inode())) {
      met(name);
    }
    met(attributes);
  }

  /** Takes in what a server said of a file, whatever its name. */
  void met(FileAttributes attributes) {
    Known known = isOn() ? files.getIfPresent(attributes.inode()) : null;
    if (known != null && !known.attributes.equals(attributes)) {
      distrust(attributes.inode());
    }
  }

  /** Others have changed the file, and perhaps more. */
  private void distrust(InodeId file) {
    Known known = files.asMap().remove(file);
    if (known != null) {
      known.watch.revoke();
    }
  }

  /** Forgets a file whose attributes the client is about to change by the way. */
  void forget(InodeId file) {
    if (isOn()) {
      files.invalidate(file);
    }
  }

  /** The moment at which the name is as it was left, {@link OwnChanges#NEVER} if it may not be. */
  long endChange(DirectoryKey name, long begun) {
    return nameChanges.end(name, begun);
  }

  /** Before a file is changed that is open. */
  long beginChange(InodeId file) {
    return fileChanges.begin(file, () -> files.invalidate(file));
  }

  void endChange(InodeId file, long begun) {
    fileChanges.end(file, begun);
  }

  /** A file's attributes if they can be relied on now. */
  @Nullable FileAttributes get(DirectoryKey name, long nowNanos) {
    InodeId file = isOn() ? names.get(name) : null;
    Known known = file == null ? null : files.getIfPresent(file);
    return known != null && isTrue(known, name, nowNanos) ? known.attributes : null;
  }

  private boolean isTrue(Known known, DirectoryKey name, long nowNanos) {
    // It may have been found by another name since, which others gave it.
    return known.name.equals(name)
        && known.watch.isConfirmed(nowNanos, settings.trusted().toNanos())
        && nowNanos - known.learnedNanos < LONGEST_NANOS;
  }

  /**
   * Takes in what a server said of a file.
   *
   * @param others how many changes others have made; {@link LookupResult#NOT_TO_BE_KEPT} if the
   *     server did not say
   * @param nameMoment before the request was sent; or after it was answered, of one that made the
   *     file
   * @param fileMoment before the request was sent
   * @param sentNanos when it was sent
   */
  void learn(
      DirectoryKey name,
      PartitionIndex partition,
      FileAttributes attributes,
      long others,
      long nameMoment,
      long fileMoment,
      long sentNanos) {
    if (!isOn() || others == LookupResult.NOT_TO_BE_KEPT) {
      return;
    }
    Watch watch = confirm(new ResolvedPath(name.parent(), partition), others, sentNanos);
    Known known = new Known(name, attributes, watch, sentNanos);
    InodeId file = attributes.inode();
    nameChanges.keep(
        name, nameMoment, () -> fileChanges.keep(file, fileMoment, () -> keep(name, file, known)));
  }

  private void keep(DirectoryKey name, InodeId file, Known known) {
    Known before = files.asMap().put(file, known);
    if (before != null && !before.name.equals(name)) {
      names.remove(before.name, file);
    }
    names.put(name, file);
    if (!files.asMap().containsKey(file)) {
      names.remove(name, file); // it had to go at once
    }
  }

  /** How many names there are, of files that are kept or were a moment ago. */
  int names() {
    return names.size();
  }

  private Watch confirm(ResolvedPath place, long changes, long sentNanos) {
    Watch watch = watches.getIfPresent(place);
    if (watch == null || watch.changes != changes) {
      if (watch != null) {
        watch.revoke();
      }
      watch = new Watch(changes, sentNanos);
      watches.put(place, watch);
    } else {
      watch.confirm(sentNanos);
    }
    return watch;
  }
}
