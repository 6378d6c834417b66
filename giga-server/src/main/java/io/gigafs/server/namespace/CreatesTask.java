package io.gigafs.server.namespace;

import io.gigafs.access.DirectoryAcls;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.RequestDigest;
import io.gigafs.protocol.bulk.MadeFiles;
import io.gigafs.protocol.bulk.PipelinedCreates;
import io.gigafs.protocol.namespace.CreateRequest;
import io.gigafs.rpc.CreatesExchange;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.Inheritance;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.ChangeCounter;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.DuplicateRequestCache.Known;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.LaneTask;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One lane's share of a batch of pipelined creates. Each create either makes its file, or is not
 * executed here and continues as a request by itself.
 */
final class CreatesTask implements LaneTask {
  private static final Logger LOG = LoggerFactory.getLogger(CreatesTask.class);

  /** Marks of a file without access control lists. */
  private static final int NO_MARKS = 0;

  private final Lane lane;
  private final NewFile newFile;
  private final SplitTrigger splits;
  private final PipelinedCreates creates;
  private final int slots;
  private final long[] places;
  private final int begin;
  private final int end;
  private final CreatesExchange exchange;
  private final BiConsumer<CreateRequest, Exchange<EntryResult>> alone;

  /** Creates at earlier places were decided or continue by themselves. */
  private int failedFrom;

  /**
   * A task.
   *
   * @param slots number of slots of the cluster
   * @param places as {@link CreatePlace} has them, ascending; the lane's are those from begin to
   *     before end
   * @param alone takes those that continue by themselves
   */
  CreatesTask(
      Lane lane,
      NewFile newFile,
      SplitTrigger splits,
      PipelinedCreates creates,
      int slots,
      long[] places,
      int begin,
      int end,
      CreatesExchange exchange,
      BiConsumer<CreateRequest, Exchange<EntryResult>> alone) {
    this.lane = lane;
    this.newFile = newFile;
    this.splits = splits;
    this.creates = creates;
    this.slots = slots;
    this.places = places;
    this.begin = begin;
    this.end = end;
    this.exchange = exchange;
    this.alone = alone;
    this.failedFrom = begin;
  }

  @Override
  public void run(CommitBatch commitBatch) {
    if (commitBatch.nanos() - exchange.deadlineNanos() > 0) {
      leave(begin, end);
      return;
    }
    commitBatch.decidesFor(exchange.peer().clientId());
    Deciding deciding = new Deciding(commitBatch);
    try {
      while (deciding.next < end) {
        deciding.decideNextPartition();
      }
    } finally {
      failedFrom = deciding.next;
      commitBatch.decidesFor(ChangeCounter.NOBODY);
    }
  }

  /**
   * Earlier creates that made their files have an answer, which fails too; others continue by
   * themselves.
   */
  @Override
  public void fail(CommitBatch commitBatch, ErrorCode code, String detail) {
    for (int place = failedFrom; place < end; place++) {
      commitBatch.failed(exchange.alone(createAt(place)), code, detail);
    }
  }

  @Override
  public int requests() {
    return end - begin;
  }

  private int createAt(int place) {
    return CreatePlace.createOf(places[place]);
  }

  private int partitionAt(int place) {
    return CreatePlace.partitionOf(places[place]);
  }

  /** Lets the creates of a range of places continue by themselves. */
  private void leave(int from, int to) {
    for (int place = from; place < to; place++) {
      leave(createAt(place));
    }
  }

  private void leave(int create) {
    alone.accept(creates.request(create), exchange.alone(create));
  }

  /** One pass over the places, in a commit batch. */
  private final class Deciding {
    private final CommitBatch commitBatch;

    /** The next place; all before it have made their files or continue by themselves. */
    private int next = begin;

    private @Nullable MadeFiles made;

    /** The part that all creates have in common, for their digests. */
    private final long content = creates.content();

    Deciding(CommitBatch commitBatch) {
      this.commitBatch = commitBatch;
    }

    void decideNextPartition() {
      int others = next + 1;
      while (others < end && partitionAt(others) == partitionAt(next)) {
        others++;
      }
      @Nullable PartitionState partition = find(creates.partition(createAt(next)));
      @Nullable MadeFiles files = partition == null ? null : filesOf(partition);
      if (partition == null || files == null) {
        leave(next, others);
        next = others;
      } else {
        decide(partition, files, others);
      }
    }

    /** The partition, if its creates can be decided now; null if not. */
    private @Nullable PartitionState find(PartitionIndex index) {
      int slot = creates.directory().slotOf(index, slots);
      if (!lane.gate().state(slot).serves()) {
        return null;
      }
      try {
        PartitionState partition = lane.partitions().find(creates.directory(), index);
        return partition == null || partition.mayMakeNoNames() ? null : partition;
      } catch (StoreException e) {
        LOG.debug("{} are decided one by one: their partition cannot be read", creates, e);
        return null;
      }
    }

    /**
     * The files to create in the partition; null if the caller may create none, a quota applies, or
     * they differ from the others.
     */
    private @Nullable MadeFiles filesOf(PartitionState partition) {
      if (partition.hasFixedName()
          || DirectoryPermissions.refuseAdding(partition, creates.caller()) != null
          || partition.usage().share() != null) {
        return null;
      }
      Inheritance given = Inheritance.ofFile(partition.owner(), creates.mode(), creates.caller());
      if (!given.acls().equals(DirectoryAcls.NONE)) {
        return null;
      }
      @Nullable MadeFiles files = made;
      if (files == null) {
        files =
            new MadeFiles(
                given.mode(),
                creates.caller().uid(),
                given.gid(),
                commitBatch.wallNanos(),
                end - begin);
        made = files;
        commitBatch.answer(exchange, files);
        return files;
      }
      return files.mode() == given.mode() && files.gid() == given.gid() ? files : null;
    }

    /** Decides the creates of the partition, those before the given place. */
    private void decide(PartitionState partition, MadeFiles files, int others) {
      Admission.ensureBorn(partition, commitBatch);
      partition.heat().count(exchange.peer().clientId(), others - next);
      int before = files.count();
      long confirmed = 0;
      while (next < others) {
        int create = createAt(next);
        if (isMade(create, partition, files)) {
          confirmed = Math.max(confirmed, creates.confirmed(create));
        } else {
          leave(create);
        }
        next++;
      }
      if (files.count() > before) {
        long client = exchange.peer().clientId();
        commitBatch.remember(partition, client, confirmed, files, before, files.count());
        splits.afterGrowth(partition, commitBatch);
      }
    }

    private boolean isMade(int create, PartitionState partition, MadeFiles files) {
      NameList names = creates.names();
      long number = creates.number(create);
      if (!partition.owns(names.hash(create))
          || partition.replies().find(exchange.peer().clientId(), number) != Known.NEW) {
        return false;
      }
      try {
        EntryKey key = partition.keyOf(names, create, commitBatch.keys());
        if (commitBatch.batch().getEntry(key) != null) {
          return false;
        }
        long inode =
            newFile.make(
                partition,
                commitBatch,
                key,
                files.mode(),
                creates.caller().uid(),
                files.gid(),
                NO_MARKS);
        files.add(
            create,
            number,
            inode,
            RequestDigest.ofEntry(CreateRequest.OPCODE, names.hash(create) ^ content));
        return true;
      } catch (StoreException e) {
        // The request fails by itself, too, and gets that answer.
        LOG.debug("{} cannot be decided with others", creates.request(create), e);
        return false;
      }
    }
  }
}
