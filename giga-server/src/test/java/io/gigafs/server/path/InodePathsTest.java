package io.gigafs.server.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.DirectoryTarget;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.Target.EntryTarget;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Paths relative to a directory given by its inode id: one client uses them while another moves the
 * directory or replaces it.
 */
class InodePathsTest {
  private static final Caller ALICE = new Caller(1000, 100);
  private static final AttributeChange MODE = AttributeChange.ofMode(0711);

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private AsyncGigaClient one;
  private AsyncGigaClient other;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(3).withServers(3, 4).withSplitThreshold(4).start(directory);
    one = cluster.client().async();
    other = cluster.client().async();
    await(one.makeDirectory(path("/up"), 0755));
  }

  private <T> T await(CompletableFuture<T> future) throws GigaException {
    return cluster.simulation().await(future);
  }

  private void assertFails(CompletableFuture<?> call, ErrorCode code) {
    try {
      await(call);
      fail("it succeeds");
    } catch (GigaException e) {
      assertThat(e.code()).as("%s", e.getMessage()).isEqualTo(code);
    }
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static EntryTarget in(InodeId directory, String name) {
    return new EntryTarget(directory, Name.of(name));
  }

  private InodeId made(String path) throws GigaException {
    return await(one.makeDirectory(path(path), 0755)).inode();
  }

  private List<String> names(AsyncGigaClient client, DirectoryTarget directory)
      throws GigaException {
    List<String> names = new ArrayList<>();
    Listing listing = await(client.list(directory, false));
    while (true) {
      List<ListedEntry> page = await(listing.nextPage());
      if (page.isEmpty()) {
        return names;
      }
      page.forEach(entry -> names.add(entry.name().toString()));
    }
  }

  /** Creates a directory, and replaces it by another one that has a file of the same name. */
  private InodeId replaced() throws GigaException {
    InodeId app = made("/up/app");
    await(one.create(in(app, "f"), 0644, true));
    await(other.makeDirectory(path("/up/new"), 0755));
    await(other.create(path("/up/new/f"), 0644, true));
    await(other.rename(path("/up/app"), path("/up/old"), RenameMode.REPLACE));
    await(other.rename(path("/up/new"), path("/up/app"), RenameMode.REPLACE));
    return app;
  }

  @Test
  void namesResolveInTheDirectoryAfterItsReplacement() throws Exception {
    InodeId app = replaced();
    await(one.create(in(app, "made"), 0644, true));
    await(one.unlink(in(app, "f")));
    await(one.makeDirectory(in(app, "d"), 0755));
    await(one.symlink(new byte[] {'x'}, in(app, "l")));
    await(one.makeNode(in(app, "p"), FileType.FIFO, 0600, 0));
    await(one.rename(in(app, "p"), in(app, "q"), RenameMode.NO_REPLACE));
    await(one.link(in(app, "made"), in(app, "again"), Follow.NO));
    OpenFile file =
        await(
            one.open(
                in(app, "o"), OpenOptions.of(OpenOptions.Flag.WRITE, OpenOptions.Flag.CREATE)));
    await(file.closeAsync());
    assertThat(names(other, path("/up/app"))).containsExactly("f");
    assertThat(names(other, path("/up/old")))
        .containsExactlyInAnyOrder("made", "d", "l", "q", "again", "o");
    assertThat(names(one, DirectoryTarget.of(app))).hasSize(6);
    await(one.unlink(in(app, "o")));
    await(one.removeDirectory(in(app, "d")));
    assertThat(await(one.lookUp(in(app, "made"))).links()).isEqualTo(2);
    assertFails(one.lookUp(in(app, "f")), ErrorCode.ENOENT);
  }

  @Test
  void inodePathsFollowAMovedDirectory() throws Exception {
    InodeId app = replaced();
    DirectoryTarget itself = DirectoryTarget.of(app);
    assertThat(await(one.setAttributes(itself, MODE)).mode()).isEqualTo(0711);
    await(one.setXattr(itself, new Xattr("user.k", new byte[] {1}), XattrMode.SET, Follow.NO));
    assertThat(await(one.getXattr(itself, "user.k", Follow.NO))).containsExactly(1);
    await(one.access(itself, 7, Follow.NO));
    assertThat(await(one.stat(itself)).inode()).isEqualTo(app);
    assertThat(await(one.openDirectory(itself, true)).inode()).isEqualTo(app);
    assertThat(await(other.stat(path("/up/old"))).mode()).isEqualTo(0711);
    assertThat(await(other.stat(path("/up/app"))).mode()).isEqualTo(0755);
    assertFails(other.getXattr(path("/up/app"), "user.k", Follow.NO), ErrorCode.ENODATA);
    assertThat(one.named(in(app, "f"))).isEqualTo(path("/up/old/f"));
  }

  @Test
  void movedDirectoryIsFoundInAPartitionedParent() throws Exception {
    InodeId app = made("/up/app");
    InodeId crowd = made("/crowd");
    for (int i = 0; i < 60; i++) {
      await(one.create(in(crowd, "f" + i), 0644, true));
    }
    await(other.rename(path("/up/app"), path("/crowd/moved"), RenameMode.REPLACE));
    await(other.rename(path("/crowd"), path("/up/crowd"), RenameMode.REPLACE));
    assertThat(await(one.setAttributes(DirectoryTarget.of(app), MODE)).inode()).isEqualTo(app);
    assertThat(await(one.parentOf(app))).isEqualTo(crowd);
    assertThat(await(one.parentOf(InodeId.ROOT))).isEqualTo(InodeId.ROOT);
    assertThat(await(other.stat(path("/up/crowd/moved"))).mode()).isEqualTo(0711);
    // A client that never looked it up finds it as well.
    AsyncGigaClient third = cluster.client().async();
    await(third.as(ALICE).access(DirectoryTarget.of(app), 1, Follow.NO));
    assertThat(await(third.as(ALICE).stat(DirectoryTarget.of(app))).mode()).isEqualTo(0711);
    assertThat(third.named(in(app, "f"))).isEqualTo(path("/up/crowd/moved/f"));
  }

  @Test
  void unexpectedInodesReturnEstale() throws Exception {
    InodeId app = made("/up/app");
    InodeId file = await(one.create(in(app, "f"), 0644, true)).inode();
    EntryTarget known = in(app, "f").expecting(file);
    await(one.setAttributes(known, AttributeChange.ofMode(0600)));
    await(other.create(path("/up/app/g"), 0644, true));
    await(other.rename(path("/up/app/g"), path("/up/app/f"), RenameMode.EXCHANGE));
    assertFails(one.setAttributes(known, MODE), ErrorCode.ESTALE);
    assertFails(one.stat(known, Follow.NO), ErrorCode.ESTALE);
    assertFails(one.lookUp(known), ErrorCode.ESTALE);
    assertFails(one.access(known, 4, Follow.NO), ErrorCode.ESTALE);
    assertFails(
        one.setXattr(known, new Xattr("user.k", new byte[] {1}), XattrMode.SET, Follow.NO),
        ErrorCode.ESTALE);
    assertFails(one.listXattrs(known, Follow.NO), ErrorCode.ESTALE);
    assertFails(one.link(known, in(app, "linked"), Follow.NO), ErrorCode.ESTALE);
    assertFails(
        one.open(known, OpenOptions.of(OpenOptions.Flag.WRITE, OpenOptions.Flag.TRUNCATE)),
        ErrorCode.ESTALE);
    FileAttributes now = await(other.stat(path("/up/app/f"), Follow.NO));
    assertThat(now.mode()).isEqualTo(0644);
    // The same holds for a file with several names, whose dentries only refer to its inode record.
    await(other.link(path("/up/app/f"), path("/up/app/l"), Follow.NO));
    assertFails(one.setAttributes(known, MODE), ErrorCode.ESTALE);
    EntryTarget right = in(app, "l").expecting(now.inode());
    assertThat(await(one.setAttributes(right, MODE)).mode()).isEqualTo(0711);
  }

  /** ESTALE of a partition that exists is the operation's, and not that of a lost partition. */
  @Test
  void unexpectedInodesReturnEstaleInAPartitionedDirectory() throws Exception {
    InodeId crowd = made("/crowd");
    for (int i = 0; i < 60; i++) {
      await(one.create(in(crowd, "f" + i), 0644, true));
    }
    for (int i = 0; i < 60; i++) {
      EntryTarget file = in(crowd, "f" + i).expecting(crowd);
      assertFails(one.lookUp(file), ErrorCode.ESTALE);
      assertFails(one.setAttributes(file, MODE), ErrorCode.ESTALE);
      assertFails(one.listXattrs(file, Follow.NO), ErrorCode.ESTALE);
      assertFails(one.open(file, OpenOptions.of(OpenOptions.Flag.WRITE)), ErrorCode.ESTALE);
      await(one.makeDirectory(in(crowd, "d" + i), 0755));
      assertFails(one.removeDirectory(in(crowd, "d" + i).expecting(crowd)), ErrorCode.ESTALE);
    }
    assertThat(names(one, DirectoryTarget.of(crowd))).hasSize(120);
  }

  @Test
  void removedDirectoryReturnsEnoent() throws Exception {
    InodeId app = made("/up/app");
    await(other.removeDirectory(path("/up/app")));
    await(other.makeDirectory(path("/up/app"), 0755));
    assertFails(one.create(in(app, "f"), 0644, true), ErrorCode.ENOENT);
    assertFails(one.lookUp(in(app, "f")), ErrorCode.ENOENT);
    assertFails(one.unlink(in(app, "f")), ErrorCode.ENOENT);
    assertFails(one.setAttributes(DirectoryTarget.of(app), MODE), ErrorCode.ENOENT);
    assertFails(one.list(DirectoryTarget.of(app), false), ErrorCode.ENOENT);
    assertFails(one.rename(path("/up/app"), in(app, "f"), RenameMode.REPLACE), ErrorCode.ENOENT);
    assertThat(names(other, path("/up/app"))).isEmpty();
  }

  @Test
  void searchPermissionOfParentsApplies() throws Exception {
    InodeId app = made("/up/app");
    await(one.setAttributes(DirectoryTarget.of(app), AttributeChange.ofMode(0777)));
    AsyncGigaClient alice = one.as(ALICE);
    await(alice.create(in(app, "f"), 0666, true));
    await(other.setAttributes(path("/up"), AttributeChange.ofMode(0700)));
    assertFails(alice.create(in(app, "g"), 0666, true), ErrorCode.EACCES);
    assertFails(alice.lookUp(in(app, "f")), ErrorCode.EACCES);
    assertFails(alice.unlink(in(app, "f")), ErrorCode.EACCES);
    assertFails(alice.stat(DirectoryTarget.of(app)), ErrorCode.EACCES);
    assertFails(alice.list(DirectoryTarget.of(app), false), ErrorCode.EACCES);
    // Permissions apply to its current path, not to the former one.
    await(other.rename(path("/up/app"), path("/app"), RenameMode.REPLACE));
    await(alice.create(in(app, "g"), 0666, true));
    assertThat(names(alice, DirectoryTarget.of(app))).containsExactlyInAnyOrder("f", "g");
    await(other.setAttributes(path("/app"), AttributeChange.ofMode(0700)));
    assertFails(alice.lookUp(in(app, "f")), ErrorCode.EACCES);
    await(alice.stat(DirectoryTarget.of(app)));
  }

  @Test
  void clientsTrackTheirOwnMoves() throws Exception {
    InodeId app = made("/up/app");
    InodeId next = made("/up/next");
    await(one.lookUp(path("/up/app")));
    await(one.lookUp(path("/up/next")));
    await(one.rename(path("/up/app"), path("/up/next"), RenameMode.EXCHANGE));
    assertThat(one.named(DirectoryTarget.of(app))).isEqualTo(path("/up/next"));
    assertThat(one.named(DirectoryTarget.of(next))).isEqualTo(path("/up/app"));
    await(one.rename(path("/up/next"), path("/app"), RenameMode.REPLACE));
    assertThat(one.named(DirectoryTarget.of(app))).isEqualTo(path("/app"));
    await(one.create(in(app, "f"), 0644, true));
    assertThat(names(other, path("/app"))).containsExactly("f");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void requestsFindTheirDirectoryDuringConcurrentMoves(long seed) throws Exception {
    Random random = new Random(seed);
    InodeId[] directories = new InodeId[6];
    GigaPath[] places = new GigaPath[directories.length];
    List<List<String>> expected = new ArrayList<>();
    for (int i = 0; i < directories.length; i++) {
      places[i] = path("/up/d" + i);
      directories[i] = await(one.makeDirectory(places[i], 0755)).inode();
      expected.add(new ArrayList<>());
    }
    for (int step = 0; step < 60; step++) {
      int acted = random.nextInt(directories.length);
      int moved = random.nextInt(directories.length);
      CompletableFuture<?> move;
      if (random.nextBoolean()) {
        int swapped = random.nextInt(directories.length);
        move = other.rename(places[moved], places[swapped], RenameMode.EXCHANGE);
        GigaPath before = places[moved];
        places[moved] = places[swapped];
        places[swapped] = before;
      } else {
        GigaPath to = path((random.nextBoolean() ? "/up/s" : "/s") + step);
        move = other.rename(places[moved], to, RenameMode.REPLACE);
        places[moved] = to;
      }
      String name = "f" + step;
      CompletableFuture<?> create = one.create(in(directories[acted], name), 0644, true);
      CompletableFuture<FileAttributes> change =
          one.setAttributes(
              DirectoryTarget.of(directories[acted]), AttributeChange.ofMode(0700 + step % 64));
      await(move);
      await(create);
      assertThat(await(change).inode()).isEqualTo(directories[acted]);
      expected.get(acted).add(name);
      assertThat(await(other.stat(places[acted])).mode()).isEqualTo(0700 + step % 64);
    }
    for (int i = 0; i < directories.length; i++) {
      FileAttributes last = await(other.stat(places[i]));
      assertThat(last.inode()).isEqualTo(directories[i]);
      assertThat(last.size()).isEqualTo(expected.get(i).size());
      for (String name : expected.get(i)) {
        await(other.stat(places[i].child(Name.of(name))));
      }
    }
  }
}
