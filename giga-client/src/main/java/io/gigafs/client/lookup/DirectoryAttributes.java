package io.gigafs.client.lookup;

import io.gigafs.client.lease.Delegation;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.lease.LeaseContext;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.PartitionCall;
import io.gigafs.index.InodeId;
import io.gigafs.index.Partition;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.PartitionAttributes;
import io.gigafs.protocol.namespace.PartitionAttributesRequest;
import io.gigafs.time.FileTimestamp;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Sums a directory's attributes over all of its partitions. Safe for use by several threads.
 *
 * <p>Invariant: the partitions that have answered, are being asked or are to be asked cover the
 * directory's hash range, each hash exactly once. A request names the known depth of its partition.
 * If the answer has a greater depth, the partition has split since, and the children in between are
 * asked as well. A child that splits off after its parent's answer is included in that answer and
 * is not asked. So nothing counts twice while the directory splits.
 */
public final class DirectoryAttributes {
  private static final int MAX_IN_FLIGHT = 256;

  private final LeaseContext context;
  private final ClientOperation<?> operation;
  private final InodeId directory;
  private final boolean opened;
  private final Gathered then;

  /** Guarded by this. */
  private final Queue<Partition> toAsk = new ArrayDeque<>();

  /** Guarded by this. */
  private int inFlight;

  /** Guarded by this. */
  private long entries;

  /** Guarded by this. */
  private long directories;

  /** Each partition records its own listings. Guarded by this. */
  private long accessedNanos = FileTimestamp.EARLIEST;

  /** Guarded by this. */
  private @Nullable PartitionAttributes newest;

  /**
   * For an open directory it comes from the zeroth partition, which learns of a change of mode and
   * owner before all others. Guarded by this.
   */
  private DirectoryEntry entry;

  /** Guarded by this. */
  private boolean removed;

  /** Guarded by this. */
  private boolean ended;

  /** Receives the attributes. */
  public interface Gathered {
    void gathered(FileAttributes attributes);

    /** ESTALE if the directory is gone, or a partition that was believed to exist. */
    void notGathered(GigaException failure);

    /** The directory is gone. */
    default void gone(GigaException failure) {
      notGathered(failure);
    }
  }

  private DirectoryAttributes(
      LeaseContext context,
      ClientOperation<?> operation,
      DirectoryEntry entry,
      boolean opened,
      Gathered then) {
    this.context = context;
    this.operation = operation;
    this.directory = entry.id();
    this.entry = entry;
    this.opened = opened;
    this.then = then;
  }

  /**
   * Collects the attributes of a directory.
   *
   * @param entry supplies the id, the mode, the owner and a ctime
   */
  public static void gather(
      LeaseContext context, ClientOperation<?> operation, DirectoryEntry entry, Gathered then) {
    new DirectoryAttributes(context, operation, entry, false, then).begin();
  }

  /**
   * The same for an open directory, wherever its entry is: its partitions know mode and owner and,
   * shortly after a rename, the ctime. After a removal they still know them for a while, with no
   * links.
   */
  public static void gatherOpened(
      LeaseContext context, ClientOperation<?> operation, InodeId directory, Gathered then) {
    new DirectoryAttributes(context, operation, DirectoryEntry.unknown(directory), true, then)
        .begin();
  }

  private void begin() {
    PartitionMap map = context.maps().of(directory);
    synchronized (this) {
      map.indices().forEach(index -> toAsk.add(map.partition(index)));
    }
    ask();
  }

  private void ask() {
    List<Share> shares = new ArrayList<>();
    synchronized (this) {
      while (!ended && inFlight < MAX_IN_FLIGHT && !toAsk.isEmpty()) {
        inFlight++;
        shares.add(new Share(toAsk.remove()));
      }
    }
    for (Share share : shares) {
      share.begin();
    }
  }

  private void answered(Partition asked, PartitionAttributes share) {
    context.maps().merge(directory, share.map());
    FileAttributes all = null;
    synchronized (this) {
      inFlight--;
      entries += share.entries();
      directories += share.directories();
      accessedNanos = FileTimestamp.later(accessedNanos, share.accessedNanos());
      if (newest == null || isNewer(share, newest)) {
        newest = share;
      }
      if (opened && asked.index().equals(PartitionIndex.ZEROTH)) {
        entry = DirectoryEntry.of(directory, share);
        removed = share.removed();
      }
      Partition partition = asked;
      while (partition.depth() < share.depth()) {
        toAsk.add(partition.child());
        partition = partition.afterSplit();
      }
      if (!ended && inFlight == 0 && toAsk.isEmpty()) {
        ended = true;
        all = attributes(entry, newest);
      }
    }
    if (all == null) {
      ask();
    } else {
      then.gathered(all);
    }
  }

  /**
   * Whether a partition changed after another. A change of the whole directory leaves the same
   * ctime in all partitions; then the mtimes are compared. An mtime later than the ctime was set in
   * all partitions at once, so a partition with a different mtime has changed since.
   */
  private static boolean isNewer(PartitionAttributes one, PartitionAttributes other) {
    if (one.changedNanos() != other.changedNanos()) {
      return FileTimestamp.isAfter(one.changedNanos(), other.changedNanos());
    }
    boolean oneIsSet = FileTimestamp.isAfter(one.modifiedNanos(), one.changedNanos());
    boolean otherIsSet = FileTimestamp.isAfter(other.modifiedNanos(), other.changedNanos());
    return oneIsSet == otherIsSet
        ? FileTimestamp.isAfter(one.modifiedNanos(), other.modifiedNanos())
        : otherIsSet;
  }

  private void refused(Partition asked, GigaException failure) {
    boolean isGone = failure.code() == ErrorCode.ESTALE;
    synchronized (this) {
      if (ended) {
        return;
      }
      ended = true;
      isGone &= removed || asked.index().equals(PartitionIndex.ZEROTH);
    }
    if (isGone) {
      then.gone(failure);
    } else {
      then.notGathered(failure);
    }
  }

  private FileAttributes attributes(DirectoryEntry facts, PartitionAttributes times) {
    return new FileAttributes(
        directory,
        FileType.DIRECTORY,
        facts.mode(),
        facts.uid(),
        facts.gid(),
        entries,
        removed ? 0 : (int) Math.min(2 + directories, Integer.MAX_VALUE),
        accessedNanos,
        times.modifiedNanos(),
        FileTimestamp.later(times.changedNanos(), facts.changedNanos()),
        0,
        facts.bornNanos(),
        facts.flags());
  }

  /** One partition's share. */
  private final class Share extends PartitionCall<PartitionAttributes> {
    private final Partition partition;
    private @Nullable Delegation delegation;
    private long moment;
    private long requestedChanges;

    Share(Partition partition) {
      super(DirectoryAttributes.this.context, DirectoryAttributes.this.operation);
      this.partition = partition;
    }

    /** If the partition is delegated to this client, its share may be known. */
    void begin() {
      delegation = context.delegations().of(directory, partition.index());
      PartitionAttributes known =
          delegation == null || opened
              ? null
              : delegation.share(context.delegations().requestedChanges());
      if (known == null) {
        start(directory, partition.index().value());
      } else {
        answered(partition, known);
      }
    }

    @Override
    public PartitionIndex route(PartitionMap map) {
      return partition.index();
    }

    @Override
    protected Request<PartitionAttributes> request(InodeId id, PartitionIndex index) {
      if (delegation != null) {
        moment = delegation.shareMoment();
        requestedChanges = context.delegations().requestedChanges();
      }
      return new PartitionAttributesRequest(id, index, operation().caller(), opened);
    }

    @Override
    protected void done(PartitionAttributes result) {
      if (delegation != null && !result.removed()) {
        delegation.learnShare(result, moment, requestedChanges);
      }
      answered(partition, result);
    }

    @Override
    protected void failed(GigaException failure) {
      refused(partition, failure);
    }
  }
}
