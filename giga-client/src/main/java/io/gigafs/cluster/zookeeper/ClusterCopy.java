package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.ClusterFormat;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.MembershipException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The last known copy of the cluster's records, in a file beside a server's store. Later views from
 * ZooKeeper are validated against it, and if ZooKeeper has lost the records, they are restored from
 * it.
 */
public record ClusterCopy(ClusterFormat format, ClusterView view) {
  /** The file's name in a server's data directory. */
  public static final String FILE = "cluster.json";

  /**
   * Reads the copy from a file, if the file exists.
   *
   * @throws MembershipException if it cannot be read; the message says what to do
   */
  public static Optional<ClusterCopy> read(Path file) {
    byte[] json;
    try {
      json = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new MembershipException("cannot read " + file + ": " + e.getMessage(), e);
    }
    try {
      return Optional.of(
          ClusterRecords.read(
              file.toString(),
              json,
              ClusterRecords.Copy.class,
              copy -> new ClusterCopy(copy.format().toFormat(), copy.view().toView())));
    } catch (MembershipException e) {
      throw new MembershipException(
          file
              + " is no copy of a cluster's records: take it from another server, or delete it if"
              + " the records in ZooKeeper are known to be right",
          e);
    }
  }

  /** Replaces the file atomically and durably. */
  void write(Path file) throws IOException {
    byte[] json =
        ClusterRecords.write(
            new ClusterRecords.Copy(
                ClusterRecords.VERSION,
                ClusterRecords.Format.of(format),
                ClusterRecords.View.of(view)));
    Path fresh = file.resolveSibling(file.getFileName() + ".new");
    try (FileChannel channel =
        FileChannel.open(
            fresh,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer left = ByteBuffer.wrap(json);
      while (left.hasRemaining()) {
        channel.write(left);
      }
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
