package io.gigafs.client.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.ClientTestBase;
import io.gigafs.client.FakeCluster;
import io.gigafs.client.FakePartition;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionMap;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for bulk creates: batches per partition, regrouped when partitions split. */
final class BulkCreateTest extends ClientTestBase {
  @Test
  void unsplitDirectoryTakesAThousandNamesPerRequest() throws GigaException {
    use(new FakeCluster(1, 4, 8, 5_000));
    makeDirectory("/d");
    create("/d/x");
    List<Name> names = names("n", 1_000);
    assertThat(requestsOf(() -> createAll("/d", names))).hasSize(1);
    assertThat(stat("/d").size()).isEqualTo(1_001);
    assertThat(requestsOf(() -> createAll("/d", names("m", 2_500)))).hasSize(3);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void namesAreCreatedOnceWhilePartitionsSplit(long seed) throws GigaException {
    use(new FakeCluster(seed, 4, 8, 100));
    makeDirectory("/d");
    InodeId directory = stat("/d").inode();
    Random random = new Random(seed);
    cluster.lossPerMille = 100;
    cluster.retryPerMille = 50;
    cluster.interceptor =
        (server, request) -> {
          if (request instanceof CreateRequest && random.nextInt(10) == 0) {
            List<FakePartition> all = cluster.partitionsOf(directory);
            cluster.split(all.get(random.nextInt(all.size())));
          }
          return null;
        };
    List<BulkOutcome> outcomes = createAll("/d", names("n", 5_000));
    assertThat(outcomes).hasSize(5_000).allMatch(outcome -> outcome.error() == null);
    assertThat(outcomes.stream().map(BulkOutcome::inode).distinct()).hasSize(5_000);
    cluster.lossPerMille = 0;
    cluster.interceptor = (server, request) -> null;
    assertThat(stat("/d").size()).isEqualTo(5_000);
    create("/d/after");
    assertThat(cluster.replies.confirmedByAll()).isEqualTo(5_001);
  }

  @Test
  void outcomesAreReturnedPerNameInOrder() throws GigaException {
    makeDirectory("/d");
    InodeId there = create("/d/n1").inode();
    List<BulkOutcome> outcomes = createAll("/d", names("n", 3));
    assertThat(outcomes.get(0).error()).isNull();
    assertThat(outcomes.get(1)).isEqualTo(new BulkOutcome(null, ErrorCode.EEXIST));
    assertThat(outcomes.get(2).inode()).isNotNull();
    List<BulkOutcome> again = await(client.createAll(path("/d"), names("n", 3), 0644, false));
    assertThat(again.get(1).inode()).isEqualTo(there);
    assertThat(await(client.createAll(path("/d"), List.of(), 0644, true))).isEmpty();
  }

  @Test
  void lostServerFailsOnlyItsNames() throws GigaException {
    use(new FakeCluster(2, 4, 8, 50));
    makeDirectory("/d");
    createAll("/d", names("n", 2_000));
    stat("/d");
    cluster.servers.get(1).up = false;
    List<BulkOutcome> outcomes = await(client.createAll(path("/d"), names("m", 2_000), 0644, true));
    long failed = outcomes.stream().filter(each -> each.error() == ErrorCode.ETIMEDOUT).count();
    assertThat(failed).isBetween(200L, 800L);
    assertThat(outcomes.stream().filter(each -> each.inode() != null))
        .hasSize((int) (2_000 - failed));
  }

  @Test
  void bulkCreateFailsWhereNothingCanBeCreated() throws GigaException {
    makeDirectory("/d");
    List<BulkOutcome> outcomes =
        await(client.as(ALICE).createAll(path("/d"), names("n", 2), 0644, true));
    assertThat(outcomes).containsOnly(new BulkOutcome(null, ErrorCode.EACCES));
    await(client.setAttributes(path("/d"), AttributeChange.ofMode(0700)));
    create("/f");
    assertFails(client.createAll(path("/f"), names("n", 2), 0644, true))
        .hasMessage("/f: Not a directory");
  }

  @Test
  void groupsStayWithinRequestLimits() {
    List<Name> names = new ArrayList<>(names("x".repeat(200), 1_500));
    names.addAll(names("y", 1_500));
    int[] places = new int[names.size()];
    for (int i = 0; i < places.length; i++) {
      places[i] = i;
    }
    List<int[]> groups = BulkGroups.of(names, places, PartitionMap.UNSPLIT, BulkGroups.NAMES);
    List<Integer> all = new ArrayList<>();
    for (int[] group : groups) {
      int bytes = 0;
      for (int place : group) {
        bytes += names.get(place).bytes().length;
        all.add(place);
      }
      assertThat(bytes).isLessThanOrEqualTo(BulkGroups.NAMES.bytes());
      assertThat(group.length).isLessThanOrEqualTo(BulkGroups.NAMES.names());
    }
    assertThat(all).hasSize(3_000).isSorted();
  }

  private List<BulkOutcome> createAll(String directory, List<Name> names) throws GigaException {
    return await(client.createAll(path(directory), names, 0644, true));
  }
}
