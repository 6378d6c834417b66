package io.gigafs.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.ViewChanges;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SmallFiles;
import io.gigafs.server.TestNames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bytes of small files move together with their entries. */
class ContentMovesTest {
  private static final String LARGE = "0123456789".repeat(5_000);

  @TempDir Path directory;

  private static SimulatedCluster start(Path directory, long seed) {
    return Setup.seeded(seed).withServers(2, 4).start(directory);
  }

  /** The seed selects whether rows move as files, in messages, or mixed. */
  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void splitsMoveContents(long seed) {
    SimulatedCluster cluster = start(directory, seed);
    SmallFiles files = new SmallFiles(cluster);
    List<String> names = new ArrayList<>(TestNames.in(0, 0, 60));
    for (String name : names) {
      files.append(InodeId.ROOT, name, name);
    }
    files.append(InodeId.ROOT, names.get(0), LARGE);
    cluster.simulation().runMillis(5_000);
    assertThat(cluster.check().partitions(InodeId.ROOT)).hasSizeGreaterThan(4);
    for (String name : names) {
      String more = name.equals(names.get(0)) ? LARGE : "";
      assertThat(files.read(InodeId.ROOT, name)).isEqualTo(name + more);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 2})
  void slotMovesMoveContents(long seed) {
    SimulatedCluster cluster = start(directory, seed);
    SmallFiles files = new SmallFiles(cluster);
    List<String> names = TestNames.in(0, 0, 30);
    for (String name : names) {
      files.append(InodeId.ROOT, name, name);
    }
    cluster.change(view -> ViewChanges.drain(view, view.servers().get(0).id()));
    cluster.heal();
    assertThat(cluster.view().slotsOf(cluster.server(0).info().id())).isZero();
    for (String name : names) {
      files.append(InodeId.ROOT, name, "!");
      assertThat(files.read(InodeId.ROOT, name)).isEqualTo(name + "!");
    }
  }

  @Test
  void renamesToAnyServerMoveContents() throws Exception {
    SimulatedCluster cluster = start(directory, 1);
    SimulatedClient client = cluster.client();
    SmallFiles files = new SmallFiles(cluster);
    List<InodeId> directories = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      directories.add(client.makeDirectory("/d" + i).inode());
    }
    files.append(InodeId.ROOT, "f", LARGE);
    String from = "/f";
    for (int i = 0; i < 4; i++) {
      files.append(directories.get(i), "g", "replaced");
      client.rename(from, "/d" + i + "/g");
      from = "/d" + i + "/g";
      assertThat(files.read(directories.get(i), "g")).isEqualTo(LARGE);
    }
    files.append(InodeId.ROOT, "h", "other");
    client.rename("/h", from, RenameMode.EXCHANGE);
    assertThat(files.read(InodeId.ROOT, "h")).isEqualTo(LARGE);
    assertThat(files.read(directories.get(3), "g")).isEqualTo("other");
  }

  @Test
  void promotionToAnInodeMovesContents() throws Exception {
    SimulatedCluster cluster = start(directory, 1);
    SimulatedClient client = cluster.client();
    SmallFiles files = new SmallFiles(cluster);
    files.append(InodeId.ROOT, "f", LARGE);
    InodeId file = client.stat("/f").inode();
    client.link("/f", "/g");
    files.append(file, InodeId.FILE_NAME.toString(), "more");
    client.unlink("/f");
    assertThat(files.read(InodeId.ROOT, "g")).isEqualTo(LARGE + "more");
    client.unlink("/g");
    files.append(InodeId.ROOT, "g", "new");
    assertThat(files.read(InodeId.ROOT, "g")).isEqualTo("new");
  }

  @Test
  void openFilesAreWritableAfterMoves() throws Exception {
    SimulatedCluster cluster = start(directory, 1);
    SimulatedClient client = cluster.client();
    SmallFiles files = new SmallFiles(cluster);
    InodeId there = client.makeDirectory("/d").inode();
    files.append(InodeId.ROOT, "f", "a");
    FileHandle handle = files.open(InodeId.ROOT, "f");
    client.rename("/f", "/d/g");
    files.close(handle.inode(), InodeId.FILE_NAME.toString(), handle, "b");
    assertThat(files.read(there, "g")).isEqualTo("ab");
    FileHandle orphan = files.open(handle.inode(), InodeId.FILE_NAME.toString());
    client.unlink("/d/g");
    files.close(orphan.inode(), InodeId.FILE_NAME.toString(), orphan, "c");
    cluster.heal();
    cluster.check();
  }
}
