package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.index.PartitionMap;
import io.gigafs.index.Position;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListRequest.ListResult;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests listings: pages, and cursors that stay valid while partitions split. */
class ListOperationTest {
  private static final int MAX_PAGE = 1 << 20;

  @TempDir Path directory;

  private static ListRequest request(
      PartitionMap map, ListResult.@Nullable Cursor cursor, int maxBytes) {
    Position from = cursor == null ? Position.FIRST : cursor.from();
    return new ListRequest(
        InodeId.ROOT,
        map.indexOf(from.hash()),
        Caller.ROOT,
        from,
        cursor == null ? null : cursor.after(),
        maxBytes,
        false);
  }

  private static void add(Set<String> names, List<ListedEntry> entries) {
    for (ListedEntry entry : entries) {
      assertThat(names.add(entry.name().toString())).as("%s twice", entry.name()).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 40, 200, MAX_PAGE})
  void pagesOfAnySizeListEachNameOnce(int maxBytes) throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(2, 8).start(directory);
    SimulatedClient maker = cluster.client();
    Set<String> made = new TreeSet<>();
    for (int i = 0; i < 60; i++) {
      maker.create("/f" + i);
      made.add("f" + i);
    }
    assertThat(listAll(cluster.rawClient(), maxBytes)).isEqualTo(made);
  }

  private static Set<String> listAll(RawClient client, int maxBytes) {
    Set<String> listed = new TreeSet<>();
    PartitionMap map = PartitionMap.UNSPLIT;
    ListResult.@Nullable Cursor cursor = null;
    do {
      Answer<ListResult> answer = client.ask(request(map, cursor, maxBytes));
      if (answer instanceof Answer.Split<ListResult> split) {
        map = map.merge(split.map());
        continue;
      }
      ListResult page = ((Answer.Done<ListResult>) answer).result();
      map = map.merge(page.map());
      add(listed, page.entries());
      cursor = page.next();
      if (cursor == null) {
        return listed;
      }
    } while (true);
  }

  @Test
  void cursorOutlivesSplits() throws Exception {
    for (long seed = 0; seed < 20; seed++) {
      SimulatedCluster cluster = Setup.seeded(seed).start(directory);
      SimulatedClient maker = cluster.client();
      Set<String> before = new TreeSet<>();
      for (int i = 0; i < 8; i++) {
        maker.create("/old" + i);
        before.add("old" + i);
      }
      RawClient client = cluster.rawClient();
      ListResult first = client.result(request(PartitionMap.UNSPLIT, null, 60));
      List<String> listed = new ArrayList<>();
      first.entries().forEach(entry -> listed.add(entry.name().toString()));
      for (int i = 0; i < 60; i++) {
        maker.create("/new" + i);
      }
      cluster.simulation().runMillis(1_000);
      assertThat(cluster.check().partitions(InodeId.ROOT)).hasSizeGreaterThan(4);

      PartitionMap map = PartitionMap.UNSPLIT;
      ListResult.@Nullable Cursor cursor = first.next();
      while (cursor != null) {
        Answer<ListResult> answer = client.ask(request(map, cursor, 60));
        if (answer instanceof Answer.Split<ListResult> split) {
          map = map.merge(split.map());
        } else {
          ListResult page = ((Answer.Done<ListResult>) answer).result();
          page.entries().forEach(entry -> listed.add(entry.name().toString()));
          map = map.merge(page.map());
          cursor = page.next();
        }
      }
      assertThat(listed).as("seed %d", seed).doesNotHaveDuplicates().containsAll(before);
    }
  }

  @Test
  void cursorOfARemovedNameContinuesBehindIt() throws Exception {
    SimulatedCluster cluster =
        Setup.seeded(1).withServers(1, 4).withSplitThreshold(100).start(directory);
    SimulatedClient maker = cluster.client();
    for (int i = 0; i < 20; i++) {
      maker.create("/f" + i);
    }
    RawClient client = cluster.rawClient();
    ListResult first = client.result(request(PartitionMap.UNSPLIT, null, 100));
    Set<String> listed = new TreeSet<>();
    add(listed, first.entries());
    Name last = first.entries().get(first.entries().size() - 1).name();
    maker.unlink("/" + last);
    ListResult rest = client.result(request(PartitionMap.UNSPLIT, first.next(), MAX_PAGE));
    add(listed, rest.entries());
    assertThat(rest.next()).isNull();
    assertThat(listed).hasSize(20);
  }

  @Test
  void requestToTheWrongPartitionGetsThePartitionMap() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(2, 4).start(directory);
    SimulatedClient maker = cluster.client();
    for (int i = 0; i < 40; i++) {
      maker.create("/f" + i);
    }
    RawClient client = cluster.rawClient();
    ListRequest wrong =
        new ListRequest(
            InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, Position.LAST, null, 100, false);
    assertThat(client.ask(wrong))
        .isInstanceOfSatisfying(
            Answer.Split.class, split -> assertThat(split.map().size()).isGreaterThan(1));
  }
}
