package io.gigafs.bench.mknod;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.server.data.PlacementCircle;
import io.gigafs.server.data.PlacementCircle.Candidate;
import io.gigafs.volume.Volume;
import io.gigafs.volume.Volume.ObjectOwner;
import io.gigafs.volume.VolumeMark;
import io.gigafs.volume.VolumeProvider;
import io.gigafs.volume.posix.PosixProvider;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Directories as volumes, for objects that no cluster knows. Servers would place them on the same
 * volumes. Thread-safe.
 */
final class MknodVolumes implements AutoCloseable {
  private static final ObjectOwner OWNER = new ObjectOwner(0, 0, 0644);

  private final List<Volume> volumes = new ArrayList<>();
  private final PlacementCircle circle;

  private MknodVolumes(PlacementCircle circle) {
    this.circle = circle;
  }

  /**
   * Makes a volume of each directory, which must be empty, or is created if it does not exist.
   *
   * @param groups number of groups, to which volumes belong in turn
   */
  static MknodVolumes in(List<Path> directories, int groups) throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    for (int i = 0; i < directories.size(); i++) {
      candidates.add(new Candidate(i, "group" + i % groups, 1));
    }
    MknodVolumes all = new MknodVolumes(new PlacementCircle(candidates));
    VolumeProvider provider = new PosixProvider();
    for (Path directory : directories) {
      Files.createDirectories(directory);
      VolumeMark mark = new VolumeMark(new UUID(0, 1), all.volumes.size() + 1);
      URI uri = URI.create("posix://" + directory.toAbsolutePath());
      provider.prepare(uri, mark, false);
      all.volumes.add(provider.open(uri, mark));
    }
    return all;
  }

  /** Creates an object on the first volume, in a common directory. */
  void make(String directory, String name) throws IOException {
    make(volumes.get(0), directory + "/" + name);
  }

  /** Creates an object at the location for a partition of a directory of Giga. */
  void make(InodeId parent, PartitionIndex partition, String directory, String name)
      throws IOException {
    int volume = circle.order(parent, partition).get(0);
    make(volumes.get(volume), directory + "/" + partition.value() + "/" + name);
  }

  private static void make(Volume volume, String path) throws IOException {
    volume.create(path, OWNER).close();
  }

  @Override
  public void close() {
    volumes.forEach(Volume::close);
  }
}
