package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.cli.ProcessIdentity;
import io.gigafs.cli.TestShell;
import io.gigafs.cli.local.LocalFiles;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.Xattr;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An existing tree is adopted into a real cluster and is not changed on its volume. */
class AdoptTest {
  private static final int SPLIT_THRESHOLD = 100;
  private static final int MANY = 1_500;

  @TempDir Path directory;

  private Path tree = Path.of("/");
  private TestCluster cluster;
  private GigaClient client;

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start(directory.resolve("cluster"), 2, 16, SPLIT_THRESHOLD);
    client = cluster.client();
    tree = Files.createDirectories(directory.resolve("tree"));
  }

  @AfterEach
  void stop() throws Exception {
    cluster.close();
  }

  private void fill() throws Exception {
    write("a", "some bytes");
    write("sub/deep/b", "more");
    write("sub/empty", "");
    Files.createDirectories(tree.resolve("sub/nothing"));
    for (int i = 0; i < MANY; i++) {
      write("many/f" + i, "x".repeat(i % 7));
    }
    // Java would take a slash out.
    shell("ln -s ../a//b/ sub/link");
    Files.createLink(tree.resolve("many/second name of a"), tree.resolve("a"));
    Files.createLink(tree.resolve("sub/deep/third"), tree.resolve("a"));
    write("naïve \t name", "ü");
    LocalFiles local = LocalFiles.load();
    local.setXattr(tree.resolve("sub/deep/b"), new Xattr("user.x", new byte[] {1, 2, 3}));
    Acl list = new Acl(6, List.of(new Acl.Named(7, 4)), 4, List.of(), 4, 0);
    local.setXattr(tree.resolve("sub"), new Xattr(AclXattr.DEFAULT, AclXattr.encode(list)));
    local.setXattr(tree.resolve("sub/empty"), new Xattr(AclXattr.ACCESS, AclXattr.encode(list)));
    Files.setAttribute(tree.resolve("sub/deep/b"), "unix:uid", 1000);
    Files.setAttribute(tree.resolve("sub/deep/b"), "unix:gid", 1001);
    Files.setPosixFilePermissions(
        tree.resolve("sub/deep"), PosixFilePermissions.fromString("rwxr-x--x"));
    Files.setLastModifiedTime(tree.resolve("a"), FileTime.from(123_456_789, TimeUnit.SECONDS));
    Files.setLastModifiedTime(tree.resolve("sub"), FileTime.from(987_654_321, TimeUnit.SECONDS));
  }

  private void write(String path, String text) throws IOException {
    Path file = tree.resolve(path);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.writeString(file, text);
  }

  private void shell(String line) throws Exception {
    Process made = new ProcessBuilder("sh", "-c", line).directory(tree.toFile()).start();
    assertThat(made.waitFor()).isZero();
  }

  private TestShell.Result adopt(String path) {
    return run("volume", "adopt", "posix://" + tree, path, "--json");
  }

  private TestShell.Result run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("-c");
    all.add("giga://" + cluster.endpoints().get(0) + "/");
    return new TestShell().connectingBy(GigaClients::connect).runWords(all.toArray(new String[0]));
  }

  private static JsonNode json(TestShell.Result result) throws IOException {
    return new ObjectMapper().readTree(result.out());
  }

  /** The attributes and bytes of a tree by path, from lstat(2) and reads. */
  private Map<String, String> contents() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        contents.put(
            tree.relativize(each).toString(),
            Files.readAttributes(
                    each,
                    "unix:mode,uid,gid,size,nlink,ino,lastModifiedTime,ctime",
                    LinkOption.NOFOLLOW_LINKS)
                .toString());
      }
    }
    contents.remove(".giga-volume");
    contents.remove("");
    return contents;
  }

  private FileAttributes stat(String path) throws GigaException {
    return client.stat(GigaPath.parse(path), Follow.NO);
  }

  private void assertAdopted(String top) throws Exception {
    try (Stream<Path> all = Files.walk(tree)) {
      for (Path each : (Iterable<Path>) all::iterator) {
        if (!String.valueOf(each.getFileName()).equals(".giga-volume")) {
          assertSame(each, top);
        }
      }
    }
  }

  private void assertSame(Path local, String top) throws Exception {
    Map<String, Object> wanted =
        Files.readAttributes(
            local,
            "unix:mode,uid,gid,size,nlink,lastModifiedTime,ctime",
            LinkOption.NOFOLLOW_LINKS);
    FileAttributes found = stat(top + (local.equals(tree) ? "" : "/" + tree.relativize(local)));
    boolean isLink = found.type() == FileType.SYMLINK;
    if (!isLink) {
      assertThat(found.type().code() << 12 | found.mode())
          .as("%s", local)
          .isEqualTo(wanted.get("mode"));
    }
    assertThat(found.uid()).as("%s", local).isEqualTo(wanted.get("uid"));
    assertThat(found.gid()).as("%s", local).isEqualTo(wanted.get("gid"));
    if (!found.isDirectory()) {
      assertThat(found.size()).as("%s", local).isEqualTo(wanted.get("size"));
      assertThat(found.links()).as("%s", local).isEqualTo(wanted.get("nlink"));
    }
    assertThat(found.modifiedNanos())
        .as("%s", local)
        .isEqualTo(nanos(wanted.get("lastModifiedTime")));
    assertThat(found.changedNanos()).as("%s", local).isEqualTo(nanos(wanted.get("ctime")));
  }

  private static long nanos(@Nullable Object time) {
    return ((FileTime) Objects.requireNonNull(time)).to(TimeUnit.NANOSECONDS);
  }

  /** Directories are read in pages. */
  @Test
  void manyDirectoriesOfADirectoryAreAdopted() throws Exception {
    int directories = 2_100;
    for (int i = 0; i < directories; i++) {
      Files.createDirectories(tree.resolve("wide/d" + i));
    }
    write("wide/d7/file", "x");
    TestShell.Result result = adopt("/adopted");
    assertThat(result.err()).isEmpty();
    assertThat(json(result).get("entries").asLong()).isEqualTo(directories + 2);
    assertAdopted("/adopted");
  }

  @Test
  void adoptionKeepsTheTreeUnchanged() throws Exception {
    fill();
    Map<String, String> before = contents();
    TestShell.Result result = adopt("/adopted");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(json(result).get("entries").asLong()).isEqualTo(before.size());
    assertThat(contents()).isEqualTo(before);
    assertAdopted("/adopted");
    assertThat(client.readLink(GigaPath.parse("/adopted/sub/link")))
        .isEqualTo("../a//b/".getBytes(StandardCharsets.UTF_8));
    assertThat(client.getXattr(GigaPath.parse("/adopted/sub/deep/b"), "user.x", Follow.NO))
        .isEqualTo(new byte[] {1, 2, 3});
    assertThat(client.listXattrs(GigaPath.parse("/adopted/sub"), Follow.NO))
        .extracting(Xattr::name)
        .containsExactly(AclXattr.DEFAULT);
    assertThat(client.listXattrs(GigaPath.parse("/adopted/sub/empty"), Follow.NO))
        .extracting(Xattr::name)
        .containsExactly(AclXattr.ACCESS);
    assertThat(client.listXattrs(GigaPath.parse("/adopted"), Follow.NO)).isEmpty();
    assertThat(stat("/adopted/a").inode())
        .isEqualTo(stat("/adopted/sub/deep/third").inode())
        .isEqualTo(stat("/adopted/many/second name of a").inode());
    assertThat(fsck().exitCode()).isZero();
    assertThat(client.readFile(GigaPath.parse("/adopted/sub/deep/third")))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("some bytes");
    assertThat(client.readFile(GigaPath.parse("/adopted/naïve \t name")))
        .asString(StandardCharsets.UTF_8)
        .isEqualTo("ü");
  }

  private TestShell.Result fsck() {
    return run("fsck", "--grace", "1ms");
  }

  @Test
  void interruptedAdoptionIsResumed() throws Exception {
    fill();
    client.makeDirectory(GigaPath.parse("/bounded"), 0755);
    client.setQuota(GigaPath.parse("/bounded"), MANY / 2, 0);
    TestShell.Result cutOff = adopt("/bounded/adopted");
    assertThat(cutOff.err()).contains("adopted files stay");
    assertThat(cutOff.exitCode()).isEqualTo(1);
    assertThat(stat("/bounded/adopted").mode()).isEqualTo(0700);

    client.setQuota(GigaPath.parse("/bounded"), 10 * MANY, 0);
    Map<String, String> before = contents();
    TestShell.Result result = adopt("/bounded/adopted");
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
    assertThat(contents()).isEqualTo(before);
    assertAdopted("/bounded/adopted");
    assertThat(fsck().exitCode()).isZero();
  }

  @Test
  void namesOutsideUtf8AreSkippedAndReported() throws Exception {
    write("good", "1");
    shell("printf 1 > \"$(printf 'bad\\377name')\"");
    TestShell.Result result = adopt("/adopted");
    assertThat(result.err()).contains("not adopted: ").contains("its name is not UTF-8");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(json(result).get("skipped").asLong()).isEqualTo(1);
    assertThat(stat("/adopted/good").size()).isEqualTo(1);
  }

  @Test
  void treeIsAdoptedOnlyOnce() throws Exception {
    write("a", "1");
    assertThat(adopt("/adopted").exitCode()).isZero();
    TestShell.Result again = adopt("/other");
    assertThat(again.err()).contains("is adopted already, as volume 1");
    assertThat(again.exitCode()).isEqualTo(1);
  }

  @Test
  void targetDirectoryMustBeEmpty() throws Exception {
    write("a", "1");
    client.makeDirectory(GigaPath.parse("/adopted"), 0755);
    client.create(GigaPath.parse("/adopted/file"), 0644, true);
    assertThat(adopt("/adopted").err()).contains("/adopted is not empty");
    assertThat(client.clusterView().volumes()).isEmpty();
  }

  @Test
  void fsckFindsMissingAndShortObjects() throws Exception {
    write("a", "12345");
    write("b", "12345");
    Files.setLastModifiedTime(tree.resolve("b"), FileTime.from(1, TimeUnit.SECONDS));
    assertThat(adopt("/adopted").exitCode()).isZero();
    Files.delete(tree.resolve("a"));
    Files.writeString(tree.resolve("b"), "1234");
    TestShell.Result result = fsck();
    assertThat(result.out())
        .contains("missing object 'a' of entry 'a'")
        .contains("wrong size of object 'b' of entry 'b'")
        .contains("it has 4 bytes, the file 5");
    assertThat(result.exitCode()).isEqualTo(4);
  }

  @Test
  void adoptedFilesBehaveLikeOtherFiles() throws Exception {
    write("a", "12345");
    write("sub/b", "12345");
    assertThat(adopt("/adopted").exitCode()).isZero();
    GigaPath moved = GigaPath.parse("/elsewhere");
    client.rename(GigaPath.parse("/adopted/a"), moved, RenameMode.REPLACE);
    assertThat(tree.resolve("a")).hasContent("12345");
    assertThat(client.readFile(moved)).asString(StandardCharsets.UTF_8).isEqualTo("12345");
    try (OpenFile file = client.open(moved, OpenOptions.of(OpenOptions.Flag.WRITE))) {
      file.write(5, StandardCharsets.UTF_8.encode("67")).join();
    }
    assertThat(tree.resolve("a")).hasContent("1234567");
    assertThat(stat("/elsewhere").size()).isEqualTo(7);
    client.unlink(moved);
    client.unlink(GigaPath.parse("/adopted/sub/b"));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (Files.exists(tree.resolve("a")) || Files.exists(tree.resolve("sub"))) {
      assertThat(System.nanoTime()).as("objects are deleted").isLessThan(deadline);
      Thread.sleep(20);
    }
    assertThat(tree).exists();
    assertThat(fsck().exitCode()).isZero();
  }

  @Test
  void onlyRootAdopts() {
    TestShell.Result result =
        new TestShell()
            .connectingBy(GigaClients::connect)
            .as(new ProcessIdentity(new Caller(5, 5), 022))
            .runWords("volume", "adopt", "posix://" + tree, "/adopted");
    assertThat(result.err()).contains("only root may adopt");
    assertThat(result.exitCode()).isEqualTo(1);
  }
}
