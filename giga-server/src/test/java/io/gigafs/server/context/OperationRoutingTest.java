package io.gigafs.server.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.TestNames;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests to partitions that do not own the name, or do not exist, get the map or an error. */
class OperationRoutingTest {
  private static final String STAYS = TestNames.in("stays", 0, 1, 1).get(0);
  private static final String MOVES = TestNames.in("moves", 1, 1, 1).get(0);

  @TempDir Path directory;

  /** The root has two partitions, on different servers. */
  private SimulatedCluster split() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(2, 4).start(directory);
    SimulatedClient client = cluster.client();
    for (String name : TestNames.in(0, 0, 9)) {
      client.create("/" + name);
    }
    cluster.simulation().runMillis(1_000);
    assertThat(cluster.check().partitions(InodeId.ROOT)).containsExactly(0, 1);
    return cluster;
  }

  @Test
  void requestForAMovedNameGetsThePartitionMap() throws Exception {
    RawClient client = split().rawClient();
    Answer<EntryResult> answer =
        client.ask(client.create(InodeId.ROOT, 0, MOVES, new Sequence(1, 0)));
    assertThat(answer)
        .isInstanceOfSatisfying(
            Answer.Split.class, split -> assertThat(split.map().size()).isEqualTo(2));
    client.result(client.create(InodeId.ROOT, 1, MOVES, new Sequence(1, 0)));
  }

  @Test
  void missingPartitionReturnsEstale() throws Exception {
    RawClient client = split().rawClient();
    assertThat(client.error(client.lookup(InodeId.ROOT, 2, "x"))).isEqualTo(ErrorCode.ESTALE);
    assertThat(client.error(client.lookup(InodeId.of(1, 999_999), 0, "x")))
        .isEqualTo(ErrorCode.ESTALE);
  }

  @Test
  void bulkCreateSkipsNamesOfOtherPartitions() throws Exception {
    SimulatedCluster cluster = split();
    RawClient client = cluster.rawClient();
    String there = cluster.check().names(InodeId.ROOT).iterator().next();
    client.ask(client.create(InodeId.ROOT, 0, STAYS, new Sequence(1, 0)));
    BulkCreateResult result =
        client.result(
            client.bulkCreate(InodeId.ROOT, 0, List.of(MOVES, STAYS, STAYS + "x"), 1, 2, 3, 4));
    assertThat(result.outcomes()[0]).isEqualTo(BulkCreateResult.ELSEWHERE);
    assertThat(result.outcomes()[1]).isEqualTo(ErrorCode.EEXIST.number());
    assertThat(result.map()).isNotNull();
    assertThat(cluster.check().names(InodeId.ROOT)).contains(there, STAYS).doesNotContain(MOVES);

    BulkCreateResult again =
        client.result(client.bulkCreate(InodeId.ROOT, 0, List.of(MOVES, STAYS), 1, 2, 3));
    BulkCreateResult atChild =
        client.result(client.bulkCreate(InodeId.ROOT, 1, List.of(MOVES), 1, 2));
    assertThat(again.outcomes())
        .containsExactly(BulkCreateResult.ELSEWHERE, ErrorCode.EEXIST.number());
    assertThat(atChild.outcomes()).containsExactly(0);
    assertThat(cluster.check().names(InodeId.ROOT)).contains(MOVES);
  }
}
