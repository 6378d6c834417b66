package io.gigafs.server.file;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.quota.GrantRequest;
import io.gigafs.protocol.quota.GrantRequest.GrantResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import org.jspecify.annotations.Nullable;

/**
 * Grants a handle the right to write to the object of its file up to an offset, where a quota
 * counts.
 *
 * <p>From then on the quota counts the file as one that ends at that offset, until the handle is
 * closed, its session has ended, or it gets another grant. While the quota has plenty left, more is
 * granted than was requested; the excess is returned when the file is settled. The answer waits for
 * the disk, so that no written bytes survive a crash without being counted.
 */
final class GrantOperation implements PartitionOperation<GrantRequest, GrantResult> {
  /** Maximum number of bytes that are granted ahead. */
  private static final long AHEAD_BYTES = 16L << 20;

  /** The amount granted ahead is at most this fraction of the credit that this server has left. */
  private static final int PART_AHEAD = 4;

  private static final long UNIT_BYTES = 64L << 10;

  private final ServerContext context;
  private final Quotas quotas;
  private final Measures measures;

  GrantOperation(ServerContext context, Quotas quotas, Measures measures) {
    this.context = context;
    this.quotas = quotas;
    this.measures = measures;
  }

  @Override
  public Decision decide(
      GrantRequest request,
      Exchange<GrantResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    Exchange<GrantResult> answerTo = context.syncs().synced(exchange);
    return HandlePlace.toChange(
        request,
        answerTo,
        partition,
        commitBatch,
        place -> {
          Attributes file = place.attributes(partition, commitBatch);
          @Nullable Answer<GrantResult> answer = refuse(request, place, file);
          Exchange<GrantResult> recipient = answerTo;
          if (answer == null && partition.usage().share() == null) {
            answer = new Answer.Done<>(GrantResult.UNLIMITED);
            recipient = exchange;
          }
          if (answer == null) {
            answer = new Grant(request, partition, place, commitBatch).decide(exchange);
          }
          if (answer == null) {
            return Decision.WAIT;
          }
          commitBatch.settle(partition, request, recipient, answer);
          return Decision.TAKEN;
        });
  }

  private static @Nullable Answer<GrantResult> refuse(
      GrantRequest request, HandlePlace place, Attributes file) {
    @Nullable ErrorCode refused = place.refuseWriting(file);
    if (refused != null) {
      return new Answer.Failed<>(refused, "");
    }
    if (request.end() < 0 || request.written() < 0) {
      return new Answer.Failed<>(ErrorCode.EINVAL, "");
    }
    if (request.end() > AttributeRules.MAX_SIZE || request.written() > AttributeRules.MAX_SIZE) {
      return new Answer.Failed<>(ErrorCode.EFBIG, "");
    }
    return StoredFiles.isStored(file)
        ? null
        : new Answer.Failed<>(ErrorCode.ENODATA, "the file's bytes are not on a volume");
  }

  /** One attempt. */
  private final class Grant {
    private final GrantRequest request;
    private final PartitionState partition;
    private final HandlePlace place;
    private final CommitBatch commitBatch;
    private final EntryKey key;

    Grant(
        GrantRequest request,
        PartitionState partition,
        HandlePlace place,
        CommitBatch commitBatch) {
      this.request = request;
      this.partition = partition;
      this.place = place;
      this.commitBatch = commitBatch;
      this.key = partition.keyOf(place.name());
    }

    /** Decides the request; null if the quota has to be asked first. */
    @Nullable Answer<GrantResult> decide(Exchange<GrantResult> exchange) {
      Attributes file = countWritten();
      QuotaUsage need = new QuotaUsage(0, Math.max(0, request.end() - file.size()));
      return quotas.decide(partition, commitBatch, exchange, need, () -> grant(file, need));
    }

    /**
     * Counts bytes that were written while no quota applied. They exist, whatever the limits are.
     */
    private Attributes countWritten() {
      Attributes file = place.attributes(partition, commitBatch);
      if (request.written() <= StoredFiles.leastSize(commitBatch.batch(), key, file)) {
        return file;
      }
      Attributes counted = StoredFiles.reach(commitBatch.batch(), key, file, request.written());
      partition.entryChanged(commitBatch, file, counted);
      return counted;
    }

    private Answer<GrantResult> grant(Attributes file, QuotaUsage need) {
      if (!partition.usage().tryPrepay(commitBatch, need)) {
        return Quotas.overQuota();
      }
      long end = request.end();
      long most =
          end < file.size() ? Math.min(file.size(), end + AHEAD_BYTES) : end + ahead(need, end);
      Attributes counted = StoredFiles.count(commitBatch.batch(), key, file, most);
      partition.entryChanged(commitBatch, file, counted);
      boolean isLess = most < place.handle().granted();
      Grants.note(partition, place, request.handle(), most, commitBatch);
      if (isLess) {
        measures.countSoon(partition, place.name(), counted, commitBatch);
      }
      return new Answer.Done<>(new GrantResult(most));
    }

    /** How many more bytes are granted than the request needs. */
    private long ahead(QuotaUsage need, long end) {
      long part = Math.min(AHEAD_BYTES, Quotas.creditBytes(partition) / PART_AHEAD);
      long upTo = (end + Math.max(0, part)) / UNIT_BYTES * UNIT_BYTES;
      long ahead = Math.max(0, upTo - end);
      return partition.usage().tryPrepay(commitBatch, need.plus(new QuotaUsage(0, ahead)))
          ? ahead
          : 0;
    }
  }
}
