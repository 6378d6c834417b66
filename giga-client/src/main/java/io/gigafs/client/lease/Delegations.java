package io.gigafs.client.lease;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.gigafs.access.Access;
import io.gigafs.client.DelegationSettings;
import io.gigafs.client.Target;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The partitions whose names servers have delegated to this client: decides which to request, and
 * answers from them. Safe for use by several threads.
 */
public final class Delegations {
  private static final int MAX_ASKED = 4_096;
  private static final int MAX_DOUBLINGS = 10;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /**
   * How long after a change with unknown outcome no name is taken as known, because the change may
   * still be applied.
   */
  private static final long OUTCOME_UNKNOWN_NANOS = AttributeCache.MAX_NANOS;

  private final DelegationSettings settings;
  private final ConcurrentMap<InodeId, ConcurrentMap<PartitionIndex, Delegation>> held =
      new ConcurrentHashMap<>();
  private final Cache<Key, Asking> asked =
      Caffeine.newBuilder().maximumSize(MAX_ASKED).executor(Runnable::run).build();

  /** Names being changed by requests, with the number of requests. */
  private final ConcurrentMap<DirectoryKey, Integer> underWay = new ConcurrentHashMap<>();

  /**
   * Counts the starts and ends of this client's changes by request. Each may change a delegated
   * directory itself, under any name.
   */
  private final AtomicLong requestedChanges = new AtomicLong();

  private volatile boolean hadUnknownOutcomes;
  private volatile long outcomeUnknownUntilNanos;

  private record Key(InodeId directory, PartitionIndex partition) {}

  /** When to request a partition. Guarded by itself. */
  private static final class Asking {
    private int changes;
    private int doublings;
    private boolean waits;
    private long notBeforeNanos;
  }

  Delegations(DelegationSettings settings) {
    this.settings = settings;
  }

  public boolean isOn() {
    return settings.isOn();
  }

  private @Nullable Delegation of(LeaseContext context, DirectoryKey name) {
    Map<PartitionIndex, Delegation> partitions = held.get(name.parent());
    return partitions == null
        ? null
        : partitions.get(context.maps().of(name.parent()).indexOf(name.name().hash()));
  }

  /** Whether a name is known to be free, for a caller that may search the directory. */
  public boolean isFree(LeaseContext context, DirectoryEntry parent, Name name, Caller caller) {
    if (held.isEmpty()) {
      return false;
    }
    Delegation delegation = of(context, new DirectoryKey(parent.id(), name));
    return delegation != null && parent.allowsSearch(caller) && delegation.isFree(name.hash());
  }

  /** Creates a file if its name is known to be free and the client may decide that; else null. */
  public @Nullable DelegatedFile make(LeaseContext context, DelegatedOpening opening) {
    if (held.isEmpty()) {
      return null;
    }
    Delegation delegation = of(context, opening.key());
    return delegation != null
            && opening.parent().flags() == 0
            && opening.parent().allows(opening.caller(), Access.WRITE | Access.SEARCH)
        ? delegation.make(opening)
        : null;
  }

  /**
   * Removes a file's name, if the client may decide that.
   *
   * @param target for messages
   */
  public boolean remove(
      LeaseContext context, DirectoryEntry parent, Name name, Target target, Caller caller) {
    if (held.isEmpty()) {
      return false;
    }
    DirectoryKey key = new DirectoryKey(parent.id(), name);
    Delegation delegation = of(context, key);
    if (delegation == null
        || parent.flags() != 0
        || !parent.allows(caller, Access.WRITE | Access.SEARCH)) {
      return false;
    }
    FileAttributes known = context.attributeCache().get(key, context.clock().nanos());
    return known != null
        && known.flags() == 0
        && parent.allowsRemoval(known, caller)
        && !context.files().isOpen(known.inode())
        && delegation.remove(target, name, caller, known.inode());
  }

  /** The delegation of a partition; null if there is none. */
  public @Nullable Delegation of(InodeId directory, PartitionIndex partition) {
    Map<PartitionIndex, Delegation> partitions = held.isEmpty() ? null : held.get(directory);
    return partitions == null ? null : partitions.get(partition);
  }

  /**
   * A number that changes with each change by a request, which may affect any partition's share.
   */
  public long requestedChanges() {
    return requestedChanges.get();
  }

  /** Called before a request changes a name. */
  void beginChange(LeaseContext context, DirectoryKey name) {
    underWay.merge(name, 1, Integer::sum);
    touch(context, name);
  }

  /** Called when the request has ended, with any outcome. */
  void endChange(LeaseContext context, DirectoryKey name) {
    touch(context, name);
    underWay.computeIfPresent(name, (key, count) -> count == 1 ? null : count - 1);
  }

  private void touch(LeaseContext context, DirectoryKey name) {
    if (held.isEmpty()) {
      return;
    }
    requestedChanges.incrementAndGet();
    Delegation delegation = of(context, name);
    if (delegation != null) {
      delegation.touch(name.name().hash());
    }
  }

  /** The outcome of a change is unknown. */
  public void markOutcomeUnknown(long nowNanos) {
    if (isOn()) {
      outcomeUnknownUntilNanos = nowNanos + OUTCOME_UNKNOWN_NANOS;
      hadUnknownOutcomes = true;
      held.values().forEach(partitions -> partitions.values().forEach(Delegation::end));
    }
  }

  /** A request created a file or removed a name. */
  public void changed(LeaseContext context, InodeId directory, PartitionIndex partition) {
    if (isOn() && !context.pauses().isClosed() && isDue(context, directory, partition)) {
      ask(context, directory, partition);
    }
  }

  private boolean isDue(LeaseContext context, InodeId directory, PartitionIndex partition) {
    long now = context.clock().nanos();
    if (isOutcomeUnknown(now)) {
      return false;
    }
    Asking asking = asked.get(new Key(directory, partition), key -> new Asking());
    synchronized (asking) {
      asking.changes++;
      if (asking.waits && asking.notBeforeNanos - now <= 0) {
        asking.waits = false;
      }
      if (asking.waits || asking.changes < settings.afterChanges() << asking.doublings) {
        return false;
      }
      asking.changes = 0;
      return true;
    }
  }

  private boolean isOutcomeUnknown(long nowNanos) {
    return hadUnknownOutcomes && outcomeUnknownUntilNanos - nowNanos > 0;
  }

  private void ask(LeaseContext context, InodeId directory, PartitionIndex partition) {
    Delegation[] asking = new Delegation[1];
    held.compute(
        directory,
        (key, known) -> {
          ConcurrentMap<PartitionIndex, Delegation> partitions =
              known == null ? new ConcurrentHashMap<>() : known;
          partitions.computeIfAbsent(
              partition,
              index -> {
                asking[0] =
                    new Delegation(
                        context, directory, partition, () -> remove(context, directory, partition));
                context.behind().open(asking[0]);
                return asking[0];
              });
          return partitions;
        });
    Delegation delegation = asking[0];
    if (delegation == null) {
      return;
    }
    if (isOutcomeUnknown(context.clock().nanos())) {
      delegation.end();
      return;
    }
    // The server may still decide their requests after it grants the delegation.
    for (DirectoryKey name : underWay.keySet()) {
      if (name.parent().equals(directory)) {
        delegation.touch(name.name().hash());
      }
    }
    ClientOperation<Void> operation =
        ClientOperation.internal(
            context, "ask for the names of a directory", null, context.settings().caller());
    new DelegateCall(
            context,
            operation,
            delegation,
            millis ->
                retryLater(
                    directory, partition, context.clock().nanos() + millis * NANOS_PER_MILLI))
        .begin();
  }

  private void retryLater(InodeId directory, PartitionIndex partition, long notBeforeNanos) {
    Asking asking = asked.get(new Key(directory, partition), key -> new Asking());
    synchronized (asking) {
      asking.waits = true;
      asking.notBeforeNanos = notBeforeNanos;
    }
  }

  private void remove(LeaseContext context, InodeId directory, PartitionIndex partition) {
    held.computeIfPresent(
        directory,
        (key, partitions) -> {
          Delegation ended = partitions.remove(partition);
          if (ended != null) {
            context.behind().close(ended);
            learn(ended);
          }
          return partitions.isEmpty() ? null : partitions;
        });
  }

  /** Requests a partition later the next time if its last delegation was hardly used. */
  private void learn(Delegation ended) {
    Asking asking = asked.get(new Key(ended.directory(), ended.index()), key -> new Asking());
    int done = ended.done();
    synchronized (asking) {
      boolean wasWorthIt = done > (2 * settings.afterChanges()) << asking.doublings;
      asking.doublings = wasWorthIt ? 0 : Math.min(asking.doublings + 1, MAX_DOUBLINGS);
    }
  }

  /** Ends a delegation, then runs the task. */
  void recall(InodeId directory, PartitionIndex partition, Runnable then) {
    Delegation delegation = of(directory, partition);
    if (delegation == null) {
      then.run();
    } else {
      delegation.endThen(then);
    }
  }
}
