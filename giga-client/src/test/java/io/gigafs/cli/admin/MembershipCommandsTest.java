package io.gigafs.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.TestShell;
import org.junit.jupiter.api.Test;

/** {@code giga admin drain}, {@code rebalance} and {@code remove}. */
class MembershipCommandsTest {
  private final TestShell shell = new TestShell();

  private void prints(String line, String out) {
    TestShell.Result result = shell.run(line);
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo(out);
    assertThat(result.exitCode()).isZero();
  }

  private void fails(String line, int exitCode, String complaint) {
    TestShell.Result result = shell.run(line);
    assertThat(result.err()).contains(complaint);
    assertThat(result.out()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(exitCode);
  }

  @Test
  void drainsAndTakesItBack() {
    prints("admin drain s2", "s2 is draining: 2 slots to give away\n");
    prints("admin drain s2 --cancel", "s2 takes slots\n");
    prints("admin drain s2 --json", "{\"server\":\"s2\",\"draining\":true,\"slots_left\":2}\n");
  }

  @Test
  void waitsUntilAServerHoldsNothingAndRemovesIt() {
    shell.client().letSlotsMove();
    prints("admin drain s2 --wait", "s2 is drained: it holds no slots\n");
    prints("admin remove s2", "s2 is removed: the cluster has 1 server\n");
    fails("admin remove s2", 1, "giga admin remove: there is no server 's2' in the cluster");
  }

  @Test
  void refusesToRemoveWhoHoldsSlots() {
    fails(
        "admin remove s2",
        1,
        "server 's2' still holds 2 slots: give them away first, with: giga admin drain --wait s2");
  }

  @Test
  void refusesWhatIsNoServer() {
    fails("admin drain s9", 1, "there is no server 's9' in the cluster: its servers are s1, s2");
    fails("admin drain /", 2, "a server id is 1 to 64 letters");
    fails("admin drain", 2, "missing required parameter: 'ID'");
  }

  @Test
  void tellsWhatIsYetToMove() {
    prints("admin rebalance", "all slots are where they belong\n");
    shell.run("admin drain s2");
    prints("admin rebalance", "2 slots to move\n");
    shell.client().takeSecondServerDown();
    prints("admin rebalance", "2 slots to move; held up by s2, which is down\n");
    prints(
        "admin rebalance --json",
        "{\"slots_to_move\":2,\"on_the_way\":0,\"held_up_by\":[\"s2\"]}\n");
  }

  @Test
  void showsWhatIsOnTheWayAndWaitsForIt() {
    shell.run("admin drain s2");
    shell.client().letSlotsMove();
    prints(
        "admin rebalance",
        "2 slots to move, on the way: slot 3 from s2 to s1 (3 partitions left)\n");
    prints("admin rebalance --wait", "all slots are where they belong\n");
  }
}
