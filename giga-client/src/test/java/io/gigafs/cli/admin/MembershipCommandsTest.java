package io.gigafs.cli.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.FakeObjects;
import io.gigafs.cli.InMemoryClient;
import io.gigafs.cli.TestShell;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.cluster.VolumeSettings;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.volume.DataLocation;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests {@code giga admin drain}, {@code rebalance} and {@code remove}. */
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
  void drainCanBeCancelled() {
    prints("admin drain s2", "s2 is draining: 2 slots to give away\n");
    prints("admin drain s2 --cancel", "s2 takes slots\n");
    prints(
        "admin drain s2 --json",
        "{\"server\":\"s2\",\"draining\":true,\"slots_left\":2,\"objects_to_delete\":null}\n");
  }

  @Test
  void drainedServerIsRemoved() {
    shell.client().letSlotsMove();
    prints("admin drain s2 --wait", "s2 is drained: it holds no slots\n");
    prints("admin remove s2", "s2 is removed: the cluster has 1 server\n");
    fails("admin remove s2", 1, "giga admin remove: there is no server 's2' in the cluster");
  }

  private static boolean holdsNothing(ClusterView view) {
    return view.moves().isEmpty() && view.slotsOf(new ServerId("s1")) == 0;
  }

  /** Objects whose deletion is pending at a server would leak if the server left before. */
  @Test
  void drainWaitsForPendingObjectDeletions() throws Exception {
    InMemoryClient client = shell.client();
    client.setView(
        VolumeChanges.add(
            client.clusterView().join(),
            URI.create("posix:///v"),
            VolumeInfo.State.ACTIVE,
            VolumeSettings.UNCHANGED));
    client.letSlotsMove();
    FakeObjects objects = client.objects();
    objects.add(KnownObject.without(new DataLocation(1, "1/0/f.1"), KnownObject.Use.RECLAIM));
    shell.run("admin drain s1");
    while (!holdsNothing(client.clusterView().join())) {
      assertThat(client.clusterView().join().draining()).hasSize(1);
    }
    prints(
        "admin drain s1 --json",
        "{\"server\":\"s1\",\"draining\":true,\"slots_left\":0,\"objects_to_delete\":1}\n");
    prints("admin drain s1", "s1 is draining: it holds no slots; 1 object on volumes to delete\n");
    AtomicBoolean isDeleted = new AtomicBoolean();
    objects.onceAsked(
        () -> {
          objects.forgetAll();
          isDeleted.set(true);
        });
    prints("admin drain s1 --wait", "s1 is drained: it holds no slots\n");
    assertThat(isDeleted).isTrue();
  }

  @Test
  void serverWithSlotsIsNotRemoved() {
    fails(
        "admin remove s2",
        1,
        "server 's2' still holds 2 slots: give them away first, with: giga admin drain --wait s2");
  }

  @Test
  void unknownServersAreRefused() {
    fails("admin drain s9", 1, "there is no server 's9' in the cluster: its servers are s1, s2");
    fails("admin drain /", 2, "a server id is 1 to 64 letters");
    fails("admin drain", 2, "missing required parameter: 'ID'");
  }

  @Test
  void rebalanceReportsRemainingSlots() {
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
  void rebalanceShowsMovesAndWaitsForThem() {
    shell.run("admin drain s2");
    shell.client().letSlotsMove();
    prints(
        "admin rebalance",
        "2 slots to move, on the way: slot 3 from s2 to s1 (3 partitions left)\n");
    prints("admin rebalance --wait", "all slots are where they belong\n");
  }
}
