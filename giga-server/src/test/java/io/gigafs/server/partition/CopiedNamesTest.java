package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.Name;
import io.gigafs.server.partition.CopiedNames.CopiedName;
import io.gigafs.server.partition.LeaseRecaller.Recall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests leases on copies of names, with a clock that the test moves. */
class CopiedNamesTest {
  private static final long LEASE = CopiedNames.LEASE_MILLIS * 1_000_000L;
  private static final long SECOND = 1_000_000_000L;
  private static final Name NAME = Name.of("a");
  private static final Name OTHER = Name.of("b");
  private static final long INODE = 7;
  private static final long OTHER_INODE = 8;
  private static final ServerId FIRST = new ServerId("s1");
  private static final ServerId SECOND_SERVER = new ServerId("s2");

  /** An arbitrary origin, as monotonic clocks have. */
  private long now = -3 * SECOND;

  private final CopiedNames copies = new CopiedNames(new AtomicLong()::incrementAndGet);
  private final List<String> recalled = new ArrayList<>();

  private CopiedName out() {
    CopiedName name = copies.offer(NAME, INODE);
    copies.begin(1, now);
    copies.stored(1, name);
    return name;
  }

  private void grant(CopiedName name, ServerId server, int place) {
    copies.grant(
        name, server, place, now, (asked, lease, expires) -> recalled.add(asked + ":" + lease));
  }

  private List<LaneTask> end() {
    return copies.end(now);
  }

  /** Another name may have changed since the last sync. */
  @Test
  void copyIsGrantedOnlyAfterSync() {
    out();
    CopiedName other = copies.offer(Name.of("other"), INODE + 1);
    assertThatThrownBy(() -> grant(other, FIRST, 0)).isInstanceOf(IllegalStateException.class);
    assertThat(other.beginSync()).isTrue();
    assertThat(other.beginSync()).isFalse();
    copies.stored(1, other);
    grant(other, FIRST, 0);
    assertThat(other.isHeldBy(FIRST, now)).isTrue();
  }

  @Test
  void offerAloneBlocksNoChange() {
    copies.offer(NAME, INODE);
    assertThat(copies.isOut()).isFalse();
    assertThat(copies.mayShow(NAME)).isFalse();
    assertThat(copies.holds(NAME)).isFalse();
    copies.ensureNotShown(INODE);
    copies.ensureNoneOut();
  }

  @Test
  void copyIsGrantedOnlyAfterItIsStored() {
    CopiedName name = copies.offer(NAME, INODE);
    assertThatThrownBy(() -> grant(name, FIRST, 0)).isInstanceOf(IllegalStateException.class);
    copies.begin(1, now);
    assertThatThrownBy(() -> grant(name, FIRST, 0)).isInstanceOf(IllegalStateException.class);
    copies.stored(2, name);
    assertThat(copies.isDurable()).isFalse();
    copies.stored(1, name);
    grant(name, FIRST, 0);
    assertThat(name.isHeldBy(FIRST, now)).isTrue();
  }

  @Test
  void copiedNameCannotBeChanged() {
    out();
    assertThat(copies.mayShow(NAME)).isTrue();
    assertThat(copies.mayShow(OTHER)).isFalse();
    assertThatThrownBy(() -> copies.ensureNotShown(INODE))
        .isInstanceOf(IllegalStateException.class);
    copies.ensureNotShown(OTHER_INODE);
    assertThatThrownBy(copies::ensureNoneOut).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void leaseExpires() {
    CopiedName name = out();
    grant(name, FIRST, 3);
    now += LEASE - 1;
    assertThat(copies.placesOf(NAME, now)).isEqualTo(1L << 3);
    assertThat(copies.recall(now).isDone(now)).isFalse();
    assertThat(copies.hasRunOut(now)).isFalse();
    now += 1;
    assertThat(copies.placesOf(NAME, now)).isZero();
    assertThat(copies.recall(now).isDone(now)).isTrue();
    assertThat(copies.hasRunOut(now)).isTrue();
  }

  @Test
  void leaseIsRenewed() {
    CopiedName name = out();
    grant(name, FIRST, 0);
    now += LEASE / 2;
    grant(name, FIRST, 0);
    now += LEASE / 2;
    assertThat(name.isHeldBy(FIRST, now)).isTrue();
    assertThat(copies.recall(now).expected()).hasSize(1);
  }

  @Test
  void recallWaitsForAllServers() {
    CopiedName name = out();
    grant(name, FIRST, 0);
    now += LEASE / 2;
    grant(name, SECOND_SERVER, 1);
    Recall recall = copies.recall(now);
    recall.send();
    assertThat(recalled).containsExactly("s1:1", "s2:2");
    assertThat(recall.returned(1, Recall.NOBODY)).isTrue();
    assertThat(recall.isDone(now)).isFalse();
    assertThat(recall.untilNanos()).isEqualTo(now + LEASE);
    assertThat(recall.returned(2, Recall.NOBODY)).isTrue();
    assertThat(recall.isDone(now)).isTrue();
  }

  @Test
  void noCopyIsGrantedDuringARecall() {
    CopiedName name = out();
    grant(name, FIRST, 0);
    assertThat(copies.await(commitBatch -> {})).isTrue();
    assertThat(copies.await(commitBatch -> {})).isFalse();
    assertThat(copies.mayOffer(now)).isFalse();
    assertThat(copies.placesOf(NAME, now)).isZero();
    assertThatThrownBy(() -> grant(name, FIRST, 0)).isInstanceOf(IllegalStateException.class);
    assertThat(end()).hasSize(2);
    assertThat(copies.isAnyOffered()).isFalse();
    copies.ensureNoneOut();
  }

  @Test
  void allNamesCountAsCopiedForALeaseAfterAStart() {
    copies.resume(5, Recall.NOBODY, now);
    assertThat(copies.mayShow(OTHER)).isTrue();
    assertThatThrownBy(copies::ensureNoneOut).isInstanceOf(IllegalStateException.class);
    now += LEASE - 1;
    Recall recall = copies.recall(now);
    assertThat(recall.isDone(now)).isFalse();
    assertThat(recall.isDone(now + 1)).isTrue();
    assertThat(copies.hasRunOut(now)).isFalse();
    now += 1;
    assertThat(copies.hasRunOut(now)).isTrue();
    end();
    copies.ensureNoneOut();
    assertThat(copies.mayShow(OTHER)).isFalse();
  }

  /**
   * Otherwise changes of all other names would wait for the copies of a name that stays hot after a
   * start.
   */
  @Test
  void copiesFromBeforeAStartExpireDespiteNewGrants() {
    copies.resume(5, Recall.NOBODY, now);
    CopiedName name = copies.offer(NAME, INODE);
    copies.stored(5, name);
    now += LEASE - 1;
    grant(name, FIRST, 0);
    copies.forgetUnknown(now);
    assertThat(copies.mayShow(OTHER)).isTrue();
    now += 1;
    copies.forgetUnknown(now);
    assertThat(copies.mayShow(OTHER)).isFalse();
    assertThat(copies.mayShow(NAME)).isTrue();
  }

  @Test
  void conflictWithACopyRequestsARecall() {
    out();
    assertThat(copies.holds(OTHER)).isFalse();
    assertThat(copies.isWanted()).isFalse();
    assertThat(copies.holds(NAME)).isTrue();
    assertThat(copies.isWanted()).isTrue();
    copies.await(null);
    assertThat(copies.isWanted()).isFalse();
  }

  @Test
  void repeatedRecallsDoubleThePause() {
    for (int pause = 2; pause <= 64; pause *= 2) {
      out();
      copies.await(null);
      end();
      now += pause * SECOND - 1;
      assertThat(copies.mayOffer(now)).isFalse();
      now += 1;
      assertThat(copies.mayOffer(now)).isTrue();
    }
    now += 100 * SECOND;
    out();
    copies.await(null);
    end();
    assertThat(copies.mayOffer(now + 2 * SECOND)).isTrue();
  }

  @Test
  void expiryOfCopiesCausesNoPause() {
    out();
    end();
    assertThat(copies.mayOffer(now)).isTrue();
  }

  @Test
  void withdrawnNameIsRemovedOnceItsLeaseEnds() {
    CopiedName name = out();
    grant(name, FIRST, 0);
    name.withdraw();
    copies.forgetWithdrawn(now);
    assertThat(copies.mayShow(NAME)).isTrue();
    now += LEASE;
    copies.forgetWithdrawn(now);
    assertThat(copies.mayShow(NAME)).isFalse();
  }
}
