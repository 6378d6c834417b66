package io.gigafs.server.migration;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.migration.HandOverRequest.HandOverResult;
import io.gigafs.protocol.migration.HandOverRequest.HandOverResult.Outcome;
import io.gigafs.protocol.migration.HandOverRequest.Wanted;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.PartitionKey;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A slot whose partitions are handed over in the order of their headers; partitions that are asked
 * for by name go first. Thread-safe.
 */
final class LeavingSlot {
  /** Unsigned, behind all others. */
  private static final long LAST_DIRECTORY = -1;

  private static final int LAST_INDEX = (1 << PartitionIndex.MAX_DEPTH) - 1;

  private final ServerContext context;
  private final PartitionSender sender;
  private final Quotas quotas;
  private final int slot;
  private final long since;

  /** Transfers in progress; guarded by this. */
  private final Map<Wanted, CompletableFuture<Answer<HandOverResult>>> underWay = new HashMap<>();

  /** The header behind which the search for the next one begins; guarded by this. */
  private @Nullable PartitionKey last;

  /** Partitions that are left, negative until they are counted. Guarded by this. */
  private long left = -1;

  LeavingSlot(PartitionSender sender, Quotas quotas, int slot, long since) {
    this.context = sender.context();
    this.sender = sender;
    this.quotas = quotas;
    this.slot = slot;
    this.since = since;
  }

  long since() {
    return since;
  }

  /**
   * Hands a partition over.
   *
   * @param wanted null for any
   * @return completes on any thread, never exceptionally
   */
  CompletableFuture<Answer<HandOverResult>> handOver(@Nullable Wanted wanted) {
    if (wanted != null) {
      return depart(wanted);
    }
    CompletableFuture<Answer<HandOverResult>> done = new CompletableFuture<>();
    sender.background().execute(() -> handOverNext(done));
    return done;
  }

  /** Runs in the background, as it scans the store. */
  private void handOverNext(CompletableFuture<Answer<HandOverResult>> done) {
    try {
      @Nullable Wanted next = next();
      if (next != null) {
        depart(next).thenAccept(done::complete);
        return;
      }
      @Nullable CompletableFuture<Answer<HandOverResult>> other = anyUnderWay();
      if (other != null) {
        other.thenAccept(result -> done.complete(result(Outcome.BUSY, 0)));
        return;
      }
      DepartedReplies.handOver(sender, slot, since)
          .thenAccept(all -> done.complete(result(all ? Outcome.EMPTY : Outcome.BUSY, 0)));
    } catch (RuntimeException e) {
      Departure.LOG.error("slot {} could not be searched for partitions to hand over", slot, e);
      done.complete(result(null, 0));
    }
  }

  private synchronized @Nullable CompletableFuture<Answer<HandOverResult>> anyUnderWay() {
    return underWay.isEmpty() ? null : underWay.values().iterator().next();
  }

  /** The next partition without a transfer; wraps around at the end. */
  private synchronized @Nullable Wanted next() {
    countOnce();
    @Nullable Wanted found = last == null ? null : nextBehind(last);
    return found != null ? found : nextBehind(null);
  }

  private @Nullable Wanted nextBehind(@Nullable PartitionKey after) {
    Wanted[] found = new Wanted[1];
    context
        .store()
        .scanAllPartitions(
            after == null ? beforeSlot() : after,
            (key, header) -> {
              if (key.slot() < slot) {
                return true;
              }
              if (key.slot() > slot) {
                return false;
              }
              Wanted candidate =
                  new Wanted(new InodeId(key.directory()), new PartitionIndex(key.index()));
              if (underWay.containsKey(candidate)) {
                return true;
              }
              last = key;
              found[0] = candidate;
              return false;
            });
    return found[0];
  }

  private @Nullable PartitionKey beforeSlot() {
    return slot == 0 ? null : new PartitionKey(slot - 1, LAST_DIRECTORY, LAST_INDEX);
  }

  private void countOnce() {
    if (left < 0) {
      long[] count = {0};
      context
          .store()
          .scanPartitions(
              slot,
              (key, header) -> {
                count[0]++;
                return true;
              });
      left = count[0];
    }
  }

  private CompletableFuture<Answer<HandOverResult>> depart(Wanted wanted) {
    CompletableFuture<Answer<HandOverResult>> done;
    synchronized (this) {
      CompletableFuture<Answer<HandOverResult>> known = underWay.get(wanted);
      if (known != null) {
        return known;
      }
      done = new CompletableFuture<>();
      underWay.put(wanted, done);
    }
    new Departure(sender, quotas, slot, since, wanted)
        .start()
        .thenAccept(
            departed -> {
              synchronized (this) {
                underWay.remove(wanted);
                if (departed.outcome() == Outcome.SENT && left > 0) {
                  left--;
                }
              }
              done.complete(result(departed.outcome(), departed.entries()));
            });
    return done;
  }

  private synchronized Answer<HandOverResult> result(@Nullable Outcome outcome, long entries) {
    return outcome == null
        ? new Answer.Failed<>(ErrorCode.EIO, "the store cannot be read, see the server's log")
        : new Answer.Done<>(new HandOverResult(outcome, entries, Math.max(0, left)));
  }
}
