package io.gigafs.server.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.server.History.Kind;
import io.gigafs.server.TestCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that the proof of a load detects each kind of fault. */
class LoadProofTest {
  @TempDir Path directory;

  private final LoadRecord record = new LoadRecord(Duration.ofSeconds(60));
  private TestCluster cluster;
  private GigaClient client;

  @BeforeEach
  void makeFiles() throws Exception {
    cluster = TestCluster.start(directory, 2, 16, 8);
    client = cluster.client();
    record.perform("/d", Kind.MAKE, "c", () -> client.makeDirectory(path("/d"), 0755));
    for (int i = 0; i < 40; i++) {
      create("/d/f" + i);
    }
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private void create(String path) {
    record.perform(path, Kind.MAKE, "c", () -> client.create(path(path), 0644, true));
  }

  private List<String> faults() throws Exception {
    new LoadProof(client, record).read(GigaPath.ROOT);
    return record.faults();
  }

  @Test
  void correctHistoryHasNoFaults() throws Exception {
    create("/d/f7"); // refused, and rightly so
    assertThat(faults()).isEmpty();
  }

  @Test
  void missingAcknowledgedFileIsDetected() throws Exception {
    client.unlink(path("/d/f7"));
    assertThat(faults()).singleElement().asString().startsWith("/d/f7:");
  }

  @Test
  void removedFileThatStillExistsIsDetected() throws Exception {
    record.perform("/d/f7", Kind.REMOVE, "c", () -> null);
    assertThat(faults()).singleElement().asString().startsWith("/d/f7:");
  }

  @Test
  void recreatedFileIsDetected() throws Exception {
    client.unlink(path("/d/f7"));
    client.create(path("/d/f7"), 0644, true);
    assertThat(faults()).singleElement().asString().startsWith("/d/f7:");
  }

  @Test
  void unexpectedFileIsDetected() throws Exception {
    client.create(path("/d/g"), 0644, true);
    assertThat(faults()).singleElement().asString().contains("nobody made /d/g");
  }

  @Test
  void doublyAcknowledgedCreateIsDetected() throws Exception {
    record.perform("/d/f7", Kind.MAKE, "c", () -> client.stat(path("/d/f7")));
    assertThat(faults()).singleElement().asString().startsWith("/d/f7:");
  }
}
