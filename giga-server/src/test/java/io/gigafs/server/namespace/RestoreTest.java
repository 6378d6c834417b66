package io.gigafs.server.namespace;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.volume.DataLocation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the restoring of entries and directories with given attributes, in a simulated cluster. */
class RestoreTest {
  private static final FileType[] TYPES = {
    FileType.REGULAR, FileType.FIFO, FileType.SOCKET, FileType.CHARACTER_DEVICE
  };

  @TempDir Path directory;

  private static RestoredEntry random(Random random, int number) {
    FileType type = TYPES[random.nextInt(TYPES.length)];
    return new RestoredEntry(
        Name.of("n" + number),
        type,
        random.nextInt(1 << 12),
        random.nextInt(),
        random.nextInt(),
        random.nextLong() >>> 1,
        random.nextLong() >> 1,
        random.nextLong() >> 1,
        random.nextLong() >> 1,
        type == FileType.REGULAR ? 0 : random.nextInt(1 << 20));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void allAttributesAreRestoredWhileTheDirectorySplits(long seed) throws Exception {
    SimulatedCluster cluster =
        Setup.seeded(seed).withServers(3, 8).withSplitThreshold(16).start(directory);
    SimulatedClient client = cluster.client();
    Random random = new Random(seed);
    List<RestoredEntry> entries = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      entries.add(random(random, i));
    }
    client.makeDirectory("/d");
    assertThat(client.restoreAll("/d", entries)).allMatch(outcome -> outcome.error() == null);
    assertThat(client.restoreAll("/d", entries)).allMatch(outcome -> outcome.error() == null);

    List<RestoredEntry> listed = new ArrayList<>();
    for (ListedEntry entry : client.listEntries("/d", true)) {
      FileAttributes attributes = entry.attributes();
      if (attributes != null) {
        assertThat(attributes.links()).isEqualTo(1);
        listed.add(RestoredEntry.of(entry.name(), attributes));
      }
    }
    assertThat(listed).containsExactlyInAnyOrderElementsOf(entries);
    assertThat(client.stat("/d").size()).isEqualTo(500);
    cluster.heal();
    cluster.check();
  }

  @Test
  void differentExistingEntriesAreNotReplaced() throws Exception {
    SimulatedClient client = Setup.seeded(1).withServers(1, 4).start(directory).client();
    FileAttributes there = client.create("/n1");
    FileAttributes subdirectory = client.makeDirectory("/n2");
    Random random = new Random(1);
    List<BulkOutcome> outcomes =
        client.restoreAll("/", List.of(random(random, 1), random(random, 2), random(random, 3)));
    assertThat(outcomes.get(0).error()).isEqualTo(ErrorCode.EEXIST);
    assertThat(outcomes.get(1).error()).isEqualTo(ErrorCode.EEXIST);
    assertThat(outcomes.get(2).error()).isNull();
    assertThat(client.stat("/n1")).isEqualTo(there);
    assertThat(client.stat("/n2")).isEqualTo(subdirectory);
  }

  /** A restored entry must not give access to other objects on volumes. */
  @Test
  void objectsMustBelongToAdoptedTrees() throws Exception {
    SimulatedCluster cluster = Setup.seeded(1).withServers(2, 4).start(directory);
    cluster.addVolume("own");
    cluster.addVolume("adopted", VolumeInfo.State.ADOPTED);
    cluster.addVolume("drained", VolumeInfo.State.ADOPTED);
    cluster.change(view -> VolumeChanges.drain(view, 3));
    cluster.simulation().runMillis(1_000);
    SimulatedClient client = cluster.client();
    List<DataLocation> refused =
        List.of(
            new DataLocation(1, "1/0/f.7"),
            new DataLocation(3, "f"),
            new DataLocation(4, "f"),
            new DataLocation(2, ".giga-volume"),
            new DataLocation(2, ".giga-aside/f"),
            new DataLocation(2, "projects/volume/.giga-volume"));
    for (DataLocation location : refused) {
      assertThat(client.restoreAll("/", List.of(storedAt("f", location))))
          .as(location.toString())
          .containsExactly(new BulkOutcome(null, ErrorCode.EINVAL));
    }
    assertThat(client.list("/")).isEmpty();
    assertThat(
            client.restoreAll(
                "/",
                List.of(
                    storedAt("f", new DataLocation(2, "a/.giga-notes")),
                    storedAt("g", new DataLocation(2, "..a/b..")))))
        .allMatch(outcome -> outcome.error() == null);
  }

  private static RestoredEntry storedAt(String name, DataLocation location) {
    FileData data = new FileData.Stored(location, true);
    return new RestoredEntry(Name.of(name), FileType.REGULAR, 0644, 0, 0, 12, 1, 1, 1, 0, data);
  }

  @Test
  void onlyTheSuperuserRestores() throws Exception {
    SimulatedClient client = Setup.seeded(1).withServers(1, 4).start(directory).client();
    client.changeMode("/", 0777);
    SimulatedClient user = client.as(new Caller(1, 1));
    assertThat(user.restoreAll("/", List.of(random(new Random(1), 1))))
        .containsExactly(new BulkOutcome(null, ErrorCode.EPERM));
    assertThat(client.list("/")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(names = {"DIRECTORY", "SYMLINK"})
  void entriesWithMoreThanAttributesAreRefused(FileType type) throws Exception {
    SimulatedClient client = Setup.seeded(1).withServers(1, 4).start(directory).client();
    RestoredEntry entry = new RestoredEntry(Name.of("x"), type, 0755, 0, 0, 0, 1, 1, 1, 0);
    assertThat(client.restoreAll("/", List.of(entry)))
        .containsExactly(new BulkOutcome(null, ErrorCode.EINVAL));
  }

  @Test
  void bytesOfSmallFilesAreRestored() throws Exception {
    SimulatedClient client = Setup.seeded(1).withServers(1, 4).start(directory).client();
    byte[] bytes = {1, 2, 3};
    RestoredEntry entry = file(5, FileData.Inline.of(bytes));
    for (int i = 0; i < 2; i++) {
      assertThat(client.restoreAll("/", List.of(entry)).get(0).error()).isNull();
    }
    FileAttributes made = client.stat("/x");
    assertThat(RestoredEntry.of(Name.of("x"), made)).isEqualTo(entry.with(null));
    assertThat(client.await(client.async().readFile(GigaPath.parse("/x"))))
        .containsExactly(1, 2, 3, 0, 0);
    RestoredEntry others = file(5, FileData.Inline.of(new byte[] {1, 2, 4}));
    assertThat(client.restoreAll("/", List.of(others)).get(0).error()).isEqualTo(ErrorCode.EEXIST);
  }

  @Test
  void mismatchedBytesAreRefused() throws Exception {
    SimulatedClient client = Setup.seeded(1).withServers(1, 4).start(directory).client();
    byte[] bytes = {1, 2, 3};
    byte[] many = new byte[ClusterSettings.DEFAULTS.mostInlineBytes() + 1];
    for (RestoredEntry wrong :
        List.of(
            file(3, new FileData.Inline(bytes, 7)),
            file(2, FileData.Inline.of(bytes)),
            new RestoredEntry(
                Name.of("x"), FileType.FIFO, 0, 0, 0, 3, 1, 1, 1, 0, FileData.Inline.of(bytes)))) {
      assertThat(client.restoreAll("/", List.of(wrong)).get(0).error()).isEqualTo(ErrorCode.EINVAL);
    }
    RestoredEntry large = file(many.length, FileData.Inline.of(many));
    assertThat(client.restoreAll("/", List.of(large)).get(0).error()).isEqualTo(ErrorCode.EFBIG);
    assertThat(client.list("/")).isEmpty();
  }

  private static RestoredEntry file(long size, FileData data) {
    return new RestoredEntry(Name.of("x"), FileType.REGULAR, 0640, 1, 2, size, 3, 4, 5, 0, data);
  }

  /** In all partitions, even if servers crash before they saved their counts. */
  @Test
  void directoriesKeepRestoredTimes() throws Exception {
    SimulatedCluster cluster =
        Setup.seeded(1).withServers(3, 8).withSplitThreshold(16).start(directory);
    SimulatedClient client = cluster.client();
    client.makeDirectory("/d");
    Random random = new Random(5);
    List<RestoredEntry> entries = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      entries.add(random(random, i));
    }
    client.restoreAll("/d", entries);
    cluster.simulation().runMillis(2_000);
    FileAttributes restored =
        client.setAttributes("/d", AttributeChange.restoring(03750, 5, 6, -7, 8, 9));
    assertThat(restored.mode()).isEqualTo(03750);
    assertThat(restored.uid()).isEqualTo(5);
    assertThat(restored.gid()).isEqualTo(6);
    assertThat(restored.accessedNanos()).isEqualTo(-7);
    assertThat(restored.modifiedNanos()).isEqualTo(8);
    assertThat(restored.changedNanos()).isEqualTo(9);
    cluster.servers().forEach(SimulatedServer::kill);
    cluster.servers().forEach(SimulatedServer::start);
    assertThat(client.stat("/d")).isEqualTo(restored);
    cluster.heal();
    cluster.check();
  }
}
