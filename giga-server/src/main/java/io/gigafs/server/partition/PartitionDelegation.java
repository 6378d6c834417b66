package io.gigafs.server.partition;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Notice;
import io.gigafs.rpc.Peer;
import io.gigafs.server.partition.LeaseRecaller.Recall;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The delegation of a partition's names to one client, which creates files under free names before
 * it reports them: the lease in mode {@link LeaseBook.Mode#WRITE}. Used on the lane only.
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
 */
public final class PartitionDelegation extends StoredLease {
  private static final long LEASE_NANOS = LeaseBook.LEASE_MILLIS * 1_000_000L;

  private final InodeId directory;
  private final PartitionIndex index;
  private final long quietNanos;
  private final LongSupplier numbers;

  /** Whether a request of the client is being decided. */
  private boolean open;

  private long client;
  private long number;
  private @Nullable Peer peer;
  private long expiresNanos;

  private long lastClient = ChangeCounter.NOBODY;
  private long lastChangeOfClientNanos;
  private boolean hadOtherClients;

  /**
   * Creates the state without a delegation.
   *
   * @param numbers supplies unique lease numbers
   * @param quietNanos see {@link #isAskedByOne}
   */
  PartitionDelegation(
      InodeId directory, PartitionIndex index, LongSupplier numbers, long quietNanos) {
    this.directory = directory;
    this.index = index;
    this.numbers = numbers;
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

  /** Whether it is out, and the current request is not the client's. */
  public boolean isClosed() {
    return isOut() && !open;
  }

  public boolean isHeldBy(long asker) {
    return isOut() && client == asker;
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
   * @param newTransaction the key of the stored intent
   * @return the number of the lease
   */
  public long grant(Peer to, long newTransaction, long nowNanos) {
    markOut(newTransaction);
    client = to.clientId();
    peer = to;
    number = numbers.getAsLong();
    expiresNanos = nowNanos + LEASE_NANOS;
    return number;
  }

  /**
   * It lasts long enough for a client, which may be waiting to retry, to report what it created.
   */
  @Override
  void resume(long newTransaction, long toClient, long nowNanos) {
    markOut(newTransaction);
    client = toClient;
    expiresNanos = nowNanos + 2 * LEASE_NANOS;
  }

  /**
   * Renews it on a request of the client; returns whether the client still has it and may keep it.
   */
  public boolean renew(Peer by, long nowNanos) {
    if (!isHeldBy(by.clientId()) || isRecalled() || peer == null) {
      return false;
    }
    peer = by;
    expiresNanos = nowNanos + LEASE_NANOS;
    return true;
  }

  @Override
  boolean hasRunOut(long nowNanos) {
    return isOut() && !isRecalled() && expiresNanos - nowNanos <= 0;
  }

  @Override
  Recall recall(long nowNanos) {
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

  @Override
  List<LaneTask> end(long nowNanos) {
    peer = null;
    return super.end(nowNanos);
  }
}
