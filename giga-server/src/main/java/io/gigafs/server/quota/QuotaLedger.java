package io.gigafs.server.quota;

import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.QuotaEpoch;
import io.gigafs.protocol.QuotaGrantRequest;
import io.gigafs.protocol.QuotaGrantResult;
import io.gigafs.protocol.Usage;
import io.gigafs.tablefs.QuotaLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the home of a quota knows: what each server told that it uses at the last count, and what
 * was granted to it since. Pure, and used on one lane only; it is not stored, as a count makes it
 * anew.
 *
 * <p>A count moves from BEGUN to COMPLETE when each member has told, or is taken for what it may
 * use at most. Invariants:
 *
 * <ol>
 *   <li>nothing is granted while a count is not complete;
 *   <li>what all have told and what was granted since is never more than the limits, unless there
 *       was more when they were set;
 *   <li>a question is answered in the negative only by a count that began after it came.
 * </ol>
 */
final class QuotaLedger {
  /** A limit that nobody reaches, and of which as much can be granted as anybody wants. */
  private static final long UNLIMITED = 1L << 62;

  /** A server gets such a part of what is left, shared by all, if it does not ask for more. */
  private static final int PARTS = 4;

  private Map<ServerId, Share> shares = new HashMap<>();
  private QuotaEpoch epoch = QuotaEpoch.NONE;
  private long newestKnown;
  private long counts;
  private boolean complete;

  /** How much may have been told twice at the last count. */
  private Usage uncertain = Usage.NOTHING;

  /** What one server may use. */
  private static final class Share {
    /** What it may have used at most before the count; null if that is not known. */
    final @Nullable Usage before;

    /** What it told, or what it is taken for; null until then. */
    @Nullable Usage told;

    Usage granted = Usage.NOTHING;
    long lastQuestion;
    @Nullable QuotaGrantResult lastAnswer;

    Share(@Nullable Usage before) {
      this.before = before;
    }

    @Nullable Usage most() {
      Usage known = told;
      return known == null ? before : known.plus(granted);
    }
  }

  /** Begins a count of these servers. */
  QuotaEpoch begin(Collection<ServerId> members, long id) {
    newestKnown = Math.max(newestKnown, epoch.number()) + 1;
    epoch = new QuotaEpoch(newestKnown, id);
    counts++;
    complete = false;
    uncertain = Usage.NOTHING;
    Map<ServerId, Share> before = shares;
    shares = new HashMap<>();
    for (ServerId member : members) {
      Share known = before.get(member);
      shares.put(member, new Share(known == null ? null : known.most()));
    }
    return epoch;
  }

  /**
   * A server told what it uses.
   *
   * @param leaving how much of that another server may have told too
   */
  void told(ServerId server, QuotaEpoch count, Usage used, Usage leaving) {
    Share share = shares.get(server);
    if (count.equals(epoch) && share != null && share.told == null) {
      share.told = used;
      uncertain = uncertain.plus(leaving);
      checkComplete();
    }
  }

  /** A server knows of a count with a higher number, or with the same one, of another home. */
  void knows(long number) {
    newestKnown = Math.max(newestKnown, number);
  }

  /**
   * Takes a server that does not answer for what it may use at most.
   *
   * @return whether that is known
   */
  boolean standIn(ServerId server, QuotaEpoch count) {
    Share share = shares.get(server);
    if (!count.equals(epoch) || share == null) {
      return true;
    }
    if (share.told == null) {
      share.told = share.before;
      checkComplete();
    }
    return share.told != null;
  }

  private void checkComplete() {
    complete = shares.values().stream().allMatch(share -> share.told != null);
  }

  /** Whether the last count that was begun is complete. */
  boolean isComplete() {
    return complete;
  }

  /** Whether it is the last count that was begun. */
  boolean isCurrent(QuotaEpoch count) {
    return count.equals(epoch);
  }

  /** How many counts were begun. */
  long counts() {
    return counts;
  }

  /** Those of which it is not known what they use at most. */
  List<ServerId> awaited() {
    List<ServerId> awaited = new ArrayList<>();
    shares.forEach(
        (server, share) -> {
          if (share.told == null) {
            awaited.add(server);
          }
        });
    return awaited;
  }

  /** Whether a server that asks had a part in the last count, so far as it knows. */
  boolean isUpToDate(QuotaGrantRequest question) {
    knows(question.epoch().number());
    return question.epoch().equals(epoch);
  }

  /**
   * Answers a question.
   *
   * @param countedSince whether the last count began after the question came
   * @return empty if that takes a count, or if one is not complete or not certain
   */
  Optional<QuotaGrantResult> answer(
      QuotaGrantRequest question, QuotaLimits limits, boolean countedSince) {
    Share share = shares.get(question.server());
    boolean isUpToDate = isUpToDate(question);
    if (!complete || share == null || !(countedSince || isUpToDate)) {
      return Optional.empty();
    }
    if (question.number() <= share.lastQuestion && share.lastAnswer != null) {
      // The same question again, or one that was on its way for long and awaits no answer.
      return Optional.of(share.lastAnswer);
    }
    Usage left = left(limits);
    Usage want = isUpToDate ? question.want() : question.need();
    if (!left.covers(want) && (!countedSince || left.plus(uncertain).covers(want))) {
      return Optional.empty();
    }
    Usage more =
        (left.covers(want) ? want.atLeast(part(left)) : want).atMost(left).atLeast(Usage.NOTHING);
    share.granted = share.granted.plus(more);
    share.lastQuestion = question.number();
    share.lastAnswer = new QuotaGrantResult(epoch, more, !left.isDebt(), !more.covers(want));
    return Optional.of(share.lastAnswer);
  }

  private Usage part(Usage left) {
    long parts = (long) PARTS * shares.size();
    return new Usage(left.entries() / parts, left.bytes() / parts);
  }

  /** What may still be granted; below nothing if there was more when the limits were set. */
  Usage left(QuotaLimits limits) {
    Usage left = new Usage(limitOf(limits.entries()), limitOf(limits.bytes()));
    for (Share share : shares.values()) {
      Usage most = share.most();
      left = most == null ? left : left.minus(most);
    }
    return left;
  }

  private static long limitOf(long limit) {
    return limit == 0 ? UNLIMITED : limit;
  }
}
