package io.gigafs.hadoop.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.access.Acl;
import io.gigafs.access.AclXattr;
import io.gigafs.cli.TestShell;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaOutputStream;
import io.gigafs.client.GigaPath;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.TestCluster;
import io.gigafs.volume.VolumeMark;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.AclEntry;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.hdfs.protocol.HdfsFileStatus;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Adopts trees of a real HDFS into a cluster and checks that HDFS keeps them unchanged. */
class HdfsAdoptTest {
  private static final int SPLIT_THRESHOLD = 100;
  private static final int MANY = 250;
  private static final long LONG_AGO_MILLIS = 123_456_789_012L;
  private static final int NOBODY = 65_534;
  private static final byte[] LARGE = new byte[5 << 19];

  @TempDir static java.nio.file.Path shared;

  private static MiniDFSCluster hdfs;
  private static FileSystem files;

  @TempDir java.nio.file.Path directory;

  private TestCluster cluster;
  private GigaClient client;

  @BeforeAll
  static void startHdfs() throws Exception {
    new Random(1).nextBytes(LARGE);
    hdfs =
        new MiniDFSCluster.Builder(new HdfsConfiguration(), shared.toFile())
            .numDataNodes(1)
            .build();
    hdfs.waitActive();
    files = hdfs.getFileSystem();
  }

  @AfterAll
  static void stopHdfs() {
    hdfs.shutdown();
  }

  @BeforeEach
  void start() throws Exception {
    cluster = TestCluster.start(directory, 2, 16, SPLIT_THRESHOLD);
    client = cluster.client();
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private static void write(String path, byte[] bytes) throws IOException {
    try (FSDataOutputStream out = files.create(new Path(path), false)) {
      out.write(bytes);
    }
  }

  private static void fill(String top) throws IOException {
    write(top + "/large", LARGE);
    write(top + "/sub/deep/b", new byte[] {1, 2, 3});
    write(top + "/sub/empty", new byte[0]);
    files.mkdirs(new Path(top + "/sub/nothing"));
    write(top + "/naïve name", new byte[] {4});
    for (int i = 0; i < MANY; i++) {
      write(top + "/many/f" + i, new byte[Math.max(0, i + 3 - MANY)]);
    }
    files.setOwner(new Path(top + "/large"), "alice", "staff");
    files.setPermission(new Path(top + "/large"), new FsPermission("640"));
    files.setOwner(new Path(top + "/sub"), "1234", "1235");
    files.setPermission(new Path(top + "/sub"), new FsPermission("1777"));
    files.setOwner(new Path(top + "/sub/empty"), "no-such-user", "no-such-group");
    files.setOwner(new Path(top + "/sub/nothing"), "no-such-user", "staff");
    files.setXAttr(new Path(top + "/sub/deep/b"), "user.x", new byte[] {7});
    files.setTimes(new Path(top + "/large"), LONG_AGO_MILLIS, LONG_AGO_MILLIS + 1_000);
    files.modifyAclEntries(
        new Path(top + "/sub/deep/b"),
        AclEntry.parseAclSpec("user:bob:rwx,group:guests:r-x,mask::r-x", true));
    files.modifyAclEntries(
        new Path(top + "/sub/deep"), AclEntry.parseAclSpec("default:user:alice:rw-", true));
  }

  private TestShell.Result adopt(String top, String path) {
    return run("volume", "adopt", files.getUri() + top, path);
  }

  private TestShell.Result run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("-c");
    all.add("giga://" + cluster.endpoints().get(0) + "/");
    return new TestShell().connectingBy(GigaClients::connect).runWords(all.toArray(new String[0]));
  }

  private FileAttributes stat(String path) throws GigaException {
    return client.stat(GigaPath.parse(path), Follow.NO);
  }

  /** Returns all that HDFS reports of the tree below a directory, with file ids, by path. */
  private static Map<String, String> contents(String top) throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (FileStatus each : files.listStatus(new Path(top))) {
      String path = each.getPath().toUri().getPath();
      if (!each.getPath().getName().equals(".giga-volume")) {
        contents.put(path, each + " file " + ((HdfsFileStatus) each).getFileId());
        if (each.isDirectory()) {
          contents.putAll(contents(path));
        }
      }
    }
    return contents;
  }

  private void assertAdopted(String top, String path) throws IOException {
    for (FileStatus each : files.listStatus(new Path(top))) {
      String name = each.getPath().getName();
      if (!name.startsWith(".giga-")) {
        FileAttributes found = stat(path + "/" + name);
        assertThat(found.isDirectory()).as(name).isEqualTo(each.isDirectory());
        assertThat(found.mode()).as(name).isEqualTo(each.getPermission().toShort());
        assertThat(TimeUnit.NANOSECONDS.toMillis(found.modifiedNanos()))
            .as(name)
            .isEqualTo(each.getModificationTime());
        if (each.isDirectory()) {
          assertAdopted(top + "/" + name, path + "/" + name);
        } else {
          assertThat(found.size()).as(name).isEqualTo(each.getLen());
        }
      }
    }
  }

  @Test
  void treeIsAdoptedUnchanged() throws Exception {
    fill("/tree");
    Map<String, String> before = contents("/tree");
    TestShell.Result result = adopt("/tree", "/adopted");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("adopted " + before.size() + " entries (4 directories)")
        .contains(" at /adopted");
    assertThat(result.err().lines())
        .hasSize(3)
        .anyMatch(line -> line.contains("knows no user 'no-such-user', for which 65534 is used"))
        .anyMatch(line -> line.contains("knows no group 'no-such-group'"))
        .anyMatch(line -> line.contains("knows no group 'supergroup'"));
    assertThat(contents("/tree")).isEqualTo(before);
    assertAdopted("/tree", "/adopted");

    FileAttributes large = stat("/adopted/large");
    assertThat(List.of(large.uid(), large.gid())).containsExactly(5001, 6001);
    assertThat(TimeUnit.NANOSECONDS.toMillis(large.accessedNanos()))
        .isEqualTo(LONG_AGO_MILLIS + 1_000);
    FileAttributes sub = stat("/adopted/sub");
    assertThat(List.of(sub.uid(), sub.gid(), sub.mode())).containsExactly(1234, 1235, 01777);
    FileAttributes empty = stat("/adopted/sub/empty");
    assertThat(List.of(empty.uid(), empty.gid())).containsExactly(NOBODY, NOBODY);

    GigaPath listed = GigaPath.parse("/adopted/sub/deep/b");
    assertThat(client.getXattr(listed, "user.x", Follow.NO)).isEqualTo(new byte[] {7});
    assertThat(AclXattr.decode(client.getXattr(listed, AclXattr.ACCESS, Follow.NO)))
        .isEqualTo(
            new Acl(6, List.of(new Acl.Named(5002, 7)), 4, List.of(new Acl.Named(6002, 5)), 5, 4));
    GigaPath deep = GigaPath.parse("/adopted/sub/deep");
    assertThat(AclXattr.decode(client.getXattr(deep, AclXattr.DEFAULT, Follow.NO)))
        .isEqualTo(new Acl(7, List.of(new Acl.Named(5001, 6)), 5, List.of(), 7, 5));
    assertThat(client.listXattrs(GigaPath.parse("/adopted"), Follow.NO)).isEmpty();

    assertThat(client.readFile(GigaPath.parse("/adopted/large"))).isEqualTo(LARGE);
    assertThat(run("fsck", "--grace", "1ms").exitCode()).isZero();
  }

  @Test
  void interruptedAdoptionResumes() throws Exception {
    fill("/cut-off");
    client.makeDirectory(GigaPath.parse("/bounded"), 0755);
    client.setQuota(GigaPath.parse("/bounded"), MANY / 2, 0);
    TestShell.Result cutOff = adopt("/cut-off", "/bounded/adopted");
    assertThat(cutOff.err()).contains("adopted files stay");
    assertThat(cutOff.exitCode()).isEqualTo(1);
    assertThat(stat("/bounded/adopted").mode()).isEqualTo(0700);

    client.setQuota(GigaPath.parse("/bounded"), 10 * MANY, 0);
    Map<String, String> before = contents("/cut-off");
    TestShell.Result result = adopt("/cut-off", "/bounded/adopted");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(contents("/cut-off")).isEqualTo(before);
    assertAdopted("/cut-off", "/bounded/adopted");
    assertThat(run("fsck", "--grace", "1ms").exitCode()).isZero();
  }

  @Test
  void adoptedFilesBehaveLikeOtherFiles() throws Exception {
    write("/used/a", LARGE);
    write("/used/sub/b", new byte[] {1});
    assertThat(adopt("/used", "/adopted").exitCode()).isZero();
    GigaPath moved = GigaPath.parse("/elsewhere");
    client.rename(GigaPath.parse("/adopted/a"), moved, RenameMode.REPLACE);
    try (GigaOutputStream out = GigaOutputStream.append(client, moved, 0644)) {
      out.write(new byte[] {6, 7});
    }
    byte[] expected = Arrays.copyOf(LARGE, LARGE.length + 2);
    expected[LARGE.length] = 6;
    expected[LARGE.length + 1] = 7;
    assertThat(client.readFile(moved)).isEqualTo(expected);
    assertThat(files.getFileStatus(new Path("/used/a")).getLen()).isEqualTo(expected.length);
    client.unlink(moved);
    client.unlink(GigaPath.parse("/adopted/sub/b"));
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (files.exists(new Path("/used/a")) || files.exists(new Path("/used/sub"))) {
      assertThat(System.nanoTime()).as("objects are deleted").isLessThan(deadline);
      Thread.sleep(20);
    }
    assertThat(run("fsck", "--grace", "1ms").exitCode()).isZero();
  }

  @Test
  void adoptionOfTheRootSkipsVolumes() throws Exception {
    write("/root/f", new byte[] {1, 2});
    files.mkdirs(new Path("/volume"));
    new HdfsProvider()
        .prepare(
            URI.create(files.getUri() + "/volume"), new VolumeMark(UUID.randomUUID(), 9), false);
    TestShell.Result result = adopt("/", "/all");
    assertThat(result.err()).contains("not adopted: volume: it is a volume by itself");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(client.readFile(GigaPath.parse("/all/root/f"))).isEqualTo(new byte[] {1, 2});
    files.delete(new Path("/.giga-volume"), false);
  }

  @Test
  void adoptionRefusesInvalidSources() throws Exception {
    write("/file", new byte[] {1});
    TestShell.Result missing = adopt("/missing", "/adopted");
    assertThat(missing.err()).contains("/missing cannot be adopted").contains("does not exist");
    assertThat(missing.exitCode()).isEqualTo(1);
    assertThat(adopt("/file", "/adopted").err()).contains("it is no directory");
    assertThat(run("volume", "adopt", "memory://x/", "/adopted").err())
        .contains("no kind of volume 'memory:' is installed here");
    assertThat(client.clusterView().volumes()).isEmpty();
  }
}
