package io.gigafs.client.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.request.DirectoryKey;
import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotPlanner;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Tests for hints about copies of hot entries: how the client spreads its requests, and when a hint
 * ends.
 */
class CopyHintsTest {
  private static final DirectoryKey NAME = new DirectoryKey(InodeId.ROOT, Name.of("a"));
  private static final long SECOND = 1_000_000_000L;
  private static final int SERVERS = 4;
  private static final int DRAWS = 4_000;

  private final CopyHints hints = new CopyHints(new Random(1));
  private final ClusterView view = view();

  private static ClusterView view() {
    List<ServerInfo> servers =
        IntStream.range(0, SERVERS)
            .mapToObj(i -> new ServerInfo(new ServerId("s" + i), new Endpoint("s" + i, 1)))
            .toList();
    ClusterFormat format =
        new ClusterFormat(new UUID(1, 1), 16, SERVERS, new ClusterSettings(8_000));
    return SlotPlanner.plan(format, servers, null).orElseThrow();
  }

  private List<@Nullable ServerInfo> draw(long nowNanos) {
    List<@Nullable ServerInfo> drawn = new ArrayList<>();
    for (int i = 0; i < DRAWS; i++) {
      drawn.add(hints.choose(NAME, view, nowNanos));
    }
    return drawn;
  }

  private static long count(List<@Nullable ServerInfo> drawn, @Nullable ServerInfo server) {
    return drawn.stream().filter(each -> Objects.equals(each, server)).count();
  }

  @Test
  void requestsGoToTheOwnerWithoutAHint() {
    assertThat(draw(0)).containsOnlyNulls();
  }

  @Test
  void requestsAreSpreadEvenlyOverOwnerAndCopies() {
    hints.learn(NAME, 0b1010, 0);
    List<@Nullable ServerInfo> drawn = draw(SECOND);
    for (ServerInfo server : new ServerInfo[] {view.servers().get(1), view.servers().get(3)}) {
      assertThat(count(drawn, server)).isBetween(DRAWS / 3 - 200L, DRAWS / 3 + 200L);
    }
    assertThat(count(drawn, null)).isBetween(DRAWS / 3 - 200L, DRAWS / 3 + 200L);
  }

  @Test
  void answerWithoutCopiesClearsTheHint() {
    hints.learn(NAME, 0b10, 0);
    hints.learn(NAME, 0, 0);
    assertThat(draw(0)).containsOnlyNulls();
  }

  @Test
  void serverWithoutTheCopyClearsTheHint() {
    hints.learn(NAME, 0b10, 0);
    hints.forget(NAME);
    assertThat(draw(0)).containsOnlyNulls();
  }

  @Test
  void hintExpiresAfterTenSeconds() {
    hints.learn(NAME, 0b10, 0);
    assertThat(draw(9 * SECOND)).contains(view.servers().get(1));
    assertThat(draw(10 * SECOND)).containsOnlyNulls();
  }

  @Test
  void unknownServerIndexFallsBackToTheOwner() {
    hints.learn(NAME, 1L << 63, 0);
    assertThat(draw(0)).containsOnlyNulls();
  }

  @Test
  void numberOfHintsIsBounded() {
    for (int i = 0; i < 10_000; i++) {
      hints.learn(new DirectoryKey(InodeId.ROOT, Name.of("n" + i)), 0b10, 0);
    }
    hints.learn(NAME, 0b10, 0);
    assertThat(draw(0)).containsOnlyNulls();
    hints.learn(NAME, 0b10, 20 * SECOND);
    hints.learn(NAME, 0b10, 20 * SECOND);
    assertThat(draw(20 * SECOND)).contains(view.servers().get(1));
  }
}
