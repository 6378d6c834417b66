package io.gigafs.bench.data;

import io.gigafs.bench.workload.BenchCluster;
import io.gigafs.cli.mount.ChildMount;
import io.gigafs.client.ExposedFile;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.load.FilePlace;
import io.gigafs.load.PlainPlace;
import io.gigafs.protocol.data.VolumeChangeRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A cluster with one volume and a mount for each application, as in the report, so that
 * applications do not wait for each other's calls. Not thread-safe.
 */
final class Stage implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(60);
  private static final Name DIRECTORY = Name.of("data");

  private final BenchCluster cluster;
  private final GigaClient client;
  private final List<ChildMount> mounts = new ArrayList<>();
  private final List<FilePlace> places = new ArrayList<>();

  private Stage(BenchCluster cluster, GigaClient client) {
    this.cluster = cluster;
    this.client = client;
  }

  /**
   * Starts the cluster and the mounts.
   *
   * @param directory empty, for data and mount points
   */
  static Stage start(Path directory, Route route, int applications)
      throws IOException, InterruptedException {
    BenchCluster cluster =
        BenchCluster.start(
            directory.resolve("cluster"),
            1,
            List.of("-Xmx512m"),
            "--set",
            "volume-roots=" + directory.toAbsolutePath());
    Stage stage;
    try {
      stage = new Stage(cluster, cluster.connect());
    } catch (IOException | RuntimeException e) {
      cluster.close();
      throw e;
    }
    try {
      stage.prepare(directory, route, applications);
      return stage;
    } catch (IOException | InterruptedException | RuntimeException e) {
      stage.close();
      throw e;
    }
  }

  private void prepare(Path directory, Route route, int applications)
      throws IOException, InterruptedException {
    Path volume = Files.createDirectory(directory.resolve("volume"));
    client.admin().changeVolume(VolumeChangeRequest.Kind.ADD, 0, URI.create("posix://" + volume));
    client.makeDirectory(GigaPath.ROOT.child(DIRECTORY), 0755);
    int inlineBytes = client.clusterView().settings().mostInlineBytes();
    for (int i = 0; i < applications; i++) {
      Path point = Files.createDirectory(directory.resolve("mnt" + i));
      mounts.add(
          ChildMount.start(
              directory.resolve("mount" + i + ".log"),
              List.of("-Xmx256m"),
              List.of("-o", "data_path=" + route.option()),
              cluster.uri(),
              point));
      PlainPlace files = new PlainPlace(point.resolve(DIRECTORY.toString()));
      places.add(
          route == Route.LINK
              ? new LinkedFiles(files, client, GigaPath.ROOT.child(DIRECTORY), inlineBytes)
              : files);
    }
    for (ChildMount mount : mounts) {
      mount.awaitReady(START);
    }
  }

  /** The directory of each application. */
  List<FilePlace> places() {
    return List.copyOf(places);
  }

  long server() {
    return cluster.pid();
  }

  List<Long> mounts() {
    return mounts.stream().map(ChildMount::pid).toList();
  }

  /** Fails unless the cluster reports the size that was written. */
  void check(String name, long bytes) throws IOException {
    long size = client.stat(GigaPath.ROOT.child(DIRECTORY).child(Name.of(name))).size();
    if (size != bytes) {
      throw new IOException(name + " has " + size + " bytes, and " + bytes + " were written");
    }
  }

  /** Unmounts before the cluster ends, so that no call on a mount waits for stopped servers. */
  @Override
  public void close() throws IOException {
    mounts.forEach(ChildMount::beginStop);
    try (cluster;
        client) {
      closeMounts();
    }
  }

  private void closeMounts() throws IOException {
    List<IOException> failures = new ArrayList<>();
    for (ChildMount mount : mounts) {
      try {
        mount.close();
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      IOException first = failures.remove(0);
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }

  /**
   * Files that are created through a mount and written directly to their objects.
   *
   * @param mount the directory, as mounted
   * @param client locates the objects
   * @param directory the same directory
   * @param inlineBytes maximum size of a file without an object
   */
  record LinkedFiles(PlainPlace mount, GigaClient client, GigaPath directory, int inlineBytes)
      implements FilePlace {
    /** Creates a file with an object by writing one byte more than the inline limit. */
    @Override
    public Stream create(String name) throws IOException {
      try (Stream file = mount.create(name)) {
        file.write(0, ByteBuffer.allocate(inlineBytes + 1));
      }
      String object =
          client
              .expose(directory.child(Name.of(name)))
              .map(ExposedFile::path)
              .orElseThrow(() -> new IOException(name + " has no object on a volume"));
      return PlainPlace.open(Path.of(object), StandardOpenOption.WRITE);
    }
  }
}
