package io.gigafs.hadoop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.security.PrivilegedExceptionAction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ClusterStorageCapacityExceededException;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.CompositeCrcFileChecksum;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.permission.FsAction;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.security.AccessControlException;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.DataChecksum;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests of the file system beyond Hadoop's own tests, on the shared cluster. */
class GigaFileSystemTest {
  private static final Path TOP = new Path("/own");

  @AutoClose private final FileSystem files = open(TestGiga.configuration());

  private static FileSystem open(Configuration conf) {
    try {
      return FileSystem.newInstance(TestGiga.ROOT, conf);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @BeforeEach
  void makeDirectory() throws IOException {
    files.mkdirs(TOP);
  }

  @AfterEach
  void removeDirectory() throws IOException {
    files.delete(TOP, true);
  }

  private Path write(String name, byte[] bytes) throws IOException {
    Path path = new Path(TOP, name);
    try (FSDataOutputStream out = files.create(path)) {
      out.write(bytes);
    }
    return path;
  }

  private static <T> T as(String user, PrivilegedExceptionAction<T> action) throws Exception {
    return UserGroupInformation.createUserForTesting(user, new String[] {"staff"}).doAs(action);
  }

  @Test
  void serviceLoaderFindsTheFileSystem() throws IOException {
    assertThat(FileSystem.getFileSystemClass("giga", new Configuration()))
        .isEqualTo(BulkGigaFileSystem.class);
  }

  @Test
  void serversCanBeNamedInTheAuthority() throws IOException {
    URI servers = URI.create("giga://" + TestGiga.servers(TestGiga.cluster()) + "/");
    try (FileSystem other = FileSystem.newInstance(servers, new Configuration())) {
      assertThat(other.getFileStatus(TOP).getPath()).isEqualTo(new Path(servers.resolve("/own")));
    }
  }

  @Test
  void wrongAddressOrSettingIsNamed() {
    assertThatThrownBy(
            () -> FileSystem.newInstance(URI.create("giga://nowhere/"), new Configuration()))
        .hasMessageContaining("fs.giga.cluster.nowhere.servers");
    Configuration conf = TestGiga.configuration();
    conf.set("fs.giga.data.path", "pigeon");
    assertThatThrownBy(() -> FileSystem.newInstance(TestGiga.ROOT, conf))
        .hasMessageContaining("fs.giga.data.path is client, server or symlink, not 'pigeon'");
    conf.unset("fs.giga.data.path");
    conf.set("fs.giga.cache.dir", "/ssd/cache");
    conf.set("fs.giga.cache.size", "1m");
    assertThatThrownBy(() -> FileSystem.newInstance(TestGiga.ROOT, conf))
        .hasMessageContaining("fs.giga.cache.size: the data cache has at least 64 MiB");
    conf.unset("fs.giga.cache.size");
    conf.set("fs.giga.cache.writeback", "true");
    for (String size : List.of("1m", "0")) {
      conf.set("fs.giga.cache.writeback.size", size);
      assertThatThrownBy(() -> FileSystem.newInstance(TestGiga.ROOT, conf))
          .hasMessageContaining("fs.giga.cache.writeback.size: the writeback journal has at least");
    }
  }

  @Test
  void timesOutsideTheSupportedRangeAreRefused() throws Exception {
    Path file = new Path(TOP, "timed");
    files.create(file).close();
    long late = Instant.parse("2300-01-01T00:00:00.123Z").toEpochMilli();
    files.setTimes(file, late, late + 1);
    for (long other :
        new long[] {Instant.parse("2487-01-01T00:00:00Z").toEpochMilli(), Long.MAX_VALUE}) {
      assertThatThrownBy(() -> files.setTimes(file, other, -1))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(file.toUri().getPath())
          .hasMessageContaining("to 2486-07-02");
    }
    assertThat(files.getFileStatus(file).getModificationTime()).isEqualTo(late);
    assertThat(files.getFileStatus(file).getAccessTime()).isEqualTo(late + 1);
  }

  @Test
  void createdFilesBelongToTheUser() throws Exception {
    files.setPermission(TOP, new FsPermission((short) 0777));
    Path made = new Path(TOP, "made");
    as(
        "alice",
        () -> {
          try (FileSystem hers = open(TestGiga.configuration())) {
            hers.create(made).close();
            assertThat(hers.getHomeDirectory()).isEqualTo(new Path("giga://test/user/alice"));
            hers.setPermission(made, new FsPermission((short) 0600));
            return made;
          }
        });
    FileStatus status = files.getFileStatus(made);
    assertThat(status.getOwner()).isEqualTo("alice");
    as(
        "bob",
        () -> {
          try (FileSystem his = open(TestGiga.configuration())) {
            assertThatThrownBy(() -> his.open(made)).isInstanceOf(AccessControlException.class);
            assertThatThrownBy(() -> his.access(made, FsAction.READ))
                .isInstanceOf(AccessControlException.class);
            return made;
          }
        });
  }

  @Test
  void proxyUserActsAsTheImpersonatedUser() throws Exception {
    UserGroupInformation proxy =
        UserGroupInformation.createProxyUserForTesting(
            "alice", UserGroupInformation.getLoginUser(), new String[] {"staff"});
    files.setPermission(TOP, new FsPermission((short) 0777));
    Path made = new Path(TOP, "proxied");
    proxy.doAs(
        (PrivilegedExceptionAction<Path>)
            () -> {
              try (FileSystem hers = open(TestGiga.configuration())) {
                hers.create(made).close();
                return made;
              }
            });
    assertThat(files.getFileStatus(made).getOwner()).isEqualTo("alice");
    assertThat(files.getFileStatus(made).getGroup()).isEqualTo("staff");
  }

  @Test
  void unknownUserIsRefused() throws Exception {
    assertThatThrownBy(() -> as("no-such-user-here", () -> open(TestGiga.configuration())))
        .hasStackTraceContaining("user 'no-such-user-here' has no id on this machine");
    assertThatThrownBy(() -> files.setOwner(TOP, "no-such-user-here", null))
        .hasMessageContaining("fs.giga.users");
  }

  @Test
  void unknownUserIsNobodyIfConfigured() throws Exception {
    assertThat(ownerOfWhatIsMadeBy("no-such-user-here", "nobody")).isIn("nobody", "65534");
  }

  /** Other unknown users cannot read files that only the owner may read. */
  @Test
  void unknownUsersGetDerivedIdsIfConfigured() throws Exception {
    assertThat(ownerOfWhatIsMadeBy("no-such-user-here", "id")).matches("1[0-9]{9}");
    Configuration conf = TestGiga.configuration();
    conf.set("fs.giga.unknown-users", "id");
    as(
        "no-such-other-here",
        () -> {
          try (FileSystem theirs = open(conf)) {
            assertThatThrownBy(() -> theirs.open(new Path(TOP, "stranger")))
                .isInstanceOf(AccessControlException.class);
            return theirs;
          }
        });
  }

  private String ownerOfWhatIsMadeBy(String user, String unknownUsers) throws Exception {
    files.setPermission(TOP, new FsPermission((short) 0777));
    Path made = new Path(TOP, "stranger");
    Configuration conf = TestGiga.configuration();
    conf.set("fs.giga.unknown-users", unknownUsers);
    as(
        user,
        () -> {
          try (FileSystem theirs = open(conf)) {
            theirs.create(made).close();
            theirs.setPermission(made, new FsPermission((short) 0600));
            return made;
          }
        });
    return files.getFileStatus(made).getOwner();
  }

  @Test
  void permissionErrorNamesTheMissingRight() throws Exception {
    files.setOwner(TOP, "alice", "staff");
    files.setPermission(TOP, new FsPermission((short) 0755));
    Path closed = new Path(TOP, "closed");
    files.mkdirs(closed, new FsPermission((short) 0700));
    Path secret = write("secret", new byte[1]);
    files.setPermission(secret, new FsPermission((short) 0600));
    as(
        "bob",
        () -> {
          try (FileSystem his = open(TestGiga.configuration())) {
            assertThatThrownBy(() -> his.open(secret))
                .isInstanceOf(AccessControlException.class)
                .hasMessageStartingWith(
                    "Permission denied: user=bob, access=READ, inode=\"/own/secret\":root:")
                .hasMessageEndingWith(":-rw-------");
            assertThatThrownBy(() -> his.create(new Path(TOP, "new")))
                .hasMessage(
                    "Permission denied: user=bob, access=WRITE, inode=\"/own\":alice:staff:drwxr-xr-x");
            assertThatThrownBy(() -> his.getFileStatus(new Path(closed, "a/b")))
                .hasMessageStartingWith(
                    "Permission denied: user=bob, access=EXECUTE, inode=\"/own/closed\":root:");
            assertThatThrownBy(() -> his.listStatus(closed))
                .hasMessageContaining("access=READ_EXECUTE, inode=\"/own/closed\"");
            return his;
          }
        });
  }

  @Test
  void checksumEqualsTheCompositeCrcOfHdfs() throws IOException {
    byte[] small = "some bytes".getBytes(UTF_8);
    byte[] large = new byte[3 << 20];
    large[17] = 4;
    for (byte[] bytes : List.of(small, large)) {
      CRC32C crc = new CRC32C();
      crc.update(bytes);
      assertThat(files.getFileChecksum(write("sum" + bytes.length, bytes)))
          .isEqualTo(
              new CompositeCrcFileChecksum((int) crc.getValue(), DataChecksum.Type.CRC32C, 512));
    }
    CRC32C first = new CRC32C();
    first.update(small, 0, 4);
    assertThat(files.getFileChecksum(new Path(TOP, "sum10"), 4))
        .isEqualTo(
            new CompositeCrcFileChecksum((int) first.getValue(), DataChecksum.Type.CRC32C, 512));
  }

  @Test
  void xattrsAreCreatedReplacedAndRemoved() throws IOException {
    Path path = write("a", new byte[0]);
    files.setXAttr(path, "user.one", "1".getBytes(UTF_8), EnumSet.of(XAttrSetFlag.CREATE));
    assertThatThrownBy(
            () -> files.setXAttr(path, "user.one", new byte[0], EnumSet.of(XAttrSetFlag.CREATE)))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(
            () -> files.setXAttr(path, "user.two", new byte[0], EnumSet.of(XAttrSetFlag.REPLACE)))
        .isInstanceOf(IOException.class);
    files.setXAttr(path, "user.one", "2".getBytes(UTF_8));
    files.setXAttr(path, "trusted.three", null);
    assertThat(files.getXAttr(path, "user.one")).isEqualTo("2".getBytes(UTF_8));
    assertThat(files.listXAttrs(path)).containsExactly("trusted.three", "user.one");
    Map<String, byte[]> some = files.getXAttrs(path, List.of("user.one"));
    assertThat(some).containsOnlyKeys("user.one");
    files.removeXAttr(path, "user.one");
    assertThat(files.getXAttrs(path)).containsOnlyKeys("trusted.three");
  }

  @Test
  void quotasAreEnforcedAndShown() throws IOException {
    files.setQuota(TOP, 3, 1_000);
    write("a", new byte[600]);
    assertThatThrownBy(() -> write("b", new byte[600]))
        .isInstanceOf(ClusterStorageCapacityExceededException.class);
    files.delete(new Path(TOP, "b"), false);
    write("b", new byte[0]);
    assertThatThrownBy(() -> write("c", new byte[0]))
        .isInstanceOf(ClusterStorageCapacityExceededException.class);
    ContentSummary summary = files.getContentSummary(TOP);
    assertThat(summary.getQuota()).isEqualTo(3);
    assertThat(summary.getSpaceQuota()).isEqualTo(1_000);
    assertThat(summary.getFileAndDirectoryCount()).isEqualTo(3);
    assertThat(files.getQuotaUsage(TOP).getSpaceConsumed()).isEqualTo(600);
    files.setQuota(TOP, -1, Long.MAX_VALUE);
    assertThat(files.getQuotaUsage(TOP).getQuota()).isEqualTo(-1);
    assertThat(files.getQuotaUsage(TOP).getSpaceQuota()).isEqualTo(1_000);
  }

  /** More than a partition holds before it splits, and more than one page of a listing. */
  @Test
  void largeTreesAreListedSummedAndRemoved() throws IOException {
    int count = 2_500;
    TestGiga.cluster().view();
    for (int i = 0; i < count; i++) {
      files.create(new Path(TOP, "d" + i % 5 + "/f" + i)).close();
    }
    assertThat(files.getContentSummary(TOP).getFileCount()).isEqualTo(count);
    assertThat(files.getContentSummary(TOP).getDirectoryCount()).isEqualTo(6);
    List<String> names = new ArrayList<>();
    RemoteIterator<FileStatus> each = files.listStatusIterator(new Path(TOP, "d1"));
    while (each.hasNext()) {
      names.add(each.next().getPath().getName());
    }
    assertThat(names).doesNotHaveDuplicates().hasSize(count / 5);
    assertThat(files.delete(TOP, true)).isTrue();
    assertThat(files.exists(TOP)).isFalse();
  }

  @Test
  void unparsableNamesAreListed() throws IOException {
    Path odd = new Path("giga", "test", "/own/12:30:00");
    files.create(odd).close();
    assertThat(files.listStatus(TOP)[0].getPath()).isEqualTo(odd);
    assertThat(files.delete(odd, false)).isTrue();
  }

  @Test
  void flushedBytesAreVisibleToOthers() throws Exception {
    Path path = new Path(TOP, "log");
    try (FSDataOutputStream out = files.create(path);
        FileSystem other = open(TestGiga.configuration())) {
      out.writeBytes("first");
      out.hflush();
      assertThat(other.getFileStatus(path).getLen()).isEqualTo(5);
      out.writeBytes("second");
      out.hsync();
      try (FSDataInputStream in = other.open(path)) {
        assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo("firstsecond");
      }
    }
  }

  @Test
  void capabilitiesAreReported() throws IOException {
    assertThat(files.hasPathCapability(TOP, CommonPathCapabilities.FS_APPEND)).isTrue();
    assertThat(files.hasPathCapability(TOP, CommonPathCapabilities.FS_SNAPSHOTS)).isFalse();
    try (FSDataOutputStream out = files.create(new Path(TOP, "a"))) {
      assertThat(out.hasCapability("hflush")).isTrue();
      assertThat(out.hasCapability("hsync")).isTrue();
    }
  }

  @Test
  void closedFileSystemRefusesCalls() throws IOException {
    FileSystem other = open(TestGiga.configuration());
    other.close();
    assertThatThrownBy(() -> other.getFileStatus(TOP)).hasMessage("Filesystem closed");
  }
}
