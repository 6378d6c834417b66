package io.gigafs.server.file;

import static io.gigafs.client.OpenOptions.Flag.DIRECTORY;
import static io.gigafs.client.OpenOptions.Flag.READ;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.OpenFile;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** fstat(2) of a directory while other clients change it. */
class OpenDirectoryTest {
  private static final int ENTRIES = 40;

  @TempDir Path folder;
  private SimulatedCluster cluster;
  private SimulatedClient client;
  private SimulatedClient other;
  private OpenFile directory;

  @BeforeEach
  void open() throws Exception {
    cluster = Setup.seeded(1).withServers(3, 8).withSplitThreshold(4).start(folder);
    cluster.setClocksRight();
    client = cluster.client();
    other = cluster.client();
    other.makeDirectory("/a");
    other.makeDirectory("/a/d");
    directory = client.open("/a/d", READ, DIRECTORY);
  }

  private FileAttributes reported() throws GigaException {
    return client.await(directory.stat());
  }

  private void fill(String path) throws GigaException {
    for (int i = 0; i < ENTRIES; i++) {
      other.create(path + "/f" + i);
    }
    cluster.simulation().runMillis(1_000);
  }

  private void empty(String path) throws GigaException {
    for (String name : other.list(path)) {
      other.unlink(path + "/" + name);
    }
  }

  @Test
  void fstatShowsChangesOfOtherClients() throws Exception {
    other.changeMode("/a/d", 0711);
    assertThat(reported()).isEqualTo(other.stat("/a/d"));
    other.setAttributes("/a/d", AttributeChange.ofOwner(7, 8));
    fill("/a/d");
    other.makeDirectory("/a/d/sub");
    assertThat(reported()).isEqualTo(other.stat("/a/d"));
    assertThat(reported().links()).isEqualTo(3);
  }

  @Test
  void fstatFollowsRenames() throws Exception {
    fill("/a/d");
    other.makeDirectory("/b");
    other.rename("/a/d", "/b/e");
    other.makeDirectory("/a/d");
    other.changeMode("/b/e", 0700);
    assertThat(reported()).isEqualTo(other.stat("/b/e"));
    other.rename("/b/e", "/a/d", RenameMode.EXCHANGE);
    cluster.simulation().runMillis(1_000);
    assertThat(reported()).isEqualTo(other.stat("/a/d"));
  }

  @Test
  void renameUpdatesTheChangeTime() throws Exception {
    fill("/a/d");
    long modified = reported().modifiedNanos();
    long before = cluster.wallNanos();
    other.rename("/a/d", "/a/e");
    cluster.simulation().runMillis(1_000);
    assertThat(reported().changedNanos()).isGreaterThanOrEqualTo(before);
    assertThat(reported()).isEqualTo(other.stat("/a/e"));
    assertThat(reported().modifiedNanos()).isEqualTo(modified);
  }

  @Test
  void removedDirectoryHasNoLinks() throws Exception {
    fill("/a/d");
    empty("/a/d");
    other.changeMode("/a/d", 0500);
    FileAttributes last = other.stat("/a/d");
    long before = cluster.wallNanos();
    other.removeDirectory("/a/d");
    long after = cluster.wallNanos();
    assertToldWithoutLinks(last);
    FileAttributes reported = reported();
    assertThat(reported.changedNanos()).isBetween(before, after);
    other.makeDirectory("/a/d");
    cluster.simulation().runMillis(10_000);
    assertThat(reported()).isEqualTo(reported);
  }

  @Test
  void replacedDirectoryHasNoLinks() throws Exception {
    other.makeDirectory("/a/new");
    FileAttributes last = other.stat("/a/d");
    long before = cluster.wallNanos();
    other.rename("/a/new", "/a/d");
    long after = cluster.wallNanos();
    assertToldWithoutLinks(last);
    assertThat(reported().changedNanos()).isBetween(before, after);
  }

  @Test
  void fstatReturnsTheLastKnownAttributesAfterRemoval() throws Exception {
    other.changeMode("/a/d", 0500);
    FileAttributes last = reported();
    other.removeDirectory("/a/d");
    cluster.simulation().runMillis(1_000);
    cluster.servers().forEach(SimulatedServer::kill);
    cluster.heal();
    assertToldWithoutLinks(last);
    assertThat(reported().changedNanos()).isEqualTo(last.changedNanos());
    cluster.check();
  }

  /** Attributes are unchanged except for size, links and change time. */
  private void assertToldWithoutLinks(FileAttributes last) throws GigaException {
    FileAttributes reported = reported();
    assertThat(reported)
        .usingRecursiveComparison()
        .ignoringFields("size", "links", "changedNanos")
        .isEqualTo(last);
    assertThat(reported.size()).isZero();
    assertThat(reported.links()).isZero();
  }
}
