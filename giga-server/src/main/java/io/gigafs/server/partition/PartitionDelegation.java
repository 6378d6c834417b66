package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Notice;
import io.gigafs.rpc.Peer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The delegation of a partition's names to one client, which creates files under free names before
 * it reports them. Used on the lane only.
 *
 * <p>Invariants:
 *
 * <ol>
 *   <li>While it is out, other clients' requests are not decided, except those for open files, and
 *       only the client's own requests add names. All others wait until it is returned or has
 *       expired.
 *   <li>It expires by itself: a silent client delays others by at most {@link
 *       LeaseBook#LEASE_MILLIS}.
 *   <li>It is stored before the client gets it. So after a restart others wait for some time, and
 *       the client's files come first.
 * </ol>
 *
 * <p>The state changes from NONE to OUT when it is granted, or found in the store after a restart;
 * to RECALLED when another request waits for it; and to NONE when it was returned or has expired.
 */
public final class PartitionDelegation {
  private static final long LEASE_NANOS = LeaseBook.LEASE_MILLIS * 1_000_000L;

  private final InodeId directory;
  private final PartitionIndex index;
  private final long quietNanos;
  private final List<LaneTask> waiting = new ArrayList<>();
  private boolean out;
  private boolean recalled;

  /** Whether a request of the client is being decided. */
  private boolean open;

  private long client;
  private long number;
  private @Nullable Peer peer;
  private long expiresNanos;

  /** The key of the stored intent. */
  private long transaction;

  private long lastClient = ChangeCounter.NOBODY;
  private long lastChangeOfClientNanos;
  private boolean hadOtherClients;

  PartitionDelegation(InodeId directory, PartitionIndex index, long quietNanos) {
    this.directory = directory;
    this.index = index;
    this.quietNanos = quietNanos;
  }

  /** Records the client of a request. */
  public void met(long asker, long nowNanos) {
    if (asker != lastClient) {
      hadOtherClients = lastClient != ChangeCounter.NOBODY;
      lastClient = asker;
      lastChangeOfClientNanos = nowNanos;
    }
  }

  /** Whether only the most recent client has used the partition for a while. */
  public boolean isAskedByOne(long nowNanos) {
    return !hadOtherClients || nowNanos - lastChangeOfClientNanos >= quietNanos;
  }

  public boolean isOut() {
    return out;
  }

  /** Whether it is out, and the current request is not the client's. */
  public boolean isClosed() {
    return out && !open;
  }

  public boolean isHeldBy(long asker) {
    return out && client == asker;
  }

  /** Whether it is being recalled. */
  public boolean isRecalled() {
    return recalled;
  }

  /** Opens the partition for a request of the client, until {@link #close}. */
  void open() {
    open = true;
  }

  void close() {
    open = false;
  }

  /**
   * Grants or renews the delegation for the client of a connection.
   *
   * @param newNumber of a lease
   * @param newTransaction the key of the stored intent
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
   * Restores it from the store after a restart. It lasts long enough for a client, which may be
   * waiting to retry, to report what it created.
   */
  public void resume(long toClient, long newTransaction, long nowNanos) {
    out = true;
    client = toClient;
    transaction = newTransaction;
    expiresNanos = nowNanos + 2 * LEASE_NANOS;
  }

  /** The key of the stored intent, if it is out. */
  public long transaction() {
    return transaction;
  }

  /**
   * Renews it on a request of the client; returns whether the client still has it and may keep it.
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

  /** Adds a task to run when it has ended; returns whether the recall is yet to be sent. */
  boolean await(LaneTask task) {
    waiting.add(task);
    boolean isFirst = !recalled;
    recalled = true;
    return isFirst;
  }

  /** Creates the recall, which the caller sends. */
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

  /** Ends it; returns the tasks that waited. */
  List<LaneTask> end() {
    out = false;
    recalled = false;
    peer = null;
    List<LaneTask> tasks = List.copyOf(waiting);
    waiting.clear();
    return tasks;
  }
}
