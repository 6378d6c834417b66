package io.gigafs.client.lease;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import io.gigafs.client.ClientSettings.AttributeCacheSettings;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.namespace.LookupResult;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Caches attributes of files that were looked up or created, until others change them. Safe for use
 * by several threads; a lookup takes no lock.
 *
 * <p>Each answer about a file carries the partition's change counter: how many changes other
 * clients have made to its entries. If a later answer about any file of the partition carries the
 * same number, everything learned under that number was still valid when that request was sent, and
 * is trusted for a while from then on. So one request per period keeps all files of a partition
 * valid that others do not change.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A returned value was valid on the server within {@link AttributeCacheSettings#trusted}, by
 *       this client's monotonic clock, measured from before a request was sent.
 *   <li>Once the client has begun a change, nothing learned earlier about the changed name is
 *       returned. The same holds for a changed open file, under whatever name. A cached file has
 *       only one name.
 *   <li>Once any answer contradicts a cached value, that value is not returned any more.
 *   <li>Nothing learned more than {@link #MAX_NANOS} ago is returned: a change that the client
 *       stopped waiting for may still be applied later, and counts as its own change.
 * </ol>
 */
public final class AttributeCache {
  static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final AttributeCacheSettings settings;
  private final OwnChanges<DirectoryKey> nameChanges;
  private final OwnChanges<InodeId> fileChanges;

  /** Names of cached files. An entry outlives its file by a moment at most. */
  private final ConcurrentMap<DirectoryKey, InodeId> names = new ConcurrentHashMap<>();

  private final Cache<InodeId, Known> files;
  private final Cache<PartitionKey, Watch> watches;

  private record PartitionKey(InodeId directory, PartitionIndex partition) {}

  /** The attributes of a file by its only name, and the change counter at that time. */
  private record Known(
      DirectoryKey name, FileAttributes attributes, Watch watch, long learnedNanos) {}

  /** The trust in a change counter's value, extended when it is known to be current. */
  private static final class Watch extends Lease {
    private final long changes;
    private volatile boolean revoked;

    Watch(long changes, long endNanos) {
      super(endNanos);
      this.changes = changes;
    }

    boolean isConfirmed(long nowNanos) {
      return !revoked && isCurrent(nowNanos);
    }

    void revoke() {
      revoked = true;
    }
  }

  /**
   * An empty cache.
   *
   * @param moments the counter of moments of changes
   */
  AttributeCache(AttributeCacheSettings settings, AtomicLong moments) {
    this.settings = settings;
    this.nameChanges = new OwnChanges<>(moments);
    this.fileChanges = new OwnChanges<>(moments);
    this.files = bounded(settings.most()).removalListener(this::removed).build();
    this.watches = bounded(settings.most()).build();
  }

  private static Caffeine<Object, Object> bounded(int most) {
    // Expire unused entries so that they do not evict live ones.
    return Caffeine.newBuilder()
        .maximumSize(most)
        .expireAfterAccess(MAX_NANOS, TimeUnit.NANOSECONDS)
        .executor(Runnable::run);
  }

  private void removed(@Nullable InodeId file, @Nullable Known known, RemovalCause cause) {
    if (file != null && known != null && cause != RemovalCause.REPLACED) {
      names.remove(known.name, file);
    }
  }

  /** Whether caching is enabled. If not, changes need not be reported to the cache. */
  public boolean isOn() {
    return settings.isOn();
  }

  /** Called before a change of a name or of its inode; pass the result to {@link #endChange}. */
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

  /** Processes an answer that a name does not exist, or is not a cacheable file. */
  public void met(DirectoryKey name) {
    InodeId file = isOn() ? names.get(name) : null;
    if (file != null) {
      distrust(file);
      forget(name);
    }
  }

  /** Processes a server's answer about a name. */
  public void met(DirectoryKey name, FileAttributes attributes) {
    InodeId file = isOn() ? names.get(name) : null;
    if (file != null && !file.equals(attributes.inode())) {
      met(name);
    }
    met(attributes);
  }

  /** Processes a server's answer about a file, under any name. */
  public void met(FileAttributes attributes) {
    Known known = isOn() ? files.getIfPresent(attributes.inode()) : null;
    if (known != null && !known.attributes.equals(attributes)) {
      distrust(attributes.inode());
    }
  }

  /** Others have changed the file, so the partition's counter is outdated, too. */
  private void distrust(InodeId file) {
    Known known = files.asMap().remove(file);
    if (known != null) {
      known.watch.revoke();
    }
  }

  /** Invalidates a file whose attributes the client is about to change as a side effect. */
  public void forget(InodeId file) {
    if (isOn()) {
      files.invalidate(file);
    }
  }

  /**
   * The moment at which the name is in the state after the change; {@link OwnChanges#NEVER} if
   * another change overlapped.
   */
  long endChange(DirectoryKey name, long begun) {
    return nameChanges.end(name, begun);
  }

  /** Called before a change of an open file. */
  public long beginChange(InodeId file) {
    return fileChanges.begin(file, () -> files.invalidate(file));
  }

  public void endChange(InodeId file, long begun) {
    fileChanges.end(file, begun);
  }

  /** A file's attributes if they are valid now. */
  public @Nullable FileAttributes get(DirectoryKey name, long nowNanos) {
    InodeId file = isOn() ? names.get(name) : null;
    Known known = file == null ? null : files.getIfPresent(file);
    return known != null && isTrue(known, name, nowNanos) ? known.attributes : null;
  }

  private boolean isTrue(Known known, DirectoryKey name, long nowNanos) {
    // The file may since have been found under another name, which other clients created.
    return known.name.equals(name)
        && known.watch.isConfirmed(nowNanos)
        && nowNanos - known.learnedNanos < MAX_NANOS;
  }

  /**
   * Caches a server's answer about a file.
   *
   * @param others the change counter of other clients; {@link LookupResult#NOT_TO_BE_KEPT} if the
   *     server did not send it
   * @param nameMoment {@link Leases#moment} before the request was sent; after the answer if the
   *     request created the file
   * @param fileMoment before the request was sent
   * @param sentNanos when it was sent
   */
  public void learn(
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
    Watch watch = confirm(new PartitionKey(name.parent(), partition), others, sentNanos);
    Known known = new Known(name, attributes, watch, sentNanos);
    InodeId file = attributes.inode();
    nameChanges.keep(
        name,
        known,
        nameMoment,
        (key, value) -> fileChanges.keep(file, value, fileMoment, this::keep));
  }

  private void keep(InodeId file, Known known) {
    DirectoryKey name = known.name;
    Known before = files.asMap().put(file, known);
    if (before != null && !before.name.equals(name)) {
      names.remove(before.name, file);
    }
    names.put(name, file);
    if (!files.asMap().containsKey(file)) {
      names.remove(name, file); // evicted at once
    }
  }

  /** The number of names, including those of files evicted a moment ago. */
  int names() {
    return names.size();
  }

  private Watch confirm(PartitionKey place, long changes, long sentNanos) {
    long endNanos = sentNanos + settings.trusted().toNanos();
    Watch watch = watches.getIfPresent(place);
    if (watch == null || watch.changes != changes) {
      if (watch != null) {
        watch.revoke();
      }
      watch = new Watch(changes, endNanos);
      watches.put(place, watch);
    } else {
      watch.extend(endNanos);
    }
    return watch;
  }
}
