package io.gigafs.server.quota;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.QuotaShortage;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.Usage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.lane.CommitBatch;
import io.gigafs.server.lane.PartitionState;
import io.gigafs.server.localquota.LocalQuota;
import io.gigafs.server.localquota.LocalQuotas;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Lets operations use what quotas allow, and asks for more where that runs low. Safe for use by
 * several threads.
 */
public final class Quotas {
  /** With less credit than that for bytes, clients do well to ask for each write. */
  private static final long SHORT_BYTES = 16L << 20;

  private final QuotaContext context;
  private final ConcurrentMap<Long, QuotaGrant> purses = new ConcurrentHashMap<>();

  public Quotas(QuotaContext context) {
    this.context = context;
  }

  /** Whether an operation may add what it wants to. */
  public enum Verdict {
    /** It may, in this commit batch. */
    GRANTED,
    /** It is to be decided again when the partition lets waiting requests go on. */
    WAIT,
    /** There is no more: EDQUOT. */
    REFUSED
  }

  /** This server's shares. */
  public LocalQuotas localQuotas() {
    return context.localQuotas();
  }

  /**
   * Uses up what the commit batch is about to add to the partition; what it then does not add is
   * given back.
   *
   * @param exchange whose request needs it, the same when it is decided again
   */
  public Verdict prepay(
      PartitionState partition, CommitBatch commitBatch, Exchange<?> exchange, Usage need) {
    LocalQuota share = partition.usage().share();
    if (share == null) {
      return Verdict.GRANTED;
    }
    return purseOf(share).prepay(partition, commitBatch, exchange, need);
  }

  /**
   * Decides a request that adds something: an attempt that comes to EDQUOT is made again when there
   * is more, or is the answer if there is no more.
   *
   * @param need what the attempt prepays at least
   * @param attempt changes nothing if it comes to an error
   * @return null if the request has to wait
   */
  public <R extends Result> @Nullable Answer<R> decide(
      PartitionState partition,
      CommitBatch commitBatch,
      Exchange<?> exchange,
      Usage need,
      Supplier<Answer<R>> attempt) {
    Answer<R> answer = attempt.get();
    if (isOverQuota(answer)) {
      return decideAgain(partition, commitBatch, exchange, need, answer, attempt);
    }
    LocalQuota share = partition.usage().share();
    if (share != null) {
      purseOf(share).settle(exchange);
    }
    return answer;
  }

  /**
   * Likewise, after an attempt that came to EDQUOT.
   *
   * @param refused what it came to
   */
  public <R extends Result> @Nullable Answer<R> decideAgain(
      PartitionState partition,
      CommitBatch commitBatch,
      Exchange<?> exchange,
      Usage need,
      Answer<R> refused,
      Supplier<Answer<R>> attempt) {
    return switch (prepay(partition, commitBatch, exchange, need)) {
      case GRANTED -> attempt.get();
      case WAIT -> null;
      case REFUSED -> refused;
    };
  }

  /** Whether that is what was answered. */
  public static boolean isOverQuota(Answer<?> answer) {
    return answer instanceof Answer.Failed<?> failed && failed.code() == ErrorCode.EDQUOT;
  }

  /** What a request is answered that needs more than there is of a quota. */
  public static <R extends Result> Answer<R> overQuota() {
    return new Answer.Failed<>(ErrorCode.EDQUOT, "");
  }

  /** How much of the quota that bounds a partition this server may let be used without asking. */
  public static QuotaShortage shortage(PartitionState partition) {
    if (partition.usage().share() == null) {
      return QuotaShortage.NONE;
    }
    return creditBytes(partition) < SHORT_BYTES ? QuotaShortage.SHORT : QuotaShortage.AMPLE;
  }

  /** How many bytes may be added to a partition that a quota bounds, without asking; 0 if none. */
  public static long creditBytes(PartitionState partition) {
    LocalQuota share = partition.usage().share();
    return share == null ? 0 : share.credit().bytes();
  }

  /** Sees to it that this server has a part in a count of the quota's usage before long. */
  public void wantCount(InodeId domain) {
    purseOf(context.localQuotas().of(domain)).ask();
  }

  /** Likewise, if a quota bounds the partition and this server had a part in no count yet. */
  public void wantCountFor(PartitionState partition) {
    LocalQuota share = partition.usage().share();
    if (share != null && share.epoch().isNone()) {
      purseOf(share).ask();
    }
  }

  private QuotaGrant purseOf(LocalQuota share) {
    return purses.computeIfAbsent(share.domain().value(), none -> new QuotaGrant(context, share));
  }
}
