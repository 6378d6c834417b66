package io.gigafs.server.namespace;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.BulkRequest;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.lease.DelegatedRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.BulkOutcomes;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionTable;
import io.gigafs.server.partition.StoreErrors;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.reply.BulkEntries;
import io.gigafs.server.reply.DuplicateRequestCache;
import io.gigafs.server.reply.DuplicateRequestCache.Known;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import org.jspecify.annotations.Nullable;

/**
 * Creates many entries of one partition. Each is a mutation of its own: one that was decided before
 * gets its first answer again, one that belongs to another partition is skipped.
 *
 * <p>If a transaction or split holds any of the names, the whole request waits before anything of
 * it is decided. Gathered creates do not: those of such names have the outcome EAGAIN.
 */
public final class BulkOperation<Q extends BulkRequest>
    implements PartitionOperation<Q, BulkCreateResult> {
  private final Maker<Q> maker;
  private final ToUsage<Q> needs;
  private final Answering<Q> answering;
  private final SplitTrigger splits;
  private final Quotas quotas;

  /**
   * An operation that answers as soon as the entries are committed.
   *
   * @param needs maximum quota usage of each entry
   */
  public BulkOperation(Maker<Q> maker, ToUsage<Q> needs, SplitTrigger splits, Quotas quotas) {
    this(maker, needs, (request, exchange) -> exchange, splits, quotas);
  }

  /**
   * An operation whose answer may wait for more than the commit.
   *
   * @param answering where the answer goes once the entries are committed
   */
  public BulkOperation(
      Maker<Q> maker,
      ToUsage<Q> needs,
      Answering<Q> answering,
      SplitTrigger splits,
      Quotas quotas) {
    this.maker = maker;
    this.needs = needs;
    this.answering = answering;
    this.splits = splits;
    this.quotas = quotas;
  }

  /** Wraps the exchange of a request's answer. */
  @FunctionalInterface
  public interface Answering<Q> {
    Exchange<BulkCreateResult> to(Q request, Exchange<BulkCreateResult> exchange);
  }

  /** Creates one entry of a request. */
  @FunctionalInterface
  public interface Maker<Q> {
    /**
     * Creates the entry, or returns the error.
     *
     * @param i index of the entry in the request
     * @param outcomes gets the outcome of this entry
     */
    BulkOutcomes make(
        Q request, int i, PartitionState partition, CommitBatch commitBatch, BulkOutcomes outcomes);
  }

  /** The quota usage of a request's entries. */
  @FunctionalInterface
  public interface ToUsage<Q> {
    QuotaUsage of(Q request, int i);
  }

  @Override
  public Decision decide(
      Q request,
      Exchange<BulkCreateResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    long client = exchange.peer().clientId();
    boolean waits =
        (!isGathered(request) && isAnyBlocked(request, client, partition))
            || waitsForQuota(request, exchange, partition, commitBatch);
    if (waits) {
      return Decision.WAIT;
    }
    Admission.ensureBorn(partition, commitBatch);
    BulkOutcomes outcomes = new BulkOutcomes(request.numbers().length, hasAttributes(request));
    short[] digests = digestsOf(request);
    BulkEntries all = BulkEntries.allOf(request);
    decideAll(request, digests, all, client, partition, commitBatch, outcomes);
    boolean isDelegated =
        request instanceof DelegatedRequest
            && partition.leases().delegation().renew(exchange.peer(), commitBatch.nanosNow());
    long others =
        isDelegated
            ? partition.changeCounter().byOthersIfAsked(client)
            : LookupResult.NOT_TO_BE_KEPT;
    commitBatch.done(answering.to(request, exchange), outcomes.result(partition.map(), others));
    splits.afterGrowth(partition, commitBatch);
    return Decision.TAKEN;
  }

  /**
   * Decides entries of a request that has entries of other partitions, too.
   *
   * @return false, with nothing decided, if one of them might have to wait
   */
  boolean decidePart(
      Q request,
      short[] digests,
      BulkEntries entries,
      Exchange<?> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      BulkOutcomes outcomes) {
    boolean mayWait =
        partition.mayBlockNewNames()
            || (partition.usage().share() != null
                && !partition.usage().tryPrepay(commitBatch, needOf(request, entries, partition)));
    if (mayWait) {
      return false;
    }
    // Asks for more credit before it is used up.
    quotas.settle(partition, exchange);
    Admission.ensureBorn(partition, commitBatch);
    long client = exchange.peer().clientId();
    decideAll(request, digests, entries, client, partition, commitBatch, outcomes);
    splits.afterGrowth(partition, commitBatch);
    return true;
  }

  private void decideAll(
      Q request,
      short[] digests,
      BulkEntries entries,
      long client,
      PartitionState partition,
      CommitBatch commitBatch,
      BulkOutcomes outcomes) {
    for (int k = 0; k < entries.size(); k++) {
      int i = entries.index(k);
      outcomes.begin(i);
      if (partition.owns(request.hash(i))) {
        decideOnce(request, i, client, partition, commitBatch, outcomes);
      } else if (entries.isAll()) {
        outcomes.elsewhere();
      } else {
        // The map is in the answer to a request of this partition alone.
        var unused = outcomes.notDecided(ErrorCode.EAGAIN);
      }
    }
    commitBatch.remember(
        partition,
        client,
        request.confirmed(),
        outcomes.decidedNow(request.numbers(), digests),
        entries);
  }

  /** Entries that were decided before the partition was removed get their first answer again. */
  @Override
  public @Nullable BulkCreateResult answerOfGone(
      Q request, long client, PartitionTable partitions) {
    DuplicateRequestCache replies =
        partitions.repliesOfGone(request.directory(), request.partition());
    int entries = request.numbers().length;
    BulkOutcomes outcomes = new BulkOutcomes(entries, hasAttributes(request));
    boolean isAnyKnown = false;
    for (int i = 0; i < entries; i++) {
      outcomes.begin(i);
      Known known = replies.find(client, request.numbers()[i]);
      if (known == Known.NEW) {
        var unused = outcomes.notDecided(ErrorCode.ESTALE);
      } else {
        outcomes.known(known, request.digest(i));
        isAnyKnown = true;
      }
    }
    return isAnyKnown ? outcomes.result(null, LookupResult.NOT_TO_BE_KEPT) : null;
  }

  /** The digests of all entries. */
  static short[] digestsOf(BulkRequest request) {
    short[] digests = new short[request.numbers().length];
    for (int i = 0; i < digests.length; i++) {
      digests[i] = request.digest(i);
    }
    return digests;
  }

  /** Whether the client uses the attributes of the files. */
  private static boolean hasAttributes(BulkRequest request) {
    return request instanceof CreateRequest create && create.isOwnChange();
  }

  /**
   * Whether the entries belong to operations that do not know of each other: one that has to wait
   * must not delay the others.
   */
  private static boolean isGathered(BulkRequest request) {
    return hasAttributes(request) && request.numbers().length > 1;
  }

  private static boolean isAnyBlocked(BulkRequest request, long client, PartitionState partition) {
    if (!partition.isAnyBlocked()) {
      return false;
    }
    for (int i = 0; i < request.numbers().length; i++) {
      if (isNew(request, i, client, partition) && partition.isBlocked(request.name(i))) {
        return true;
      }
    }
    return false;
  }

  /** If the quota does not suffice for all entries, as many as fit are created. */
  private boolean waitsForQuota(
      Q request, Exchange<?> exchange, PartitionState partition, CommitBatch commitBatch) {
    if (partition.usage().share() == null) {
      return false;
    }
    BulkEntries all = BulkEntries.allOf(request);
    QuotaUsage most = needOf(request, all, partition);
    boolean needsNothing =
        request instanceof CreateRequest create
            && !partition.usage().tryPrepay(commitBatch, most)
            && !isAnyMissing(create, exchange.peer().clientId(), partition, commitBatch);
    if (needsNothing) {
      quotas.settle(partition, exchange);
      return false;
    }
    return quotas.prepay(partition, commitBatch, exchange, most) == Quotas.Verdict.WAIT;
  }

  private QuotaUsage needOf(Q request, BulkEntries entries, PartitionState partition) {
    QuotaUsage need = QuotaUsage.NOTHING;
    for (int k = 0; k < entries.size(); k++) {
      if (partition.owns(request.hash(entries.index(k)))) {
        need = need.plus(needs.of(request, entries.index(k)));
      }
    }
    return need;
  }

  /** Whether a file is to be created that does not exist yet; only then a create takes quota. */
  private static boolean isAnyMissing(
      CreateRequest request, long client, PartitionState partition, CommitBatch commitBatch) {
    for (int i = 0; i < request.numbers().length; i++) {
      EntryKey key = partition.keyOf(request.names(), i, commitBatch.keys());
      if (isNew(request, i, client, partition) && commitBatch.batch().getEntry(key) == null) {
        return true;
      }
    }
    return false;
  }

  /** Whether an entry belongs to the partition and was not decided before. */
  private static boolean isNew(BulkRequest request, int i, long client, PartitionState partition) {
    return partition.owns(request.hash(i))
        && partition.replies().find(client, request.numbers()[i]) == Known.NEW;
  }

  /**
   * A store failure for one entry becomes that entry's error; on a full disk it is not remembered.
   */
  private void decideOnce(
      Q request,
      int i,
      long client,
      PartitionState partition,
      CommitBatch commitBatch,
      BulkOutcomes outcomes) {
    Known known = partition.replies().find(client, request.numbers()[i]);
    if (known != Known.NEW) {
      outcomes.known(known, request.digest(i));
      return;
    }
    if (isGathered(request) && partition.isAnyBlocked() && partition.isBlocked(request.name(i))) {
      var unused = outcomes.notDecided(ErrorCode.EAGAIN);
      return;
    }
    try {
      maker.make(request, i, partition, commitBatch, outcomes);
    } catch (StoreException e) {
      var unused = outcomes.notDecided(StoreErrors.codeOf(e));
    }
  }
}
