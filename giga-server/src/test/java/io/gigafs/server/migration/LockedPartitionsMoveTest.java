package io.gigafs.server.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.ViewChanges;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.quota.QuotaStamp;
import io.gigafs.protocol.transaction.CommitId;
import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedNetwork.Fate;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Two partitions in slots that move have prepared steps, each of a transaction that began in the
 * other one and whose coordinator has lost it. Each can move only when it knows that its
 * transaction is over.
 */
class LockedPartitionsMoveTest {
  private static final Name BEGAN = Name.of("began");
  private static final Name LOCKED = Name.of("locked");

  @TempDir Path directory;

  @Test
  void partitionsDoNotWaitForEachOther() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(4, 4).start(directory);
    InodeId first = directoryOf(cluster, cluster.server(0).info());
    InodeId second = directoryOf(cluster, cluster.server(1).info());
    cluster
        .network()
        .setFaults(packet -> packet.isOf(CommitOutcomeRequest.OPCODE) ? Fate.LOST : Fate.ARRIVES);
    prepare(cluster, first, new CommitId(1L << 20, 1, second, PartitionIndex.ZEROTH, BEGAN));
    prepare(cluster, second, new CommitId(2L << 20, 1, first, PartitionIndex.ZEROTH, BEGAN));
    for (int i = 0; i < 2; i++) {
      ServerInfo leaving = cluster.server(i).info();
      cluster.change(view -> ViewChanges.drain(view, leaving.id()));
    }
    cluster.simulation().runMillis(5_000);
    assertThat(cluster.view().moves()).as("to two servers at the same time").hasSize(2);

    cluster.heal();
    cluster.simulation().runUntil("all slots have moved", () -> cluster.view().moves().isEmpty());
    cluster.client().create("/" + pathOf(cluster, first) + "/" + LOCKED);
    cluster.client().create("/" + pathOf(cluster, second) + "/" + LOCKED);
    cluster.check();
  }

  private static String pathOf(SimulatedCluster cluster, InodeId wanted) throws GigaException {
    for (String name : cluster.client().list("/")) {
      if (cluster.client().stat("/" + name).inode().equals(wanted)) {
        return name;
      }
    }
    throw new AssertionError("no directory " + wanted);
  }

  /** A new directory whose partition a server owns. */
  private static InodeId directoryOf(SimulatedCluster cluster, ServerInfo owner)
      throws GigaException {
    for (int i = 0; i < 100; i++) {
      InodeId made = cluster.client().makeDirectory("/" + owner.id() + "-" + i).inode();
      if (cluster.view().ownerOf(made, PartitionIndex.ZEROTH).equals(owner)) {
        return made;
      }
    }
    throw new AssertionError("no directory on " + owner);
  }

  private static void prepare(SimulatedCluster cluster, InodeId into, CommitId id) {
    FileAttributes file =
        new FileAttributes(InodeId.of(1, 99), FileType.REGULAR, 0644, 0, 0, 0, 1, 1, 1, 1, 0);
    PrepareRequest prepare =
        new PrepareRequest(
            into,
            PartitionIndex.ZEROTH,
            id,
            9,
            Caller.ROOT,
            new QuotaStamp(null, 0, false),
            new InsertDentry(
                LOCKED, new FileCopy(file, 0, List.of()), RenameMode.REPLACE, false, false, null));
    assertThat(cluster.rawClient().result(prepare).outcome())
        .isEqualTo(PrepareResult.Outcome.PREPARED);
  }
}
