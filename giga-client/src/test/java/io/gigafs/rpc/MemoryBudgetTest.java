package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests for a memory budget: order of grants, cancellation and oversized claims. */
final class MemoryBudgetTest {
  private final MemoryBudget budget = new MemoryBudget(100);
  private final List<String> granted = new ArrayList<>();

  @Test
  void grantsWhileThereIsRoom() {
    assertThat(claim("a", 60).isGranted()).isTrue();
    assertThat(claim("b", 40).isGranted()).isTrue();
    assertThat(budget.usedBytes()).isEqualTo(100);
    assertThat(claim("c", 1).isGranted()).isFalse();
    assertThat(granted).isEmpty();
  }

  @Test
  void waitingClaimsAreGrantedInOrder() {
    MemoryBudget.Claim first = claim("a", 100);
    MemoryBudget.Claim large = claim("b", 90);
    MemoryBudget.Claim small = claim("c", 10);
    MemoryBudget.Claim last = claim("d", 10);
    first.close();
    assertThat(granted).containsExactly("b", "c");
    assertThat(large.isGranted() && small.isGranted() && !last.isGranted()).isTrue();
    small.close();
    assertThat(granted).containsExactly("b", "c", "d");
    assertThat(budget.mostBytes()).isEqualTo(100);
  }

  @Test
  void cancelledClaimLetsOthersPass() {
    MemoryBudget.Claim first = claim("a", 50);
    MemoryBudget.Claim large = claim("b", 60);
    claim("c", 50);
    large.close();
    assertThat(granted).containsExactly("c");
    first.close();
    assertThat(budget.usedBytes()).isEqualTo(50);
    assertThat(budget.waiting()).isZero();
  }

  @Test
  void claimIsReturnedOnce() {
    MemoryBudget.Claim claim = claim("a", 100);
    claim.close();
    claim.close();
    assertThat(budget.usedBytes()).isZero();
  }

  @Test
  void oversizedClaimIsGrantedAlone() {
    assertThat(claim("a", 1_000).isGranted()).isTrue();
    MemoryBudget.Claim next = claim("b", 1_000);
    assertThat(next.isGranted()).isFalse();
    assertThat(budget.waiting()).isEqualTo(1);
  }

  private MemoryBudget.Claim claim(String name, long bytes) {
    return budget.claim(bytes, () -> granted.add(name));
  }
}
