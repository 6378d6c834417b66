package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request.HandleRequest;
import io.gigafs.protocol.Request.NameRequest;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.bulk.BulkRequest;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.lease.CopyNameRequest;
import io.gigafs.protocol.lease.DelegateRequest;
import io.gigafs.protocol.lease.DelegatedRequest;
import io.gigafs.protocol.namespace.PartitionAttributesRequest;
import io.gigafs.rpc.Peer;
import io.gigafs.server.partition.LeaseRecaller.Recall;
import io.gigafs.tablefs.PartitionKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The leases on a partition: who has which, in which {@link Mode}. Decides which requests conflict
 * with them, and recalls them. Used on the lane only.
 *
 * <p>Leases in mode READ are not stored. A partition that was served before (by this server before
 * a restart, or by another server) may have leases that this server does not know: until the time
 * set by {@link #unknownUntil}, every client is assumed to have one. Those in other modes are
 * recorded by a stored intent, see {@link StoredLease}.
 *
 * <p>Attributes of files that clients cache are not leased: their changes recall nothing and wait
 * for nobody. Clients validate them by the partition's {@link ChangeCounter}.
 */
public final class LeaseBook {
  /**
   * What the holder of a lease may do, and what conflicts with it.
   *
   * <table>
   *   <caption>Whether a request recalls a lease and waits for it</caption>
   *   <tr><th>request</th><th>READ</th><th>COPY</th><th>WRITE</th></tr>
   *   <tr><td>reads a name or the attributes</td><td>no</td><td>no</td><td>unless the holder's</td></tr>
   *   <tr><td>lists names</td><td>no</td><td>no</td><td>yes</td></tr>
   *   <tr><td>changes a name</td><td>if a directory's that moves, ends, or changes owner or mode</td>
   *       <td>if the name is copied</td><td>unless the holder's</td></tr>
   *   <tr><td>changes a file by handle</td><td>no</td><td>if its name is copied</td><td>no</td></tr>
   *   <tr><td>creates or removes many names</td><td>no</td><td>if one of them is copied</td>
   *       <td>unless the holder accounts for them</td></tr>
   *   <tr><td>asks for a lease in mode WRITE</td><td>no</td><td>yes</td>
   *       <td>unless the holder's</td></tr>
   *   <tr><td>changes the directory, is a step of a transaction of several servers, or splits or
   *       moves the partition</td><td>no</td><td>yes</td><td>yes</td></tr>
   * </table>
   */
  public enum Mode {
    /** A client uses a sub-directory's entry without a request. */
    READ,
    /** A server answers look-ups of a name. */
    COPY,
    /** A client creates and removes names before it reports them. */
    WRITE
  }

  /**
   * The duration of a client's lease: also the longest time that a change of a directory waits for
   * clients that do not answer.
   */
  public static final int LEASE_MILLIS = 1_000;

  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long LEASE_NANOS = LEASE_MILLIS * NANOS_PER_MILLI;

  private final PartitionKey key;
  private final InodeId directory;
  private final LeaseRecaller recalls;
  private final ParkedRequests parked;
  private final PartitionDelegation delegation;
  private final CopiedNames copies;

  /** The leases in mode READ, by client. */
  private final Map<Name, Map<Long, Lease>> entries = new HashMap<>();

  private long unknownUntilNanos;
  private boolean unknown;

  /** Intents of ended leases whose deletion failed. */
  private List<Long> leftIntents = List.of();

  private record Lease(long number, Peer peer, long expiresNanos) {}

  /**
   * A partition's book without leases.
   *
   * @param parked the partition's waiting requests, which are resumed when leases end
   * @param delegationQuietNanos see {@link PartitionDelegation#isAskedByOne}
   */
  LeaseBook(
      PartitionKey key, LeaseRecaller recalls, ParkedRequests parked, long delegationQuietNanos) {
    this.key = key;
    this.directory = new InodeId(key.directory());
    this.recalls = recalls;
    this.parked = parked;
    this.delegation =
        new PartitionDelegation(
            directory, new PartitionIndex(key.index()), recalls::nextNumber, delegationQuietNanos);
    this.copies = new CopiedNames(recalls::nextNumber);
  }

  /** The lease in mode WRITE. */
  public PartitionDelegation delegation() {
    return delegation;
  }

  /** The leases in mode COPY. */
  public CopiedNames copies() {
    return copies;
  }

  /**
   * Grants a lease on a directory's entry, in mode READ, to the client of a connection.
   *
   * @return its duration in ms; 0 if the client gets no leases for now
   */
  public int grant(Name name, Peer peer, long nowNanos) {
    if (!recalls.mayHaveLeases(peer.clientId(), nowNanos)) {
      return 0;
    }
    entries
        .computeIfAbsent(name, none -> new HashMap<>())
        .put(peer.clientId(), new Lease(recalls.nextNumber(), peer, nowNanos + LEASE_NANOS));
    return LEASE_MILLIS;
  }

  /** Whether a client may get leases now. */
  public boolean mayHave(long client, long nowNanos) {
    return recalls.mayHaveLeases(client, nowNanos);
  }

  /** How long a client gets no leases, in ms; 0 if it may get some now. */
  public int deniedMillis(long client, long nowNanos) {
    return recalls.deniedMillis(client, nowNanos);
  }

  /** Accounts for leases in mode READ that were granted before this object was created. */
  public void unknownUntil(long nanos) {
    unknown = true;
    unknownUntilNanos = nanos;
  }

  /** Restores the leases of a stored intent after a restart. */
  public void resume(Mode mode, long client, long transaction, CommitBatch commitBatch) {
    StoredLease lease = mode == Mode.WRITE ? delegation : copies;
    if (lease.isOut()) {
      if (lease.transaction() == transaction) {
        return;
      }
      // The end of earlier leases could not be written.
      commitBatch.batch().deleteIntent(key.slot(), lease.transaction());
    }
    lease.resume(transaction, client, commitBatch.nanosNow());
  }

  /**
   * Whether a request may be decided beside the leases in modes COPY and WRITE. If not, it waits
   * for {@link #whenRecalled}. Requests by handle and bulk requests determine their names
   * themselves, and check {@link PartitionState#isBlocked}, as do changes that are not requests.
   *
   * @param operation that decides the request
   */
  boolean admits(PartitionRequest<?> request, PartitionOperation<?, ?> operation, long client) {
    return (!delegation.isOut() || isBesideDelegation(request, client))
        && (!copies.isOut() || operation.isRead() || isBesideCopies(request));
  }

  /**
   * The holder of a delegation knows which names its own requests can add. Requests for an open
   * file add none.
   */
  private boolean isBesideDelegation(PartitionRequest<?> request, long client) {
    return request instanceof HandleRequest
        || (delegation.isHeldBy(client)
            && (request instanceof NameRequest
                || request instanceof PartitionAttributesRequest
                || (request instanceof CreateRequest creates && creates.isOwnChange())
                || request instanceof DelegatedRequest
                || request instanceof DelegateRequest));
  }

  private boolean isBesideCopies(PartitionRequest<?> request) {
    return request instanceof CopyNameRequest
        || request instanceof HandleRequest
        || request instanceof BulkRequest
        || (request instanceof NameRequest<?> named && !copies.mayShow(named.name()));
  }

  /** Whether leases in modes COPY or WRITE are out, or may be. */
  public boolean isAnythingOut() {
    return delegation.isOut() || copies.isOut();
  }

  /**
   * Recalls the leases in mode READ on a name, and runs the task in a later commit batch when they
   * have ended. The name must be locked, so that no more are granted.
   *
   * @param except the client that requested the change, which dropped its own lease before
   */
  public void recall(Name name, long except, Lane lane, long nowNanos, LaneTask then) {
    Recall recall = new Recall();
    if (unknown && unknownUntilNanos - nowNanos > 0) {
      recall.waitUntil(unknownUntilNanos);
    }
    Map<Long, Lease> held = entries.remove(name);
    if (held != null) {
      held.forEach(
          (client, lease) -> {
            if (client != except && lease.expiresNanos - nowNanos > 0) {
              recall.expect(
                  lease.number,
                  client,
                  lease.expiresNanos,
                  () -> lease.peer.send(new Notice.LeaseRecalled(lease.number, directory, name)));
            }
          });
    }
    recalls.recall(recall, lane, then);
  }

  /**
   * Recalls all leases in modes COPY and WRITE, and runs the task in a later commit batch when none
   * is out.
   */
  public void whenRecalled(Lane lane, LaneTask then) {
    StoredLease lease = delegation.isOut() ? delegation : copies;
    if (lease.isOut()) {
      recall(lease, lane, commitBatch -> whenRecalled(lane, then));
    } else {
      lane.submit(then);
    }
  }

  /** Recalls copies that a change waits for, if that has not begun. */
  void recallWanted(Lane lane) {
    if (copies.isWanted()) {
      recall(copies, lane, null);
    }
  }

  private void recall(StoredLease lease, Lane lane, @Nullable LaneTask then) {
    if (lease.await(then)) {
      recalls.recall(
          lease.recall(lane.nanos()), lane, commitBatch -> end(lease, commitBatch, lane));
    }
  }

  /** Ends a recall or expiry, and resumes waiting requests. */
  private void end(StoredLease lease, CommitBatch commitBatch, Lane lane) {
    deleteIntent(commitBatch, lease.transaction());
    lease.end(commitBatch.nanosNow()).forEach(lane::submit);
    parked.resumeAll();
  }

  /** Deletes the intent of ended leases. If the commit fails, the next sweep retries. */
  private void deleteIntent(CommitBatch commitBatch, long transaction) {
    commitBatch.batch().deleteIntent(key.slot(), transaction);
    commitBatch.onFailure(
        () -> {
          List<Long> more = new ArrayList<>(leftIntents);
          more.add(transaction);
          leftIntents = more;
        });
  }

  /** How long leases in mode READ may still be outstanding, in ns; 0 if there are none. */
  public long outstandingNanos(long nowNanos) {
    long longest = unknown ? Math.max(0, unknownUntilNanos - nowNanos) : 0;
    for (Map<Long, Lease> held : entries.values()) {
      for (Lease lease : held.values()) {
        longest = Math.max(longest, lease.expiresNanos - nowNanos);
      }
    }
    return longest;
  }

  /** The same in ms, rounded up. */
  public int outstandingMillis(long nowNanos) {
    return (int) ((outstandingNanos(nowNanos) + NANOS_PER_MILLI - 1) / NANOS_PER_MILLI);
  }

  /** Ends expired leases, begins recalls that are due, and retries failed deletions of intents. */
  void sweep(CommitBatch commitBatch, Lane lane) {
    long now = commitBatch.nanos();
    if (delegation.hasRunOut(now)) {
      end(delegation, commitBatch, lane);
    }
    copies.forgetUnknown(now);
    if (copies.hasRunOut(now)) {
      end(copies, commitBatch, lane);
    }
    recallWanted(lane);
    if (!leftIntents.isEmpty()) {
      List<Long> left = leftIntents;
      leftIntents = List.of();
      left.forEach(transaction -> deleteIntent(commitBatch, transaction));
    }
    forgetExpired(now);
  }

  private void forgetExpired(long nowNanos) {
    Iterator<Map<Long, Lease>> each = entries.values().iterator();
    while (each.hasNext()) {
      Map<Long, Lease> held = each.next();
      held.values().removeIf(lease -> lease.expiresNanos - nowNanos <= 0);
      if (held.isEmpty()) {
        each.remove();
      }
    }
    if (unknown && unknownUntilNanos - nowNanos <= 0) {
      unknown = false;
    }
  }

  /** Whether there is nothing to remember. */
  boolean isEmpty() {
    return entries.isEmpty()
        && !unknown
        && !isAnythingOut()
        && !copies.isAnyOffered()
        && leftIntents.isEmpty();
  }
}
