package io.gigafs.server.quota;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.quota.QuotaShortage;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.LocalQuota;
import io.gigafs.server.partition.LocalQuotas;
import io.gigafs.server.partition.PartitionState;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Charges operations to quotas, and requests more credit when it runs low. Safe for use by several
 * threads.
 */
public final class Quotas {
  /** With less byte credit than this, clients should request credit for each write. */
  private static final long SHORT_BYTES = 16L << 20;

  private final ServerContext context;
  private final LocalQuotas localQuotas;
  private final ConcurrentMap<Long, QuotaGrant> grants = new ConcurrentHashMap<>();

  public Quotas(ServerContext context, LocalQuotas localQuotas) {
    this.context = context;
    this.localQuotas = localQuotas;
  }

  /** Whether an operation may add its usage. */
  public enum Verdict {
    /** Yes, in this commit batch. */
    GRANTED,
    /** The operation is decided again when the partition resumes waiting requests. */
    WAIT,
    /** The quota is exhausted: EDQUOT. */
    REFUSED
  }

  /** This server's shares. */
  public LocalQuotas localQuotas() {
    return localQuotas;
  }

  /**
   * Charges what the commit batch is about to add to the partition; the unused part is returned.
   *
   * @param exchange identifies the request, also when it is decided again
   */
  public Verdict prepay(
      PartitionState partition, CommitBatch commitBatch, Exchange<?> exchange, QuotaUsage need) {
    LocalQuota share = partition.usage().share();
    if (share == null) {
      return Verdict.GRANTED;
    }
    return grantOf(share).prepay(partition, commitBatch, exchange, need);
  }

  /**
   * Decides a request that adds usage: an attempt that fails with EDQUOT is repeated once credit is
   * granted, or is the answer if the quota is exhausted.
   *
   * @param need the minimum that the attempt prepays
   * @param attempt must change nothing if it fails
   * @return null if the request has to wait
   */
  public <R extends Result> @Nullable Answer<R> decide(
      PartitionState partition,
      CommitBatch commitBatch,
      Exchange<?> exchange,
      QuotaUsage need,
      Supplier<Answer<R>> attempt) {
    Answer<R> answer = attempt.get();
    if (isOverQuota(answer)) {
      return decideAgain(partition, commitBatch, exchange, need, answer, attempt);
    }
    settle(partition, exchange);
    return answer;
  }

  /**
   * Notes that a request does not wait for credit any more, and asks for more if little is left.
   *
   * @param exchange of the request
   */
  public void settle(PartitionState partition, Exchange<?> exchange) {
    LocalQuota share = partition.usage().share();
    if (share != null) {
      grantOf(share).settle(exchange);
    }
  }

  /**
   * Continues {@link #decide} after an attempt that failed with EDQUOT.
   *
   * @param refused the result of that attempt
   */
  private <R extends Result> @Nullable Answer<R> decideAgain(
      PartitionState partition,
      CommitBatch commitBatch,
      Exchange<?> exchange,
      QuotaUsage need,
      Answer<R> refused,
      Supplier<Answer<R>> attempt) {
    return switch (prepay(partition, commitBatch, exchange, need)) {
      case GRANTED -> attempt.get();
      case WAIT -> null;
      case REFUSED -> refused;
    };
  }

  /** Whether the answer is EDQUOT. */
  private static boolean isOverQuota(Answer<?> answer) {
    return answer instanceof Answer.Failed<?> failed && failed.code() == ErrorCode.EDQUOT;
  }

  /** The answer to a request that exceeds its quota. */
  public static <R extends Result> Answer<R> overQuota() {
    return new Answer.Failed<>(ErrorCode.EDQUOT, "");
  }

  /** How much of a partition's quota this server may use without asking. */
  public static QuotaShortage shortage(PartitionState partition) {
    if (partition.usage().share() == null) {
      return QuotaShortage.NONE;
    }
    return creditBytes(partition) < SHORT_BYTES ? QuotaShortage.SHORT : QuotaShortage.AMPLE;
  }

  /** How many bytes may be added to a partition with a quota without asking; 0 if it has none. */
  public static long creditBytes(PartitionState partition) {
    LocalQuota share = partition.usage().share();
    return share == null ? 0 : share.credit().bytes();
  }

  /** Makes this server take part in a count of the quota's usage soon. */
  public void wantCount(InodeId domain) {
    grantOf(localQuotas.of(domain)).ask();
  }

  /**
   * Calls {@link #wantCount} if the partition has a quota and this server took part in no count
   * yet.
   */
  public void wantCountFor(PartitionState partition) {
    LocalQuota share = partition.usage().share();
    if (share != null && share.epoch().isNone()) {
      grantOf(share).ask();
    }
  }

  private QuotaGrant grantOf(LocalQuota share) {
    return grants.computeIfAbsent(share.domain().value(), none -> new QuotaGrant(context, share));
  }
}
