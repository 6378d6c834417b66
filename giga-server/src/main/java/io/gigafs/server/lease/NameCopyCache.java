package io.gigafs.server.lease;

import io.gigafs.access.Access;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.DirectoryFacts;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.lease.CopyNameRequest;
import io.gigafs.protocol.lease.CopyNameRequest.CopyNameResult;
import io.gigafs.protocol.lease.CopyNameRequest.CopyNameResult.NameCopy;
import io.gigafs.protocol.lease.OfferCopyRequest;
import io.gigafs.protocol.lease.RecallCopiesRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Timers;
import io.gigafs.server.context.Messenger;
import io.gigafs.server.context.ServerCounters;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.membership.CurrentView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Copies that this server has of names of other servers' partitions, and the look-ups that it
 * answers from them. Safe for use by several threads; a look-up takes no lock.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>A copy is used for nine tenths of its lease, counted from before the request by this
 *       server's monotonic clock. So it expires here before it expires at the partition's server.
 *   <li>A recall drops all copies of the partition and the outcome of pending requests: a copy that
 *       was granted before the recall is never used after it.
 *   <li>Copies are few and in memory only.
 * </ol>
 */
public final class NameCopyCache {
  private static final int MAX_COPIES = 256;

  /** This share of a lease is unused, to allow for clock drift. */
  private static final int MARGIN_SHARES = 10;

  private final CurrentView view;
  private final Messenger messenger;
  private final Clock clock;
  private final Timers timers;
  private final ServerCounters counters;

  /** Modified under this object's lock. */
  private final ConcurrentMap<Key, Copy> copies = new ConcurrentHashMap<>();

  private volatile boolean stopped;

  public NameCopyCache(
      CurrentView view, Messenger messenger, Clock clock, Timers timers, ServerCounters counters) {
    this.view = view;
    this.messenger = messenger;
    this.clock = clock;
    this.timers = timers;
    this.counters = counters;
  }

  private record Key(InodeId directory, Name name) {}

  /** The content of a copy and when it expires. */
  private record Content(LookupResult file, DirectoryFacts directory, long untilNanos) {}

  /** A name with a copy or a pending request for one. */
  private static final class Copy {
    private final Key key;
    private final PartitionIndex partition;
    private final LongAdder answered = new LongAdder();

    private volatile @Nullable Content content;

    /** Guarded by the cache. */
    private long reported;

    /** Guarded by the cache. */
    private boolean isAskedFor;

    Copy(Key key, PartitionIndex partition) {
      this.key = key;
      this.partition = partition;
    }
  }

  /**
   * Answers a look-up if there is a copy of the name.
   *
   * @return whether it was answered
   */
  public boolean answer(LookupRequest request, Exchange<LookupResult> exchange) {
    if (!request.ofCopy() || request.lease() || request.keeps() || copies.isEmpty()) {
      return false;
    }
    @Nullable Copy copy = copies.get(new Key(request.directory(), request.name()));
    @Nullable Content content = copy == null ? null : copy.content;
    if (copy == null || content == null || content.untilNanos - clock.nanos() <= 0) {
      return false;
    }
    copy.answered.increment();
    counters.copyLookups().increment();
    exchange.answer(
        DirectoryPermissions.has(content.directory, request.caller(), Access.SEARCH)
            ? new Answer.Done<>(content.file)
            : new Answer.Failed<>(ErrorCode.EACCES, ""));
    return true;
  }

  /** Handles an offer: requests a copy, if there is none yet and room for one. */
  public void offered(OfferCopyRequest request, Exchange<Empty> exchange) {
    exchange.answer(new Answer.Done<>(Empty.INSTANCE));
    Key key = new Key(request.directory(), request.name());
    @Nullable Copy asked = null;
    synchronized (this) {
      @Nullable Copy known = copies.get(key);
      if (!stopped && known == null && copies.size() < MAX_COPIES) {
        asked = new Copy(key, request.partition());
        asked.isAskedFor = true;
        copies.put(key, asked);
      }
    }
    if (asked != null) {
      ask(asked, 0);
    }
  }

  private void ask(Copy copy, long answered) {
    long askedNanos = clock.nanos();
    messenger
        .ask(
            new CopyNameRequest(
                copy.key.directory(), copy.partition, copy.key.name(), view.self(), answered),
            askedNanos + TimeUnit.SECONDS.toNanos(1))
        .thenAccept(answer -> take(copy, answer, askedNanos));
  }

  private void take(Copy copy, Answer<CopyNameResult> answer, long askedNanos) {
    @Nullable NameCopy given =
        answer instanceof Answer.Done<CopyNameResult> done ? done.result().copy() : null;
    synchronized (this) {
      copy.isAskedFor = false;
      if (copies.get(copy.key) != copy) {
        return;
      }
      if (given == null || stopped) {
        copies.remove(copy.key);
        return;
      }
      long leaseNanos = TimeUnit.MILLISECONDS.toNanos(given.leaseMillis());
      copy.content =
          new Content(
              new LookupResult(given.attributes(), 0, null),
              given.directory(),
              askedNanos + leaseNanos - leaseNanos / MARGIN_SHARES);
    }
    timers.after(given.leaseMillis() / 2, () -> renew(copy));
  }

  /** Renews the lease if the name was looked up since the last one; else drops the copy. */
  private void renew(Copy copy) {
    long answered;
    synchronized (this) {
      if (stopped || copies.get(copy.key) != copy || copy.isAskedFor) {
        return;
      }
      long all = copy.answered.sum();
      answered = all - copy.reported;
      copy.reported = all;
      if (answered == 0) {
        copies.remove(copy.key);
        return;
      }
      copy.isAskedFor = true;
    }
    ask(copy, answered);
  }

  /** Drops all copies of a partition's names, including those being requested. */
  public void recalled(RecallCopiesRequest request, Exchange<Empty> exchange) {
    synchronized (this) {
      List<Copy> given = new ArrayList<>();
      for (Copy copy : copies.values()) {
        if (copy.partition.equals(request.partition())
            && copy.key.directory().equals(request.directory())) {
          given.add(copy);
        }
      }
      for (Copy copy : given) {
        copies.remove(copy.key);
        copy.content = null;
      }
    }
    exchange.answer(new Answer.Done<>(Empty.INSTANCE));
  }

  /** Stops requesting copies. */
  public void stop() {
    stopped = true;
  }
}
