package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.data.VolumeChangeRequest.Kind;
import io.gigafs.protocol.data.VolumeState;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.TestCluster;
import io.gigafs.volume.FileSystemId;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Draining of volumes, with real servers. */
class DrainTest {
  private static final URI NONE = URI.create("none:/");
  private static final int FILES = 40;
  private static final GigaPath DIRECTORY = GigaPath.parse("/d");

  @TempDir private Path directory;

  private final SplittableRandom random = new SplittableRandom(5);
  private final Map<GigaPath, byte[]> written = new HashMap<>();

  @Test
  void drainMovesFilesIntact() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 2, 8, 10)) {
      Path first = cluster.addPosixVolume("first");
      Path second = cluster.addPosixVolume("second");
      GigaClient client = cluster.client();
      client.makeDirectory(DIRECTORY, 0755);
      writeFiles(client);
      assertThat(objects(first)).isPositive();
      assertThat(objects(second)).isPositive();
      Map<GigaPath, FileAttributes> before = attributes(client);

      client.admin().changeVolume(Kind.DRAIN, 1, NONE);
      await(client, state -> state.toMove() == 0 && state.toReclaim() == 0);

      assertThat(objects(first)).isZero();
      assertThat(objects(second)).isEqualTo(FILES);
      assertThat(attributes(client)).isEqualTo(before);
      checkContents(client);
      client.admin().changeVolume(Kind.REMOVE, 1, NONE);
      try (Stream<Path> left = Files.list(first)) {
        assertThat(left).isEmpty();
      }
      checkContents(cluster.client());
    }
  }

  @Test
  void drainWaitsForWriters() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 1, 8, 100)) {
      Path first = cluster.addPosixVolume("first");
      GigaClient client = cluster.client();
      GigaPath path = GigaPath.parse("/f");
      OpenFile file = client.open(path, OpenOptions.of(Flag.CREATE, Flag.READ, Flag.WRITE));
      file.write(0, ByteBuffer.wrap(bytes(200_000))).join();
      file.flush().join();
      assertThat(objects(first)).isEqualTo(1);

      Path second = cluster.addPosixVolume("second");
      client.admin().changeVolume(Kind.DRAIN, 1, NONE);
      await(client, state -> state.toMove() == 1);
      assertThatThrownBy(() -> client.admin().changeVolume(Kind.REMOVE, 1, NONE))
          .hasMessageContaining("volume 1 holds a file's bytes");
      byte[] last = bytes(100_000);
      file.write(200_000, ByteBuffer.wrap(last)).join();
      file.close();

      await(client, state -> state.toMove() == 0 && state.toReclaim() == 0);
      assertThat(objects(first)).isZero();
      assertThat(objects(second)).isEqualTo(1);
      assertThat(client.readFile(path)).hasSize(300_000).endsWith(last);
    }
  }

  @Test
  void filesStayWithoutAnotherVolume() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 1, 8, 100)) {
      Path only = cluster.addPosixVolume("only");
      GigaClient client = cluster.client();
      client.makeDirectory(DIRECTORY, 0755);
      writeFiles(client);
      client.admin().changeVolume(Kind.DRAIN, 1, NONE);
      await(client, state -> state.toMove() == FILES);
      assertThat(objects(only)).isEqualTo(FILES);
      client.admin().changeVolume(Kind.UNDRAIN, 1, NONE);
      checkContents(client);
    }
  }

  private void writeFiles(GigaClient client) throws Exception {
    for (int i = 0; i < FILES; i++) {
      GigaPath path = GigaPath.parse("/d/f" + i);
      byte[] bytes = bytes(100_000 + random.nextInt(100_000));
      client.writeFile(path, 0644, bytes, false);
      if (i % 4 == 0) {
        client.setAttributes(path, modified(1_000_000_000L * i));
      }
      written.put(path, bytes);
    }
  }

  private static AttributeChange modified(long nanos) {
    return AttributeChange.ofTimes(null, new AttributeChange.TimeChange(false, nanos));
  }

  /** Random bytes with a hole in the middle. */
  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    java.util.Arrays.fill(bytes, count / 4, count / 2, (byte) 0);
    return bytes;
  }

  private Map<GigaPath, FileAttributes> attributes(GigaClient client) throws Exception {
    Map<GigaPath, FileAttributes> attributes = new HashMap<>();
    for (GigaPath path : written.keySet()) {
      attributes.put(path, client.stat(path));
    }
    return attributes;
  }

  private void checkContents(GigaClient client) throws Exception {
    for (Map.Entry<GigaPath, byte[]> file : written.entrySet()) {
      assertThat(client.readFile(file.getKey())).isEqualTo(file.getValue());
    }
  }

  private static long objects(Path volume) throws IOException {
    try (Stream<Path> all = Files.walk(volume)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> !volume.relativize(file).startsWith(".giga-volume"))
          .filter(file -> !volume.relativize(file).startsWith(".giga-probe"))
          .count();
    }
  }

  /** Waits until volume 1 has the wanted state, summed over all servers. */
  private static void await(GigaClient client, Predicate<VolumeState> wanted) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    while (true) {
      VolumeState all = state(client);
      if (wanted.test(all)) {
        return;
      }
      assertThat(System.nanoTime() - deadline).as("ns past the deadline: " + all).isNegative();
      Thread.sleep(50);
    }
  }

  private static VolumeState state(GigaClient client) throws Exception {
    long toMove = 0;
    long toReclaim = 0;
    for (ServerInfo server : client.clusterView().servers()) {
      VolumeState state = client.admin().volumes(server).volumes().get(0);
      toMove = toMove < 0 || state.toMove() < 0 ? -1 : toMove + state.toMove();
      toReclaim += state.toReclaim();
    }
    return new VolumeState(1, "", 0, 0, 0, FileSystemId.UNKNOWN, toMove, toReclaim, 0, 0);
  }
}
