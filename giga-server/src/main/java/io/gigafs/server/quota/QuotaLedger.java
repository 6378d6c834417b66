package io.gigafs.server.quota;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.quota.QuotaEpoch;
import io.gigafs.protocol.quota.QuotaGrantRequest;
import io.gigafs.protocol.quota.QuotaGrantRequest.QuotaGrantResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.tablefs.QuotaLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bookkeeping of a quota's home: the usage that each server reported at the last count, and
 * what it was granted since. Pure, and used on one lane only. It is not stored, as a count rebuilds
 * it.
 *
 * <p>A count is complete when each member has reported, or its maximum is assumed. Invariants:
 *
 * <ol>
 *   <li>Nothing is granted while a count is incomplete.
 *   <li>Reported usage plus later grants never exceeds the limits, unless usage exceeded them when
 *       they were set.
 *   <li>A request is refused only after a count that began after the request arrived.
 * </ol>
 */
final class QuotaLedger {
  /** A limit that cannot be reached and allows any grant. */
  private static final long UNLIMITED = 1L << 62;

  /** Each server gets this fraction of its equal share of what is left, unless it asks for more. */
  private static final int PARTS = 4;

  private Map<ServerId, Share> shares = new HashMap<>();
  private QuotaEpoch epoch = QuotaEpoch.NONE;
  private long newestKnown;
  private long counts;
  private boolean complete;

  /** How much may have been reported twice in the last count. */
  private QuotaUsage uncertain = QuotaUsage.NOTHING;

  /** One server's bounds. */
  private static final class Share {
    /** Its maximum usage before the count; null if unknown. */
    final @Nullable QuotaUsage before;

    /** Its reported or assumed usage; null until then. */
    @Nullable QuotaUsage reported;

    QuotaUsage granted = QuotaUsage.NOTHING;
    long lastQuestion;
    @Nullable QuotaGrantResult lastAnswer;

    Share(@Nullable QuotaUsage before) {
      this.before = before;
    }

    @Nullable QuotaUsage most() {
      QuotaUsage known = reported;
      return known == null ? before : known.plus(granted);
    }
  }

  /** Begins a count of these servers. */
  QuotaEpoch begin(Collection<ServerId> members, long id) {
    newestKnown = Math.max(newestKnown, epoch.number()) + 1;
    epoch = new QuotaEpoch(newestKnown, id);
    counts++;
    complete = false;
    uncertain = QuotaUsage.NOTHING;
    Map<ServerId, Share> before = shares;
    shares = new HashMap<>();
    for (ServerId member : members) {
      Share known = before.get(member);
      shares.put(member, new Share(known == null ? null : known.most()));
    }
    return epoch;
  }

  /**
   * Records a server's report.
   *
   * @param leaving the part of {@code used} that another server may report too
   */
  void reported(ServerId server, QuotaEpoch count, QuotaUsage used, QuotaUsage leaving) {
    Share share = shares.get(server);
    if (count.equals(epoch) && share != null && share.reported == null) {
      share.reported = used;
      uncertain = uncertain.plus(leaving);
      checkComplete();
    }
  }

  /** Records that a server knows a count of another home, with this or a higher number. */
  void knows(long number) {
    newestKnown = Math.max(newestKnown, number);
  }

  /**
   * Assumes the maximum usage of a server that does not answer.
   *
   * @return whether the maximum is known
   */
  boolean standIn(ServerId server, QuotaEpoch count) {
    Share share = shares.get(server);
    if (!count.equals(epoch) || share == null) {
      return true;
    }
    if (share.reported == null) {
      share.reported = share.before;
      checkComplete();
    }
    return share.reported != null;
  }

  private void checkComplete() {
    complete = shares.values().stream().allMatch(share -> share.reported != null);
  }

  /** Whether the last count is complete. */
  boolean isComplete() {
    return complete;
  }

  /** Whether this is the last count. */
  boolean isCurrent(QuotaEpoch count) {
    return count.equals(epoch);
  }

  /** The number of counts begun. */
  long counts() {
    return counts;
  }

  /** The servers whose usage is neither reported nor assumed. */
  List<ServerId> awaited() {
    List<ServerId> awaited = new ArrayList<>();
    shares.forEach(
        (server, share) -> {
          if (share.reported == null) {
            awaited.add(server);
          }
        });
    return awaited;
  }

  /** Whether the requesting server says that it took part in the last count. */
  boolean isUpToDate(QuotaGrantRequest question) {
    knows(question.epoch().number());
    return question.epoch().equals(epoch);
  }

  /**
   * Answers a grant request.
   *
   * @param countedSince whether the last count began after the request arrived
   * @return empty if a count is needed, incomplete or uncertain
   */
  Optional<QuotaGrantResult> answer(
      QuotaGrantRequest question, QuotaLimits limits, boolean countedSince) {
    Share share = shares.get(question.server());
    boolean isUpToDate = isUpToDate(question);
    if (!complete || share == null || !(countedSince || isUpToDate)) {
      return Optional.empty();
    }
    if (question.number() <= share.lastQuestion && share.lastAnswer != null) {
      // A duplicate, or a delayed request that expects no answer.
      return Optional.of(share.lastAnswer);
    }
    QuotaUsage left = left(limits);
    QuotaUsage want = isUpToDate ? question.want() : question.need();
    if (!left.covers(want) && (!countedSince || left.plus(uncertain).covers(want))) {
      return Optional.empty();
    }
    QuotaUsage more =
        (left.covers(want) ? want.atLeast(part(left)) : want)
            .atMost(left)
            .atLeast(QuotaUsage.NOTHING);
    share.granted = share.granted.plus(more);
    share.lastQuestion = question.number();
    share.lastAnswer = new QuotaGrantResult(epoch, more, !left.isDebt(), !more.covers(want));
    return Optional.of(share.lastAnswer);
  }

  private QuotaUsage part(QuotaUsage left) {
    long parts = (long) PARTS * shares.size();
    return new QuotaUsage(left.entries() / parts, left.bytes() / parts);
  }

  /** What may still be granted; negative if usage exceeded the limits when they were set. */
  QuotaUsage left(QuotaLimits limits) {
    QuotaUsage left = new QuotaUsage(limitOf(limits.entries()), limitOf(limits.bytes()));
    for (Share share : shares.values()) {
      QuotaUsage most = share.most();
      left = most == null ? left : left.minus(most);
    }
    return left;
  }

  private static long limitOf(long limit) {
    return limit == 0 ? UNLIMITED : limit;
  }
}
