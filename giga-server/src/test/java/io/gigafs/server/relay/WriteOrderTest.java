package io.gigafs.server.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WriteOrderTest {
  private final WriteOrder order = new WriteOrder();
  private final CompletableFuture<Void> first = new CompletableFuture<>();
  private final CompletableFuture<Void> second = new CompletableFuture<>();

  @Test
  void writesOfOtherBytesHinderNobody() {
    assertThat(order.add(0, 10, first)).isDone();
    assertThat(order.add(10, 20, second)).isDone();
  }

  @Test
  void writesOfTheSameBytesFollowEachOther() {
    CompletableFuture<Void> third = new CompletableFuture<>();
    assertThat(order.add(0, 10, first)).isDone();
    CompletableFuture<Void> secondMay = order.add(9, 20, second);
    CompletableFuture<Void> thirdMay = order.add(0, 30, third);
    assertThat(secondMay).isNotDone();
    first.complete(null);
    assertThat(secondMay).isCompleted();
    assertThat(thirdMay).isNotDone();
    second.completeExceptionally(new IllegalStateException("failed"));
    assertThat(thirdMay).isCompleted();
  }

  @Test
  void whatHasHappenedHindersNobody() {
    assertThat(order.add(0, 10, first)).isDone();
    first.complete(null);
    assertThat(order.add(0, 10, second)).isDone();
  }
}
