package io.gigafs.cli.dump;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.InMemoryClient;
import io.gigafs.cli.ProcessIdentity;
import io.gigafs.cli.TestShell;
import io.gigafs.client.GigaPath;
import io.gigafs.client.Listing;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.TestViews;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code giga admin dump} and {@code giga admin load}. */
class DumpAndLoadTest {
  private static final FileType[] TYPES = {
    FileType.REGULAR, FileType.FIFO, FileType.BLOCK_DEVICE, FileType.SOCKET
  };

  @TempDir Path folder;
  private final TestShell source = new TestShell();

  /** Creates a tree with files of several types. */
  private static void fill(InMemoryClient client) {
    client.put("/home", FileType.DIRECTORY, 0755, 0, 0, 0, 5);
    client.put("/home/alice", FileType.DIRECTORY, 02750, 1000, 100, 0, 6);
    client.put("/home/alice/notes", FileType.REGULAR, 0600, 1000, 100, 0, 7);
    client.put("/home/alice/a b'c", FileType.REGULAR, 04711, 1000, 100, 1L << 40, -7);
    client.put("/home/empty", FileType.DIRECTORY, 01777, -2, -2, 0, 8);
    client.put("/pipe", FileType.FIFO, 0644, 1, 2, 0, 9);
    client.put("/\u00e4\u20ac", FileType.REGULAR, 0, 1, 2, 3, 10);
    client.setAttributes(GigaPath.ROOT, AttributeChange.restoring(0711, 3, 4, 11, 12, 13)).join();
  }

  /** All attributes below a directory except inode numbers, by relative path. */
  private static Map<String, FileAttributes> tree(InMemoryClient client, String top) {
    Map<String, FileAttributes> tree = new TreeMap<>();
    collect(client, GigaPath.parse(top), "/", tree);
    return tree;
  }

  private static void collect(
      InMemoryClient client, GigaPath path, String shown, Map<String, FileAttributes> tree) {
    FileAttributes attributes = client.stat(path).join();
    tree.put(shown, withoutInode(attributes));
    if (!attributes.isDirectory()) {
      return;
    }
    try (Listing listing = client.list(path, false).join()) {
      List<ListedEntry> page = listing.nextPage().join();
      while (!page.isEmpty()) {
        for (ListedEntry entry : page) {
          collect(client, path.child(entry.name()), shown + entry.name() + "/", tree);
        }
        page = listing.nextPage().join();
      }
    }
  }

  private static FileAttributes withoutInode(FileAttributes from) {
    return new FileAttributes(
        InodeId.ROOT,
        from.type(),
        from.mode(),
        from.uid(),
        from.gid(),
        from.size(),
        from.links(),
        from.accessedNanos(),
        from.modifiedNanos(),
        from.changedNanos(),
        from.device());
  }

  private static String ok(TestShell shell, String line) {
    TestShell.Result result = shell.run(line);
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    return result.out();
  }

  private static String fails(TestShell shell, String line) {
    TestShell.Result result = shell.run(line);
    assertThat(result.out()).isEmpty();
    assertThat(result.exitCode()).isEqualTo(1);
    return result.err();
  }

  private Path dump() {
    fill(source.client());
    Path file = folder.resolve("a.dump");
    ok(source, "admin dump --no-data -o " + file);
    return file;
  }

  @Test
  void dumpContainsTheBytesOfSmallFiles() throws Exception {
    InMemoryClient from = source.client();
    Random random = new Random(1);
    Map<GigaPath, byte[]> written = new TreeMap<>(Comparator.comparing(GigaPath::toString));
    int most = ClusterSettings.DEFAULTS.mostInlineBytes();
    int[] lengths = {0, 1, 5_000, 65_536, most - 1, most};
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[i < lengths.length ? lengths[i] : random.nextInt(20_000)];
      random.nextBytes(bytes);
      Arrays.fill(bytes, bytes.length - bytes.length / 3, bytes.length, (byte) 0); // a hole
      GigaPath path = GigaPath.parse("/f" + i);
      from.writeFile(path, 0600 + i % 64, bytes, false).join();
      written.put(path, bytes);
    }
    byte[] large = new byte[3 * most];
    random.nextBytes(large);
    from.writeFile(GigaPath.parse("/large"), 0644, large, false).join();
    Path file = folder.resolve("a.dump");
    ok(source, "admin dump -o " + file);
    written.put(GigaPath.parse("/large"), large);
    Map<String, FileAttributes> tree = tree(from, "/");

    for (int limit : new int[] {ClusterSettings.DEFAULTS.inlineLimit(), 1_000}) {
      TestShell target = new TestShell();
      InMemoryClient to = target.client();
      ClusterView view = to.clusterView().join();
      to.setView(
          TestViews.of(
              view.clusterId(),
              view.epoch(),
              new ClusterSettings(view.settings().splitThreshold(), limit),
              view.servers(),
              view.slots()));
      ok(target, "admin load " + file);
      ok(target, "admin load --resume " + file);
      assertThat(tree(to, "/").keySet()).isEqualTo(tree.keySet());
      for (Map.Entry<GigaPath, byte[]> each : written.entrySet()) {
        FileAttributes loaded = to.stat(each.getKey()).join();
        FileAttributes dumped = from.stat(each.getKey()).join();
        assertThat(loaded.mode()).isEqualTo(dumped.mode());
        assertThat(loaded.modifiedNanos()).isEqualTo(dumped.modifiedNanos());
        assertThat(loaded.changedNanos()).isEqualTo(dumped.changedNanos());
        assertThat(to.readFile(each.getKey()).join()).isEqualTo(each.getValue());
      }
    }
  }

  @Test
  void loadedTreeEqualsTheDumpedTree() {
    Path file = dump();
    TestShell target = new TestShell();
    assertThat(ok(target, "admin load " + file)).startsWith("loaded 7 entries (3 directories) in ");
    assertThat(tree(target.client(), "/")).isEqualTo(tree(source.client(), "/"));
    assertThat(folder.toFile().list()).containsExactly("a.dump");
  }

  @Test
  void directoryIsLoadedIntoAnother() {
    fill(source.client());
    Path file = folder.resolve("home.dump");
    assertThat(ok(source, "admin dump --no-data -o " + file + " /home/"))
        .startsWith("dumped 4 entries (2 directories) to " + file + ": ");
    ok(source, "admin load --into /new " + file);
    assertThat(tree(source.client(), "/new")).isEqualTo(tree(source.client(), "/home"));
  }

  @Test
  void dumpPassesThroughPipes() {
    fill(source.client());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TestShell.Result result = source.printingTo(bytes).run("admin dump --no-data -o -");
    assertThat(result.exitCode()).isZero();
    assertThat(result.err())
        .startsWith("giga admin dump: dumped 7 entries (3 directories) to -: " + bytes.size());
    TestShell target = new TestShell();
    ok(target.reading(new ByteArrayInputStream(bytes.toByteArray())), "admin load -");
    assertThat(tree(target.client(), "/")).isEqualTo(tree(source.client(), "/"));
  }

  @Test
  void jsonOutputReportsTheTotals() {
    Path file = dump();
    assertThat(ok(source, "admin dump --no-data --json -o " + file))
        .startsWith("{\"path\":\"/\",\"file\":\"" + file + "\",\"entries\":7,\"directories\":3,")
        .contains(
            "\"bytes\":"
                + file.toFile().length()
                + ",\"vanished\":0,\"without_bytes\":2,\"seconds\":");
    assertThat(ok(new TestShell(), "admin load --json " + file))
        .contains("\"into\":\"/\",\"entries\":7,\"directories\":3,")
        .contains(
            "\"dump\":{\"cluster_id\":\"00000000-0000-0000-0000-000000000007\",\"path\":\"/\"")
        .contains("\"written_ns\":" + TestShell.NOW)
        .contains("\"slots\":4,\"split_threshold\":8000}");
  }

  @Test
  void dumpIsCheckedWithoutACluster() throws IOException {
    Path file = dump();
    TestShell nowhere = new TestShell();
    nowhere.environment().clear();
    assertThat(ok(nowhere, "admin load --check " + file)).startsWith("read 7 entries");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 1));
    assertThat(fails(nowhere, "admin load --check " + file))
        .isEqualTo(
            "giga admin load: %s: the dump is truncated at byte %d\n"
                .formatted(file, bytes.length - 1));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void randomTreesAreLoaded(long seed) {
    ExecutorService executor = Executors.newFixedThreadPool(2);
    try {
      fillAtRandom(source.client(), new Random(seed));
      Path file = folder.resolve("random.dump");
      ok(source, "admin dump --no-data -o " + file);
      TestShell target = new TestShell(new InMemoryClient(executor));
      ok(target, "admin load " + file);
      assertThat(tree(target.client(), "/")).isEqualTo(tree(source.client(), "/"));
      ok(target, "admin load --resume " + file);
      assertThat(tree(target.client(), "/")).isEqualTo(tree(source.client(), "/"));
    } finally {
      executor.shutdownNow();
    }
  }

  private static void fillAtRandom(InMemoryClient client, Random random) {
    StringBuilder deep = new StringBuilder();
    for (int level = 0; level < 150; level++) {
      for (int i = random.nextInt(20); i > 0; i--) {
        boolean directory = random.nextInt(3) == 0;
        client.put(
            deep + "/n" + i,
            directory ? FileType.DIRECTORY : TYPES[random.nextInt(TYPES.length)],
            random.nextInt(1 << 12),
            random.nextInt(),
            random.nextInt(),
            random.nextInt(1 << 30),
            random.nextLong());
      }
      deep.append("/deep");
      client.put(deep.toString(), FileType.DIRECTORY, 0755, 0, 0, 0, random.nextLong());
    }
    for (int i = 0; i < 5_000; i++) {
      client.put(deep + "/f" + i, FileType.REGULAR, 0644, i, i, i, i);
    }
  }

  @Test
  void interruptedLoadIsResumed() throws IOException {
    fill(source.client());
    Random random = new Random(7);
    for (int i = 0; i < 40_000; i++) {
      long nanos = random.nextLong();
      source.client().put("/home/f" + i, FileType.REGULAR, 0644, i, i, i, nanos);
    }
    Path file = folder.resolve("whole.dump");
    ok(source, "admin dump --no-data -o " + file);
    byte[] bytes = Files.readAllBytes(file);
    TestShell target = new TestShell();
    Path cut = folder.resolve("cut.dump");
    for (int part = 1; part < 4; part++) {
      Files.write(cut, Arrays.copyOf(bytes, part * bytes.length / 4));
      assertThat(fails(target, "admin load --resume " + cut))
          .contains("the dump is truncated at byte")
          .endsWith("loaded entries are kept, and --resume continues from there\n");
    }
    assertThat(fails(target, "admin load " + file)).startsWith("giga admin load: / is not empty; ");
    ok(target, "admin load --resume " + file);
    assertThat(tree(target.client(), "/")).isEqualTo(tree(source.client(), "/"));
  }

  @Test
  void conflictingEntriesAreReportedAndKept() {
    Path file = dump();
    TestShell target = new TestShell();
    target.client().put("/pipe", FileType.FIFO, 0600, 1, 2, 0, 9);
    assertThat(fails(target, "admin load --resume " + file))
        .startsWith("giga admin load: /pipe: already exists, but is not the one in the dump;");
    assertThat(ok(target, "fs stat -c %a /pipe")).isEqualTo("600\n");

    target = new TestShell();
    target.client().put("/home", FileType.DIRECTORY, 0750, 0, 0, 0, 9);
    assertThat(fails(target, "admin load --resume " + file))
        .startsWith("giga admin load: /home: already exists, but is not the one in the dump;");

    target = new TestShell();
    target.client().put("/home", FileType.REGULAR, 0755, 0, 0, 0, 9);
    assertThat(fails(target, "admin load --resume " + file)).contains("/home: already exists");

    target = new TestShell();
    target.client().put("/home", FileType.DIRECTORY, 0755, 0, 0, 0, 9);
    target.client().put("/home/extra", FileType.REGULAR, 0755, 0, 0, 0, 9);
    assertThat(fails(target, "admin load --resume " + file))
        .startsWith(
            "giga admin load: /home: has 3 entries, but 2 in the dump; loaded entries are kept");
  }

  @Test
  void loadRequiresAnEmptyDirectory() {
    Path file = dump();
    assertThat(fails(source, "admin load " + file))
        .isEqualTo(
            "giga admin load: / is not empty; load into a new directory with --into, or resume"
                + " a load of this dump that was interrupted with --resume\n");
    assertThat(fails(source, "admin load --into /home " + file)).contains("/home is not empty");
    assertThat(fails(source, "admin load --into /pipe " + file)).contains("/pipe");
    assertThat(fails(source, "admin load --into /none/new " + file)).contains("/none");
  }

  @Test
  void defaultTimeoutIsFiveMinutes() {
    Path file = dump();
    assertThat(source.lastSettings().timeout()).hasMinutes(5);
    TestShell target = new TestShell();
    ok(target, "admin load --timeout 7s " + file);
    assertThat(target.lastSettings().timeout()).hasSeconds(7);
  }

  @Test
  void onlyRootMayLoad() {
    Path file = dump();
    TestShell alice = new TestShell().as(new ProcessIdentity(new Caller(1000, 100), 022));
    assertThat(fails(alice, "admin load " + file))
        .isEqualTo("giga admin load: only root may load a dump\n");
  }

  @Test
  void failedDumpKeepsTheOldFile() throws IOException {
    Path file = dump();
    byte[] old = Files.readAllBytes(file);
    source.client().put("/forbidden", FileType.DIRECTORY, 0700, 0, 0, 0, 5);
    assertThat(fails(source, "admin dump --no-data -o " + file))
        .isEqualTo("giga admin dump: /forbidden: Permission denied\n");
    assertThat(file).hasBinaryContent(old);
    assertThat(folder.toFile().list()).containsExactly("a.dump");
  }

  @Test
  void onlyDirectoriesAreDumped() {
    source.client().put("/link", FileType.SYMLINK, 0777, 0, 0, 0, 5);
    assertThat(fails(source, "admin dump --no-data -o " + folder.resolve("x") + " /link"))
        .isEqualTo("giga admin dump: /link: No such file or directory\n");
    assertThat(fails(source, "admin dump --no-data -o " + folder.resolve("x") + " /none"))
        .contains("/none");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void invalidArgumentsAreRefused() {
    assertThat(source.run("admin dump").exitCode()).isEqualTo(2);
    assertThat(source.run("admin dump --no-data -o " + folder).err()).contains("is a directory");
    assertThat(source.run("admin dump --json -o -").exitCode()).isEqualTo(2);
    assertThat(new TestShell().onTerminal().run("admin dump --no-data -o -").err())
        .contains("terminal");
    assertThat(fails(source, "admin load " + folder)).endsWith(": Is a directory\n");
    assertThat(fails(source, "admin load /none/x"))
        .isEqualTo("giga admin load: /none/x: No such file or directory\n");
  }
}
