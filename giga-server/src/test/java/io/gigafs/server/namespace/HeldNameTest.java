package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.NameList;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.quota.QuotaStamp;
import io.gigafs.protocol.transaction.CommitId;
import io.gigafs.protocol.transaction.CommitStep.InsertDentry;
import io.gigafs.protocol.transaction.FileCopy;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Creates beside a name that a transaction has locked. */
class HeldNameTest {
  private static final String HELD = "held";

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private RawClient raw;

  @BeforeEach
  void lockTheName() throws Exception {
    cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    cluster.client().create("/a");
    raw = cluster.rawClient();
    FileAttributes file =
        new FileAttributes(InodeId.of(1, 99), FileType.REGULAR, 0644, 0, 0, 0, 1, 1, 1, 1, 0);
    PrepareRequest prepare =
        new PrepareRequest(
            InodeId.ROOT,
            PartitionIndex.ZEROTH,
            new CommitId(1L << 20, 1, InodeId.ROOT, PartitionIndex.ZEROTH, Name.of("a")),
            9,
            Caller.ROOT,
            new QuotaStamp(null, 0, false),
            new InsertDentry(
                Name.of(HELD),
                new FileCopy(file, 0, List.of()),
                RenameMode.REPLACE,
                false,
                false,
                null));
    assertThat(raw.result(prepare).outcome()).isEqualTo(PrepareResult.Outcome.PREPARED);
  }

  private CreateRequest create(boolean isOwnChange, String... names) {
    long[] numbers = new long[names.length];
    List<Name> all = new ArrayList<>();
    for (int i = 0; i < names.length; i++) {
      numbers[i] = 1L + i;
      all.add(Name.of(names[i]));
    }
    return new CreateRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        0,
        numbers,
        NameList.of(all),
        null,
        0644,
        true,
        isOwnChange);
  }

  @Test
  void gatheredCreatesOfOtherNamesAreDecided() {
    BulkCreateResult result = raw.result(create(true, "x", HELD, "y"));
    assertThat(result.outcomes()).containsExactly(0, ErrorCode.EAGAIN.number(), 0);
    // A retry gets the first answers, and the held name is still not decided.
    assertThat(raw.result(create(true, "x", HELD, "y")).outcomes())
        .containsExactly(0, ErrorCode.EAGAIN.number(), 0);
  }

  @Test
  void bulkCreateWaitsAsAWhole() {
    CompletableFuture<?> answer = raw.send(create(false, "x", HELD, "y"));
    cluster.simulation().runMillis(50);
    assertThat(answer).isNotDone();
  }

  @Test
  void clientsCreateOtherNamesMeanwhile() throws Exception {
    AsyncGigaClient client = cluster.client().async();
    List<CompletableFuture<FileAttributes>> others = new ArrayList<>();
    CompletableFuture<FileAttributes> held = client.create(GigaPath.parse("/" + HELD), 0644, true);
    for (int i = 0; i < 20; i++) {
      others.add(client.create(GigaPath.parse("/f" + i), 0644, true));
    }
    for (CompletableFuture<FileAttributes> other : others) {
      cluster.simulation().await(other);
    }
    // The coordinator does not know the transaction, so that it is aborted, and the name is free.
    assertThat(cluster.simulation().await(held).mode()).isEqualTo(0644);
    assertThat(cluster.client().list("/")).hasSize(22).contains(HELD);
    cluster.heal();
    cluster.check();
  }
}
