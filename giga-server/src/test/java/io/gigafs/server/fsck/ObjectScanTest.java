package io.gigafs.server.fsck;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.BulkOutcome;
import io.gigafs.cluster.VolumeChanges;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.data.KnownObject;
import io.gigafs.protocol.data.KnownObject.Use;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ObjectsRequest.ObjectsResult;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.volume.DataLocation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the objects that servers report for volumes, in a simulated cluster. */
class ObjectScanTest {
  private static final int VOLUME = 3;
  private static final int OTHER_VOLUME = 4;

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private SimulatedClient client;

  @BeforeEach
  void start() {
    cluster = Setup.seeded(1).start(directory);
    for (int volume = 1; volume <= OTHER_VOLUME; volume++) {
      cluster.addVolume("tree" + volume, VolumeInfo.State.ADOPTED);
    }
    cluster.simulation().runMillis(1_000);
    client = cluster.client();
  }

  @Test
  void everyObjectIsReportedOnce() throws GigaException {
    client.makeDirectory("/d");
    List<RestoredEntry> files =
        IntStream.range(0, 1_000).mapToObj(i -> stored("f" + i, VOLUME, i, false)).toList();
    assertThat(client.restoreAll("/d", files)).allMatch(outcome -> outcome.error() == null);
    client.restoreAll("/d", List.of(stored("other", OTHER_VOLUME, 7, false)));
    client.create("/d/inline");

    List<KnownObject> known = objects(VOLUME);
    assertThat(known)
        .extracting(KnownObject::path)
        .containsExactlyInAnyOrderElementsOf(
            files.stream().map(file -> pathOf(file.name().toString())).toList());
    assertThat(known).allMatch(object -> object.use() == Use.FILE && object.settled());
    assertThat(known)
        .allMatch(object -> object.size() == Long.parseLong(nameOf(object).substring(1)));
    assertThat(objects(OTHER_VOLUME)).extracting(ObjectScanTest::nameOf).containsExactly("other");
  }

  @Test
  void objectsStayKnownAfterLinksAndRenames() throws GigaException {
    client.makeDirectory("/d");
    client.makeDirectory("/e");
    client.restoreAll("/d", List.of(stored("a", VOLUME, 5, false), stored("b", VOLUME, 6, true)));
    client.link("/d/a", "/e/second");
    client.rename("/d/b", "/e/b");
    cluster.heal();
    List<KnownObject> known =
        objects(VOLUME).stream().filter(object -> object.use() == Use.FILE).toList();
    assertThat(known).extracting(KnownObject::path).containsExactlyInAnyOrder("tree/a", "tree/b");
    assertThat(known).extracting(KnownObject::settled).containsExactlyInAnyOrder(true, false);
  }

  @Test
  void fileIsRestoredAgainOnlyWithTheSameBytes() throws GigaException {
    RestoredEntry file = stored("a", VOLUME, 5, false);
    assertThat(errors(client.restoreAll("/", List.of(file)))).containsOnlyNulls();
    client.setAttributes("/a", AttributeChange.ofTimes(null, TimeChange.to(7)));
    assertThat(errors(client.restoreAll("/", List.of(file)))).containsOnlyNulls();
    assertThat(client.stat("/a").modifiedNanos()).isEqualTo(7);
    RestoredEntry other = stored("a", OTHER_VOLUME, 5, false);
    assertThat(errors(client.restoreAll("/", List.of(other)))).containsExactly(ErrorCode.EEXIST);
  }

  @Test
  void objectsOnUnknownVolumesAreReportedTogether() throws GigaException {
    client.restoreAll(
        "/", List.of(stored("a", VOLUME, 5, false), stored("b", OTHER_VOLUME, 6, true)));
    client.restoreAll("/", List.of(stored("c", 1, 7, false)));
    assertThat(objects(ObjectsRequest.UNKNOWN)).isEmpty();
    cluster.change(view -> VolumeChanges.remove(VolumeChanges.remove(view, VOLUME), OTHER_VOLUME));
    cluster.simulation().runMillis(1_000);
    assertThat(objects(ObjectsRequest.UNKNOWN))
        .extracting(object -> object.location().toString())
        .containsExactlyInAnyOrder("volume 3: tree/a", "volume 4: tree/b");
  }

  @Test
  void unreadableRowFailsTheScan() throws GigaException {
    client.restoreAll("/", List.of(stored("a", VOLUME, 5, false)));
    Name name = Name.of("a");
    for (SimulatedServer server : cluster.servers()) {
      server.damage(
          store ->
              store.scanAllEntries(
                  null,
                  (key, attributes) -> {
                    if (Name.of(key.name()).equals(name)) {
                      Batch batch = store.newBatch();
                      batch.deleteInline(EntryKey.ofEncoded(key.encoded()));
                      store.commit(batch);
                    }
                    return true;
                  }));
    }
    assertThatThrownBy(() -> objects(VOLUME))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EIO))
        .hasMessageContaining("nothing says where");
  }

  @Test
  void onlyTheSuperuserListsObjects() {
    assertThatThrownBy(
            () ->
                client.await(
                    client
                        .as(new Caller(5, 5))
                        .async()
                        .admin()
                        .objects(cluster.server(0).info(), VOLUME, new byte[0])))
        .isInstanceOfSatisfying(
            GigaException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.EPERM));
  }

  private static RestoredEntry stored(String name, int volume, long size, boolean unsettled) {
    return new RestoredEntry(
        Name.of(name),
        FileType.REGULAR,
        0644,
        1000,
        1000,
        size,
        1,
        2,
        3,
        0,
        new FileData.Stored(new DataLocation(volume, pathOf(name)), unsettled));
  }

  private static String pathOf(String name) {
    return "tree/" + name;
  }

  private static String nameOf(KnownObject object) {
    return new String(object.name(), StandardCharsets.UTF_8);
  }

  private static List<ErrorCode> errors(List<BulkOutcome> outcomes) {
    List<ErrorCode> errors = new ArrayList<>();
    outcomes.forEach(outcome -> errors.add(outcome.error()));
    return errors;
  }

  private List<KnownObject> objects(int volume) throws GigaException {
    List<KnownObject> known = new ArrayList<>();
    for (SimulatedServer server : cluster.servers()) {
      byte[] cursor = {};
      do {
        ObjectsResult result =
            client.await(client.async().admin().objects(server.info(), volume, cursor));
        known.addAll(result.objects());
        cursor = result.cursor();
      } while (cursor.length > 0);
    }
    return known;
  }
}
