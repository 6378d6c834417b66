package io.gigafs.server.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.quota.QuotaEpoch;
import io.gigafs.protocol.quota.QuotaGrantRequest;
import io.gigafs.protocol.quota.QuotaGrantRequest.QuotaGrantResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.server.partition.LocalQuota;
import io.gigafs.server.partition.LocalQuotas;
import io.gigafs.tablefs.QuotaLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests {@link QuotaLedger} and the grants of servers with messages that are lost, delayed or
 * duplicated and servers that die.
 */
class QuotaLedgerTest {
  private static final InodeId DOMAIN = new InodeId(77);
  private static final QuotaLimits LIMITS = new QuotaLimits(12, 20_000);
  private static final int SERVERS = 4;
  private static final int STEPS = 20_000;

  /** A server; its share should account for all that its store holds. */
  private static final class Server {
    final ServerId id;
    LocalQuota share = new LocalQuotas().of(DOMAIN);
    QuotaUsage holds = QuotaUsage.NOTHING;
    long questions;

    Server(int number) {
      id = new ServerId("s" + number);
    }

    void add(QuotaUsage more) {
      if (share.tryUse(more)) {
        holds = holds.plus(more);
      }
    }

    void remove(QuotaUsage less) {
      if (holds.covers(less)) {
        holds = holds.minus(less);
        share.free(less);
      }
    }

    /** Loses its grant; the contents of its store are counted again. */
    void restart() {
      share = new LocalQuotas().of(DOMAIN);
      share.use(holds);
    }

    void give(QuotaUsage part, Server to) {
      if (holds.covers(part) && to.share.receive(part, share.epoch().number())) {
        to.holds = to.holds.plus(part);
        holds = holds.minus(part);
        share.handOver(part);
      }
    }
  }

  private final List<Server> servers = new ArrayList<>();
  private final List<Runnable> underWay = new ArrayList<>();
  private QuotaLedger book = new QuotaLedger();

  private QuotaUsage fullest = QuotaUsage.NOTHING;

  /** A planted bug. */
  private boolean keepsCredit;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void grantsNeverExceedTheQuotaAndFinallyCoverIt(long seed) {
    run(seed);
  }

  @Test
  void grantKeptOverAUsageCountIsDetected() {
    keepsCredit = true;
    assertThatThrownBy(() -> run(1)).isInstanceOf(AssertionError.class);
  }

  private void run(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < SERVERS; i++) {
      servers.add(new Server(i));
    }
    for (int step = 0; step < STEPS; step++) {
      Server server = servers.get(random.nextInt(SERVERS));
      QuotaUsage part = new QuotaUsage(1 + random.nextInt(2), random.nextInt(200));
      switch (random.nextInt(24)) {
        case 0, 1, 2, 3 -> server.add(part);
        case 4, 5 -> server.remove(part);
        case 6 -> ask(server, part, random);
        case 7 -> {
          if (random.nextInt(8) == 0) {
            count(random);
          }
        }
        case 8 -> server.give(part, servers.get(random.nextInt(SERVERS)));
        case 9 -> {
          if (random.nextInt(50) == 0) {
            server.restart();
          } else if (random.nextInt(200) == 0) {
            book = new QuotaLedger();
          }
        }
        default -> deliver(random);
      }
      QuotaUsage all = all();
      fullest = fullest.atLeast(all);
      assertThat(all.entries()).as("seed %d, step %d", seed, step).isLessThanOrEqualTo(12);
      assertThat(all.bytes()).as("seed %d, step %d", seed, step).isLessThanOrEqualTo(20_000);
    }
    assertThat(fullest.entries()).as("the test comes near the limit").isGreaterThan(9);
    underWay.clear();
    countAtOnce(random);
    assertThat(book.left(LIMITS)).isEqualTo(new QuotaUsage(12, 20_000).minus(all()));
  }

  private QuotaUsage all() {
    return servers.stream()
        .map(server -> server.holds)
        .reduce(QuotaUsage.NOTHING, QuotaUsage::plus);
  }

  /** Messages may arrive late, twice or never. */
  private void send(Random random, Runnable message) {
    int copies = random.nextInt(10) == 0 ? 0 : random.nextInt(10) == 0 ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      underWay.add(message);
    }
  }

  private void deliver(Random random) {
    if (!underWay.isEmpty()) {
      underWay.remove(random.nextInt(underWay.size())).run();
    }
  }

  private void ask(Server server, QuotaUsage want, Random random) {
    LocalQuota asking = server.share;
    QuotaGrantRequest question =
        new QuotaGrantRequest(
            DOMAIN,
            PartitionIndex.ZEROTH,
            server.id,
            asking.epoch(),
            ++server.questions,
            want,
            want);
    boolean[] heard = new boolean[1];
    send(
        random,
        () ->
            book.answer(question, LIMITS, random.nextBoolean())
                .ifPresent(
                    result ->
                        send(
                            random,
                            () -> {
                              if (!heard[0] && server.questions == question.number()) {
                                heard[0] = true;
                                take(asking, result);
                              }
                            })));
  }

  private static void take(LocalQuota share, QuotaGrantResult result) {
    share.grant(result.more(), result.reuse(), result.epoch());
  }

  private void count(Random random) {
    QuotaLedger counting = book;
    QuotaEpoch count = book.begin(ids(), random.nextLong());
    for (Server server : servers) {
      send(
          random,
          () -> {
            QuotaUsage credit = server.share.credit();
            LocalQuota.ReportedUsage usage = server.share.cut(count);
            if (keepsCredit) {
              server.share.grant(credit, false, count);
            }
            if (usage == null) {
              counting.knows(server.share.epoch().number());
            } else {
              send(
                  random, () -> counting.reported(server.id, count, usage.used(), usage.leaving()));
            }
          });
    }
    if (random.nextInt(4) == 0) {
      counting.standIn(servers.get(random.nextInt(SERVERS)).id, count);
    }
  }

  private void countAtOnce(Random random) {
    while (true) {
      QuotaEpoch count = book.begin(ids(), random.nextLong());
      for (Server server : servers) {
        LocalQuota.ReportedUsage usage = server.share.cut(count);
        if (usage == null) {
          book.knows(server.share.epoch().number());
        } else {
          book.reported(server.id, count, usage.used(), usage.leaving());
        }
      }
      if (book.isComplete()) {
        return;
      }
    }
  }

  private List<ServerId> ids() {
    return servers.stream().map(server -> server.id).toList();
  }
}
