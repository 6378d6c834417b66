package io.gigafs.server.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Tests {@link ChangeCounter}: each client is given a counter of changes by other clients. */
class ChangeCounterTest {
  private static final long FAR = 1L << 40;

  private final AtomicLong starts = new AtomicLong();
  private final ChangeCounter changes = new ChangeCounter(() -> starts.addAndGet(FAR));

  @Test
  void counterIgnoresTheClientsOwnChanges() {
    long before = changes.byOthersThan(1);
    changes.changedBy(1);
    changes.changedBy(1);
    assertThat(changes.byOthersThan(1)).isEqualTo(before);
    changes.changedBy(2);
    assertThat(changes.byOthersThan(1)).isEqualTo(before + 1);
    changes.changedBy(ChangeCounter.NOBODY);
    assertThat(changes.byOthersThan(1)).isEqualTo(before + 2);
  }

  @Test
  void clientsWithoutARequestAreNotTracked() {
    assertThat(changes.byOthersIfAsked(1)).isZero();
    long reported = changes.byOthersThan(1);
    assertThat(changes.byOthersIfAsked(1)).isEqualTo(reported);
    assertThat(changes.byOthersIfAsked(2)).isZero();
  }

  @Test
  void restartChangesTheValueForAllClients() {
    long first = changes.byOthersThan(1);
    long second = changes.byOthersThan(2);
    changes.startAnew();
    assertThat(changes.byOthersThan(1)).isNotEqualTo(first);
    assertThat(changes.byOthersThan(2)).isNotEqualTo(second);
  }

  @Test
  void anonymousChangesCountForAnonymousReaders() {
    long before = changes.byOthersThan(ChangeCounter.NOBODY);
    changes.changedBy(ChangeCounter.NOBODY);
    assertThat(changes.byOthersThan(ChangeCounter.NOBODY)).isEqualTo(before + 1);
  }

  /** With more clients than can be known, and for each of them. */
  @Test
  void counterAlwaysDiffersAfterAnotherClientsChange() {
    Random random = new Random(7);
    int clients = 40;
    long[] reported = new long[clients];
    Set<Integer> stale = new HashSet<>();
    for (int i = 0; i < 100_000; i++) {
      int client = random.nextInt(clients);
      if (random.nextBoolean()) {
        changes.changedBy(client + 1);
        for (int other = 0; other < clients; other++) {
          if (other != client) {
            stale.add(other);
          }
        }
      } else {
        long now = changes.byOthersThan(client + 1);
        if (stale.remove(client)) {
          assertThat(now).isNotEqualTo(reported[client]);
        }
        reported[client] = now;
      }
    }
  }
}
