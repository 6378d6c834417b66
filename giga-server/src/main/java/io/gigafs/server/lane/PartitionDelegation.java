package io.gigafs.server.lane;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Notice;
import io.gigafs.rpc.Peer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * That a partition's names are delegated to one client, which makes files under those that are free
 * before it tells. Used on the lane only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>While it is out, nobody else's requests are decided, but those about open files, and no
 *       names come but by the client's own: who wants anything else waits until it is given back or
 *       has run out.
 *   <li>It runs out by itself: a client that is not heard of keeps others waiting for no longer
 *       than {@link LeaseBook#LEASE_MILLIS}.
 *   <li>It is stored before the client hears of it, so that a server that starts anew keeps others
 *       waiting for some time, and the client's files come first.
 * </ol>
 *
 * <p>A delegation moves from NONE to OUT when it is granted, or found in the store at a start; to
 * RECALLED when somebody else wants something of the partition; to NONE when it was given back or
 * has run out.
 */
public final class PartitionDelegation {
  private static final long LEASE_NANOS = LeaseBook.LEASE_MILLIS * 1_000_000L;

  private final InodeId directory;
  private final PartitionIndex index;
  private final long quietNanos;
  private final List<LaneTask> waiting = new ArrayList<>();
  private boolean out;
  private boolean recalled;

  /** Whether a request of the client's is being decided, for which the partition is open. */
  private boolean open;

  private long client;
  private long number;
  private @Nullable Peer peer;
  private long expiresNanos;

  /** Of the row in which it is stored. */
  private long transaction;

  private long lastClient = ChangeCounter.NOBODY;
  private long lastChangeOfClientNanos;
  private boolean hadOtherClients;

  PartitionDelegation(InodeId directory, PartitionIndex index, long quietNanos) {
    this.directory = directory;
    this.index = index;
    this.quietNanos = quietNanos;
  }

  /** Notes who asks for something. */
  void met(long asker, long nowNanos) {
    if (asker != lastClient) {
      hadOtherClients = lastClient != ChangeCounter.NOBODY;
      lastClient = asker;
      lastChangeOfClientNanos = nowNanos;
    }
  }

  /** Whether nobody but the client that asked last has asked for anything for a while. */
  public boolean isAskedByOne(long nowNanos) {
    return !hadOtherClients || nowNanos - lastChangeOfClientNanos >= quietNanos;
  }

  public boolean isOut() {
    return out;
  }

  /** Whether it is out, and what is being decided is not the client's own. */
  public boolean isClosed() {
    return out && !open;
  }

  public boolean isHeldBy(long asker) {
    return out && client == asker;
  }

  /** Whether somebody waits for the end of it. */
  public boolean isRecalled() {
    return recalled;
  }

  /** Opens the partition for a request of the client's, until {@link #close}. */
  void open() {
    open = true;
  }

  void close() {
    open = false;
  }

  /**
   * Delegates the partition's names to the client behind a connection, to which they may be
   * already.
   *
   * @param newNumber of a lease
   * @param newTransaction of the row in which it is stored
   */
  public void grant(Peer to, long newNumber, long newTransaction, long nowNanos) {
    out = true;
    recalled = false;
    client = to.clientId();
    peer = to;
    number = newNumber;
    transaction = newTransaction;
    expiresNanos = nowNanos + LEASE_NANOS;
  }

  /**
   * Finds it in the store at a start. It is for as long as a client, which may have been waiting to
   * try again, takes to tell what it made.
   */
  public void resume(long toClient, long newTransaction, long nowNanos) {
    out = true;
    client = toClient;
    transaction = newTransaction;
    expiresNanos = nowNanos + 2 * LEASE_NANOS;
  }

  /** Of the row in which it is stored, if it is out. */
  public long transaction() {
    return transaction;
  }

  /**
   * Prolongs it, as the client was heard of, over this connection; returns whether it still has it,
   * and may keep it.
   */
  public boolean renew(Peer by, long nowNanos) {
    if (!isHeldBy(by.clientId()) || recalled || peer == null) {
      return false;
    }
    peer = by;
    expiresNanos = nowNanos + LEASE_NANOS;
    return true;
  }

  boolean hasRunOut(long nowNanos) {
    return out && !recalled && expiresNanos - nowNanos <= 0;
  }

  /** Notes a task for when it is over; whether somebody has to ask for it back. */
  boolean await(LaneTask task) {
    waiting.add(task);
    boolean isFirst = !recalled;
    recalled = true;
    return isFirst;
  }

  /** What is asked back; yet to be sent. */
  Recall recall() {
    Recall recall = new Recall();
    Peer asked = peer;
    if (asked == null) {
      recall.waitUntil(expiresNanos);
    } else {
      long lease = number;
      recall.expect(
          lease,
          client,
          expiresNanos,
          () -> asked.send(new Notice.DelegationRecalled(lease, directory, index)));
    }
    return recall;
  }

  /** It is over; returns the tasks that waited for that. */
  List<LaneTask> end() {
    out = false;
    recalled = false;
    peer = null;
    List<LaneTask> tasks = List.copyOf(waiting);
    waiting.clear();
    return tasks;
  }
}
