package io.gigafs.hadoop.volume;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaInputStream;
import io.gigafs.client.GigaOutputStream;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.TestCluster;
import io.gigafs.volume.Volume;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.VolumeException;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.VolumeObject;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.hdfs.HdfsConfiguration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests a directory of a real HDFS as a volume: alone, and below a Giga cluster. */
class HdfsVolumeTest {
  private static final ObjectOwner OWNER = new ObjectOwner(0, 0, 0644);
  private static final Duration MAX_WAIT = Duration.ofMinutes(5);

  @TempDir static Path directory;

  private static MiniDFSCluster hdfs;
  private static FileSystem files;

  @BeforeAll
  static void startHdfs() throws Exception {
    Configuration conf = new HdfsConfiguration();
    hdfs =
        new MiniDFSCluster.Builder(conf, directory.resolve("hdfs").toFile())
            .numDataNodes(1)
            .racks(new String[] {"/rack-7"})
            .build();
    hdfs.waitActive();
    files = hdfs.getFileSystem();
  }

  @AfterAll
  static void stopHdfs() {
    hdfs.shutdown();
  }

  private static URI newRoot(String name) throws IOException {
    files.mkdirs(new org.apache.hadoop.fs.Path("/" + name));
    return URI.create(files.getUri() + "/" + name);
  }

  private static byte[] bytes(long seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static byte[] read(VolumeObject object, int length) throws VolumeException {
    ByteBuffer into = ByteBuffer.allocate(length + 1);
    int count = object.read(0, into);
    return Arrays.copyOf(into.array(), count);
  }

  @Test
  void objectsAreWrittenTruncatedMovedAndDeleted() throws Exception {
    URI root = newRoot("alone");
    VolumeMark mark = new VolumeMark(UUID.randomUUID(), 1);
    HdfsProvider provider = new HdfsProvider();
    provider.prepare(root, mark, false);
    byte[] expected = bytes(7, 300_000);
    try (Volume volume = provider.open(root, mark)) {
      try (VolumeObject object = volume.create("d/e/o", OWNER)) {
        // writes out of order, as two threads do
        object.write(100_000, ByteBuffer.wrap(expected, 100_000, 200_000).slice());
        object.write(0, ByteBuffer.wrap(expected, 0, 100_000));
        object.sync();
        assertThat(volume.status("d/e/o").size()).isEqualTo(300_000);
        assertThat(read(object, 300_000)).isEqualTo(expected);
        byte[] change = bytes(8, 5_000);
        System.arraycopy(change, 0, expected, 40_000, change.length);
        object.write(40_000, ByteBuffer.wrap(change));
        assertThat(read(object, 300_000)).isEqualTo(expected);
      }
      volume.truncate("d/e/o", 70_001);
      expected = Arrays.copyOf(expected, 70_001);
      try (VolumeObject object = volume.open("d/e/o", true)) {
        assertThat(read(object, 300_000)).isEqualTo(expected);
        object.write(80_000, ByteBuffer.wrap(new byte[] {1}));
        expected = Arrays.copyOf(expected, 80_001);
        expected[80_000] = 1;
        assertThat(object.status().size()).isEqualTo(80_001);
        assertThat(read(object, 300_000)).isEqualTo(expected);
      }
      assertThatThrownBy(() -> volume.create("d/e/o", OWNER))
          .hasFieldOrPropertyWithValue("kind", VolumeException.Kind.EXISTS);
      volume.move("d/e/o", "f/o");
      List<String> listed = new ArrayList<>();
      volume.list((path, status) -> listed.add(path + " " + status.size()));
      assertThat(listed).containsExactly("f/o 80001");
      assertThat(volume.delete("f/o")).isTrue();
      assertThat(volume.delete("f/o")).isFalse();
      assertThat(files.listStatus(new org.apache.hadoop.fs.Path("/alone"))).hasSize(1);
      assertThat(volume.space().totalBytes()).isPositive();
    }
  }

  @Test
  void missingVolumeIsReportedAsGone() throws Exception {
    URI root = newRoot("marked");
    VolumeMark mark = new VolumeMark(UUID.randomUUID(), 1);
    HdfsProvider provider = new HdfsProvider();
    provider.prepare(root, mark, false);
    provider.prepare(root, mark, false);
    assertThatThrownBy(() -> provider.prepare(root, new VolumeMark(UUID.randomUUID(), 1), false))
        .hasFieldOrPropertyWithValue("kind", VolumeException.Kind.EXISTS);
    assertThatThrownBy(() -> provider.open(root, new VolumeMark(UUID.randomUUID(), 2)))
        .hasFieldOrPropertyWithValue("kind", VolumeException.Kind.GONE);
    try (Volume volume = provider.open(root, mark)) {
      assertThatThrownBy(() -> volume.open("no", false))
          .hasFieldOrPropertyWithValue("kind", VolumeException.Kind.NOT_FOUND);
      provider.release(root, mark);
      assertThatThrownBy(() -> volume.open("no", false))
          .hasFieldOrPropertyWithValue("kind", VolumeException.Kind.GONE);
      assertThatThrownBy(() -> volume.delete("no"))
          .hasFieldOrPropertyWithValue("kind", VolumeException.Kind.GONE);
    }
    assertThatThrownBy(() -> provider.prepare(newRoot(""), mark, false))
        .hasFieldOrPropertyWithValue("kind", VolumeException.Kind.EXISTS);
  }

  @Test
  void largeFilesAreStoredOnHdfs() throws Exception {
    URI root = newRoot("below");
    try (TestCluster cluster = TestCluster.start(directory.resolve("giga"), 1, 4, 1_000)) {
      cluster.addVolume(root, new HdfsProvider());
      GigaClient client = cluster.client();
      GigaPath path = GigaPath.parse("/large");
      byte[] expected = bytes(9, 3 << 20);
      try (GigaOutputStream out = GigaOutputStream.create(client, path, 0644)) {
        out.write(expected);
        out.sync();
      }
      assertThat(objects(root)).hasSize(1);
      try (GigaClient other = cluster.client();
          GigaInputStream in = GigaInputStream.open(other, path)) {
        assertThat(in.readAllBytes()).isEqualTo(expected);
      }
      byte[] more = bytes(10, 200_000);
      try (GigaOutputStream out = GigaOutputStream.append(client, path, 0644)) {
        out.write(more);
      }
      int before = expected.length;
      expected = Arrays.copyOf(expected, before + more.length);
      System.arraycopy(more, 0, expected, before, more.length);
      assertThat(client.stat(path).size()).isEqualTo(expected.length);
      assertThat(client.readFile(path)).isEqualTo(expected);
      try (OpenFile file = client.open(path, OpenOptions.of(OpenOptions.Flag.WRITE))) {
        byte[] change = bytes(11, 70_000);
        System.arraycopy(change, 0, expected, 1_000_000, change.length);
        file.write(1_000_000, ByteBuffer.wrap(change)).get();
        file.closeAsync().get();
      }
      client.setAttributes(path, AttributeChange.ofSize(2_000_000));
      assertThat(client.readFile(path)).isEqualTo(Arrays.copyOf(expected, 2_000_000));
      client.unlink(path);
      awaitNone(root);
    }
  }

  @Test
  void blockLocationsAreReported() throws Exception {
    URI root = newRoot("located");
    try (TestCluster cluster = TestCluster.start(directory.resolve("located"), 1, 4, 1_000)) {
      cluster.addVolume(root, new HdfsProvider());
      try (FileSystem giga = gigaOf(cluster, "client");
          FileSystem relayed = gigaOf(cluster, "server")) {
        write(giga, "/d/large", 5 << 19);
        write(giga, "/d/small", 1_000);
        FileStatus large = giga.getFileStatus(new org.apache.hadoop.fs.Path("/d/large"));
        List<String> there = blocksOnHdfs(root);
        assertThat(there).hasSize(3).allMatch(block -> block.contains("/rack-7/"));
        assertThat(blocks(giga.getFileBlockLocations(large, 0, large.getLen()))).isEqualTo(there);
        assertThat(blocks(giga.getFileBlockLocations(large, 1_100_000, 10)))
            .containsExactly(there.get(1));
        assertThat(giga.getFileBlockLocations(large, 5 << 19, 10)).isEmpty();
        Map<String, List<String>> listed = new HashMap<>();
        RemoteIterator<LocatedFileStatus> each =
            giga.listLocatedStatus(new org.apache.hadoop.fs.Path("/d"));
        while (each.hasNext()) {
          LocatedFileStatus found = each.next();
          listed.put(found.getPath().getName(), blocks(found.getBlockLocations()));
        }
        assertThat(listed)
            .containsOnly(
                Map.entry("large", there), Map.entry("small", List.of("0+1000 [localhost] []")));
        assertThat(blocks(relayed.getFileBlockLocations(large, 0, large.getLen())))
            .containsExactly("0+2621440 [localhost] []");
      }
    }
  }

  private static FileSystem gigaOf(TestCluster cluster, String dataPath) throws Exception {
    Configuration conf = new Configuration();
    conf.set("fs.giga.data.path", dataPath);
    return FileSystem.newInstance(URI.create("giga://" + cluster.endpoints().get(0) + "/"), conf);
  }

  private static void write(FileSystem giga, String path, int length) throws IOException {
    try (FSDataOutputStream out = giga.create(new org.apache.hadoop.fs.Path(path))) {
      out.write(bytes(12, length));
    }
  }

  /** Returns the blocks of a volume's only object, as HDFS reports them. */
  private static List<String> blocksOnHdfs(URI root) throws IOException {
    List<LocatedFileStatus> objects = objects(root);
    assertThat(objects).hasSize(1);
    return blocks(objects.get(0).getBlockLocations());
  }

  /**
   * Returns the objects of files. Names with a dot are probes by which servers test whether the
   * volume accepts writes.
   */
  private static List<LocatedFileStatus> objects(URI root) throws IOException {
    List<LocatedFileStatus> objects = new ArrayList<>();
    for (FileStatus top : files.listStatus(new org.apache.hadoop.fs.Path(root))) {
      if (!top.getPath().getName().startsWith(".")) {
        RemoteIterator<LocatedFileStatus> below = files.listFiles(top.getPath(), true);
        while (below.hasNext()) {
          objects.add(below.next());
        }
      }
    }
    return objects;
  }

  private static List<String> blocks(BlockLocation[] locations) throws IOException {
    List<String> blocks = new ArrayList<>();
    for (BlockLocation location : locations) {
      blocks.add(
          location.getOffset()
              + "+"
              + location.getLength()
              + " "
              + Arrays.toString(location.getHosts())
              + " "
              + Arrays.toString(location.getTopologyPaths()));
    }
    return blocks;
  }

  /** Objects are deleted in the background. */
  private static void awaitNone(URI root) throws Exception {
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    org.apache.hadoop.fs.Path top = new org.apache.hadoop.fs.Path(root);
    while (files.getContentSummary(top).getFileCount() > 1) { // but for the mark
      assertThat(System.nanoTime()).isLessThan(deadline);
      Thread.sleep(50);
    }
  }
}
