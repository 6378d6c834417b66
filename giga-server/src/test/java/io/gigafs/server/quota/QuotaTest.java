package io.gigafs.server.quota;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.Quota;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedServer;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.engine.Engine;
import io.gigafs.tablefs.engine.WriteRecords;
import io.gigafs.tablefs.schema.Family;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests quotas of directories that split often, on four simulated servers. */
class QuotaTest {
  @TempDir Path folder;

  private SimulatedCluster cluster;
  private SimulatedClient client;

  @BeforeEach
  void startCluster() {
    cluster = SimulatedCluster.Setup.seeded(7).start(folder);
    client = cluster.client();
  }

  private void setQuota(String path, long entries, long bytes) throws GigaException {
    client.await(client.async().setQuota(GigaPath.parse(path), entries, bytes));
  }

  private Quota quota(String path) throws GigaException {
    return client.await(client.async().quota(GigaPath.parse(path)));
  }

  /** The quota while no split is under way: during a split, entries count twice for a moment. */
  private Quota quotaAtRest(String path) throws GigaException {
    cluster.simulation().runMillis(5_000);
    return quota(path);
  }

  private void setSize(String path, long bytes) throws GigaException {
    client.setAttributes(path, AttributeChange.ofSize(bytes));
  }

  private void assertRefused(ErrorCode code, Attempt attempt) {
    assertThatThrownBy(attempt::run)
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  @FunctionalInterface
  private interface Attempt {
    void run() throws GigaException;
  }

  /** Creates files concurrently until this many were refused; returns the number created. */
  private int fill(List<SimulatedClient> clients, String directory, String prefix, int attempts)
      throws GigaException {
    List<CompletableFuture<?>> creates = new ArrayList<>();
    for (int i = 0; i < attempts; i++) {
      SimulatedClient by = clients.get(i % clients.size());
      creates.add(by.async().create(GigaPath.parse(directory + "/" + prefix + i), 0644, true));
    }
    int made = 0;
    for (CompletableFuture<?> create : creates) {
      try {
        client.await(create);
        made++;
      } catch (GigaException e) {
        assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.EDQUOT);
      }
    }
    return made;
  }

  /** A full quota needs two phases, which lock the old name before they look at the new one. */
  @Test
  void linkToItselfBelowFullQuotaExists() throws GigaException {
    client.makeDirectory("/q");
    setQuota("/q", 1, 0);
    client.create("/q/f");
    assertRefused(ErrorCode.EEXIST, () -> client.link("/q/f", "/q/f"));
    assertThat(client.stat("/q/f").links()).isEqualTo(1);
  }

  @Test
  void whiteoutsCountAsEntries() throws GigaException {
    client.makeDirectory("/q");
    client.makeDirectory("/q/d");
    setQuota("/q", 3, 0);
    client.create("/q/f");
    client.rename("/q/f", "/q/d/g", RenameMode.WHITEOUT);
    assertThat(quotaAtRest("/q").usedEntries()).isEqualTo(3);
    assertRefused(ErrorCode.EDQUOT, () -> client.rename("/q/d/g", "/q/d/h", RenameMode.WHITEOUT));
    assertRefused(ErrorCode.EDQUOT, () -> client.rename("/q/d/g", "/q/h", RenameMode.WHITEOUT));
    client.unlink("/q/f");
    assertRefused(
        ErrorCode.EEXIST, () -> client.rename("/q/d/g", "/q/d", RenameMode.WHITEOUT_NO_REPLACE));
    client.rename("/q/d/g", "/q/h", RenameMode.WHITEOUT);
    assertThat(quotaAtRest("/q").usedEntries()).isEqualTo(3);
    assertThat(client.list("/q")).containsExactly("d", "h");
    cluster.check();
  }

  @Test
  void failedWhiteoutUsesNoQuota() throws Exception {
    client.makeDirectory("/q");
    setQuota("/q", 4, 0);
    client.create("/q/f");
    InodeId q = client.stat("/q").inode();
    SimulatedServer holder = cluster.holderOf(cluster.view().slotOf(q, PartitionIndex.ZEROTH));
    Name damaged = Name.of("g");
    byte[] key = EntryKey.of(q.value(), damaged.position().value(), damaged.bytes()).encoded();
    WriteRecords records = new WriteRecords();
    records.put(Family.ENTRIES, key, new byte[] {(byte) 0xff, 1, 2});
    rewrite(holder, records);
    for (int i = 0; i < 5; i++) {
      assertRefused(ErrorCode.EIO, () -> client.rename("/q/f", "/q/g", RenameMode.WHITEOUT));
    }
    // The damaged row counts as an entry.
    client.create("/q/1");
    client.create("/q/2");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/3"));
  }

  private static void rewrite(SimulatedServer server, WriteRecords records) throws Exception {
    server.kill();
    try (Engine engine = server.disk().open()) {
      engine.write(records, true);
    }
    server.start();
  }

  @Test
  void lastEntryIsMadeAndFurtherOnesAreRefused() throws GigaException {
    client.makeDirectory("/q");
    setQuota("/q", 10, 0);
    for (int i = 0; i < 10; i++) {
      client.create("/q/f" + i);
    }
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/more"));
    assertRefused(ErrorCode.EDQUOT, () -> client.makeDirectory("/q/more"));
    assertRefused(ErrorCode.EEXIST, () -> client.create("/q/f3"));
    assertThat(quota("/q")).isEqualTo(new Quota(10, 0, 10, 0));
    client.unlink("/q/f3");
    client.makeDirectory("/q/d");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/d/more"));
    client.removeDirectory("/q/d");
    client.create("/q/f3");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/more"));
    client.create("/outside");
  }

  /** Some are decided at once, some wait for credit, and the last are refused. */
  @Test
  void gatheredCreatesUseTheWholeQuota() throws GigaException {
    client.makeDirectory("/q");
    setQuota("/q", 60, 0);
    int made = 0;
    for (int round = 0; round < 4; round++) {
      List<CompletableFuture<FileAttributes>> files = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        files.add(client.async().create(GigaPath.parse("/q/f" + round + "-" + i), 0644, true));
      }
      for (CompletableFuture<FileAttributes> file : files) {
        try {
          client.await(file);
          made++;
        } catch (GigaException e) {
          assertThat(e.code()).isEqualTo(ErrorCode.EDQUOT);
        }
      }
    }
    assertThat(made).isEqualTo(60);
    assertThat(quota("/q")).isEqualTo(new Quota(60, 0, 60, 0));
    // Files that exist already take no quota.
    List<CompletableFuture<FileAttributes>> found = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      found.add(client.async().create(GigaPath.parse("/q/f0-" + i), 0644, false));
    }
    for (CompletableFuture<FileAttributes> file : found) {
      assertThat(client.await(file).mode()).isEqualTo(0644);
    }
  }

  @Test
  void allServersTogetherUseTheWholeQuota() throws GigaException {
    List<SimulatedClient> clients = IntStream.range(0, 4).mapToObj(i -> cluster.client()).toList();
    client.makeDirectory("/q");
    client.makeDirectory("/q/a");
    setQuota("/q", 300, 0);
    client.makeDirectory("/q/b");
    assertThat(
            fill(clients, "/q", "x", 80)
                + fill(clients, "/q/a", "x", 80)
                + fill(clients, "/q/b", "x", 200))
        .isEqualTo(298);
    assertThat(quotaAtRest("/q").usedEntries()).isEqualTo(300);
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/a/more"));
    for (int i = 0; i < 50; i++) {
      client.unlink("/q/a/x" + i);
    }
    assertThat(fill(clients, "/q/b", "y", 120)).isEqualTo(50);
    assertThat(quotaAtRest("/q").usedEntries()).isEqualTo(300);
  }

  @Test
  void refusedWriteFailsAtOnce() throws GigaException {
    client.makeDirectory("/q");
    setQuota("/q", 0, 10_000);
    OpenFile file = client.open("/q/f", Flag.WRITE, Flag.CREATE);
    for (int i = 0; i < 5; i++) {
      client.await(file.write(i * 2_000L, ByteBuffer.allocate(2_000)));
    }
    for (int i = 0; i < 3; i++) {
      assertRefused(
          ErrorCode.EDQUOT, () -> client.await(file.write(10_000, ByteBuffer.allocate(1))));
    }
    client.await(file.write(9_000, ByteBuffer.allocate(1_000)));
    client.await(file.closeAsync());
    assertThat(client.stat("/q/f").size()).isEqualTo(10_000);
    OpenFile other = client.open("/q/g", Flag.WRITE, Flag.CREATE);
    assertRefused(ErrorCode.EDQUOT, () -> client.await(other.write(0, ByteBuffer.allocate(1))));
    client.unlink("/q/f");
    client.await(other.write(0, ByteBuffer.allocate(10_000)));
    assertRefused(ErrorCode.EDQUOT, () -> client.await(other.append(ByteBuffer.allocate(1))));
    client.await(other.closeAsync());
    assertThat(quotaAtRest("/q").usedBytes()).isEqualTo(10_000);
  }

  @Test
  void serverRefusesWritesBeyondItsRemainingGrant() throws GigaException {
    client.makeDirectory("/q");
    setQuota("/q", 0, 10_000);
    for (int left = 1_000; left > 0; left -= 90) {
      OpenFile fill = client.open("/q/fill", Flag.WRITE, Flag.CREATE);
      client.await(fill.write(0, ByteBuffer.allocate(10_000 - left)));
      client.await(fill.closeAsync());
      int more = left + 1;
      OpenFile file = client.open("/q/f", Flag.WRITE, Flag.CREATE);
      assertRefused(ErrorCode.EDQUOT, () -> client.await(file.write(0, ByteBuffer.allocate(more))));
      client.await(file.closeAsync());
      client.unlink("/q/f");
    }
  }

  @Test
  void lastByteIsUsedAndFurtherOnesAreRefused() throws GigaException {
    client.makeDirectory("/q");
    client.create("/q/before");
    setSize("/q/before", 100);
    setQuota("/q", 0, 1_000);
    client.create("/q/after");
    setSize("/q/after", 900);
    assertRefused(ErrorCode.EDQUOT, () -> setSize("/q/before", 101));
    client.create("/q/empty");
    assertRefused(ErrorCode.EDQUOT, () -> setSize("/q/empty", 1));
    setSize("/q/after", 800);
    setSize("/q/empty", 60);
    client.unlink("/q/before");
    setSize("/q/empty", 200);
    assertRefused(ErrorCode.EDQUOT, () -> setSize("/q/empty", 201));
    assertThat(quota("/q")).isEqualTo(new Quota(0, 1_000, 2, 1_000));
  }

  @Test
  void bulkCreateMakesAsManyFilesAsFit() throws GigaException {
    client.makeDirectory("/q");
    setQuota("/q", 25, 0);
    List<BulkOutcome> outcomes =
        client.createAll("/q", IntStream.range(0, 60).mapToObj(i -> "f" + i).toList());
    assertThat(outcomes.stream().filter(outcome -> outcome.error() == null)).hasSize(25);
    assertThat(client.list("/q")).hasSize(25);
    assertThat(quotaAtRest("/q").usedEntries()).isEqualTo(25);
  }

  @Test
  void existingEntriesCountWhenTheQuotaIsSet() throws GigaException {
    client.makeDirectory("/q");
    for (int i = 0; i < 20; i++) {
      client.makeDirectory("/q/d" + i);
      client.create("/q/d" + i + "/f");
    }
    setQuota("/q", 41, 0);
    assertThat(quota("/q").usedEntries()).isEqualTo(40);
    client.create("/q/d7/last");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/d8/more"));
    setQuota("/q", 42, 0);
    client.create("/q/d8/more");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/d9/more"));
  }

  @Test
  void limitBelowUsageAllowsOnlyRemovals() throws GigaException {
    client.makeDirectory("/q");
    for (int i = 0; i < 20; i++) {
      client.create("/q/f" + i);
    }
    setQuota("/q", 5, 0);
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/more"));
    for (int i = 0; i < 16; i++) {
      client.unlink("/q/f" + i);
    }
    client.create("/q/more");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/evenmore"));
  }

  @Test
  void removedQuotaLimitsNothing() throws GigaException {
    client.makeDirectory("/q");
    client.makeDirectory("/q/d");
    setQuota("/q", 2, 0);
    client.create("/q/d/f");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/d/more"));
    setQuota("/q", 0, 0);
    client.create("/q/d/more");
    assertRefused(ErrorCode.ENODATA, () -> quota("/q"));
    setQuota("/q/d", 3, 0);
    client.create("/q/d/last");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/d/evenmore"));
    client.create("/q/more");
  }

  @Test
  void filesMoveWithinAnExhaustedQuotaButNotOutOfIt() throws GigaException {
    client.makeDirectory("/q");
    client.makeDirectory("/outside");
    setQuota("/q", 44, 0);
    for (int i = 0; i < 4; i++) {
      client.makeDirectory("/q/d" + i);
    }
    for (int i = 0; i < 40; i++) {
      client.create("/q/d0/f" + i);
    }
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/d0/more"));
    for (int i = 0; i < 40; i++) {
      rename("/q/d0/f" + i, "/q/d" + (1 + i % 3) + "/f" + i);
    }
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/d0/more"));
    assertThat(quotaAtRest("/q").usedEntries()).isEqualTo(44);
    assertRefused(ErrorCode.EXDEV, () -> rename("/q/d1/f0", "/outside/f0"));
    client.create("/outside/f");
    assertRefused(ErrorCode.EXDEV, () -> rename("/outside/f", "/q/d1/f"));
    assertRefused(ErrorCode.EXDEV, () -> rename("/outside/f", "/q/d1/f0"));
    for (int i = 0; i < 3; i++) {
      rename("/q/d1/f" + 3 * i, "/q/d2/f1");
    }
    assertThat(quotaAtRest("/q").usedEntries()).isEqualTo(41);
    assertThat(fill(List.of(client), "/q/d3", "x", 8)).isEqualTo(3);
  }

  /** An exchanged file that is open keeps its entry, which must not become credit. */
  @Test
  void exchangesOfOpenFilesFreeNoEntries() throws GigaException {
    client.makeDirectory("/q");
    client.makeDirectory("/q/a");
    client.makeDirectory("/q/b");
    setQuota("/q", 40, 0);
    List<OpenFile> open = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      client.create("/q/a/f" + i);
      client.create("/q/b/f" + i);
      OpenOptions options = OpenOptions.of(OpenOptions.Flag.READ);
      open.add(client.await(client.async().open(GigaPath.parse("/q/b/f" + i), options)));
    }
    for (int i = 0; i < 16; i++) {
      client.rename("/q/a/f" + i, "/q/b/f" + i, RenameMode.EXCHANGE);
    }
    int made =
        fill(List.of(client), "/q/a", "more", 16) + fill(List.of(client), "/q/b", "more", 16);
    assertThat(made).isEqualTo(6);
    for (OpenFile file : open) {
      client.await(file.closeAsync());
    }
    assertThat(quotaAtRest("/q").usedEntries()).isEqualTo(40);
  }

  @Test
  void renameOfAFileToItsOtherNameDoesNothingAcrossQuotas() throws GigaException {
    client.makeDirectory("/q");
    client.create("/f");
    link("/f", "/q/f");
    setQuota("/q", 10, 0);
    rename("/q/f", "/f");
    rename("/f", "/q/f");
    assertThat(client.stat("/f").links()).isEqualTo(2);
    assertThat(client.list("/q")).containsExactly("f");
  }

  @Test
  void additionalLinkUsesAnEntryAndNoBytes() throws GigaException {
    client.makeDirectory("/q");
    client.makeDirectory("/q/d");
    setQuota("/q", 4, 100);
    client.create("/q/f");
    setSize("/q/f", 60);
    link("/q/f", "/q/d/g");
    assertThat(quotaAtRest("/q")).isEqualTo(new Quota(4, 100, 3, 60));
    link("/q/f", "/q/d/h");
    assertRefused(ErrorCode.EDQUOT, () -> link("/q/f", "/q/d/i"));
    assertRefused(ErrorCode.EXDEV, () -> link("/q/f", "/outside"));
    client.unlink("/q/f");
    assertThat(quotaAtRest("/q")).isEqualTo(new Quota(4, 100, 3, 60));
    client.unlink("/q/d/g");
    client.unlink("/q/d/h");
    assertThat(quotaAtRest("/q")).isEqualTo(new Quota(4, 100, 1, 0));
  }

  private void rename(String from, String to) throws GigaException {
    client.await(
        client.async().rename(GigaPath.parse(from), GigaPath.parse(to), RenameMode.REPLACE));
  }

  private void link(String existing, String name) throws GigaException {
    client.await(client.async().link(GigaPath.parse(existing), GigaPath.parse(name), Follow.NO));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void usageIsExactAfterDeathsAndSlotMoves(long seed) throws GigaException {
    cluster = SimulatedCluster.Setup.seeded(seed).withSpares(1).start(folder);
    client = cluster.client();
    client.makeDirectory("/q");
    client.makeDirectory("/q/a");
    setQuota("/q", 200, 0);
    client.makeDirectory("/q/b");
    List<SimulatedClient> clients = IntStream.range(0, 3).mapToObj(i -> cluster.client()).toList();
    int made = fill(clients, "/q", "one", 60);
    for (int i = 0; i < 4; i++) {
      SimulatedServer server = cluster.server(i);
      server.kill();
      cluster.simulation().after(300_000_000L, server::startIfDown);
      made += fill(clients, "/q/a", "kill" + i + "-", 10);
      for (int f = 0; f < 5; f++) {
        client.unlink("/q/a/kill" + i + "-" + f);
        made--;
      }
    }
    cluster.server(4).start();
    cluster.plan();
    made += fill(clients, "/q/b", "move", 120);
    cluster.heal();
    made += fill(clients, "/q/b", "rest", 60);
    assertThat(made).isEqualTo(198);
    assertThat(client.list("/q").size() + client.list("/q/a").size() + client.list("/q/b").size())
        .isEqualTo(200);
    assertThat(quotaAtRest("/q").usedEntries()).isEqualTo(200);
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/a/more"));
    client.unlink("/q/one1");
    client.create("/q/b/last");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/a/more"));
  }

  @Test
  void quotasDoNotNest() throws GigaException {
    client.makeDirectory("/q");
    client.makeDirectory("/q/d");
    client.makeDirectory("/q/d/e");
    setQuota("/q/d", 5, 0);
    assertRefused(ErrorCode.EINVAL, () -> setQuota("/q/d/e", 5, 0));
    assertRefused(ErrorCode.EINVAL, () -> setQuota("/q", 5, 0));
    assertRefused(ErrorCode.EINVAL, () -> setQuota("/", 5, 0));
    for (int i = 0; i < 10; i++) {
      client.create("/q/f" + i);
    }
    assertThat(quota("/q/d").usedEntries()).isEqualTo(1);
  }

  @Test
  void rootMayHaveAQuota() throws GigaException {
    client.makeDirectory("/d");
    setQuota("/", 3, 0);
    client.create("/d/f");
    client.create("/f");
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/d/more"));
    assertThat(quota("/").usedEntries()).isEqualTo(3);
  }

  @Test
  void onlyTheSuperuserSetsQuotas() throws GigaException {
    client.makeDirectory("/q");
    client.setAttributes("/q", AttributeChange.ofOwner(1000, 1000));
    SimulatedClient owner = client.as(new Caller(1000, 1000));
    assertRefused(
        ErrorCode.EPERM, () -> owner.await(owner.async().setQuota(GigaPath.parse("/q"), 5, 0)));
    setQuota("/q", 1, 0);
    owner.create("/q/f");
    assertRefused(ErrorCode.EDQUOT, () -> owner.create("/q/more"));
    assertRefused(ErrorCode.EDQUOT, () -> client.create("/q/more"));
  }
}
