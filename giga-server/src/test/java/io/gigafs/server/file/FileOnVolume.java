package io.gigafs.server.file;

import static io.gigafs.server.file.RawFile.CREATES;
import static io.gigafs.server.file.RawFile.READS;
import static io.gigafs.server.file.RawFile.WRITES;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.FileData;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryVolume;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * The file /f of a cluster of one server, stored on the only volume and open by one writing handle.
 */
final class FileOnVolume {
  static final RawFile FILE = RawFile.named("f");

  final SimulatedCluster cluster;
  final MemoryVolume volume;
  final SimulatedClient client;
  final RawClient raw;
  final FileHandle writer;
  final DataLocation object;
  private long requests;

  private FileOnVolume(SimulatedCluster cluster, String text) {
    this.cluster = cluster;
    this.volume = cluster.addVolume("only");
    this.client = cluster.client();
    this.raw = cluster.rawClient();
    cluster.simulation().runMillis(100);
    this.writer = open(READS | WRITES | CREATES);
    this.object = raw.result(FILE.place(next(), writer)).location();
    FileData.Inline copied = new FileData.Inline(new byte[0], 0);
    assertThat(raw.result(FILE.spill(next(), writer, object, copied, fill(text))).applied())
        .isTrue();
  }

  /** Starts the cluster, and moves the file to its object. */
  static FileOnVolume start(Path directory, String text) {
    return new FileOnVolume(Setup.seeded(1).withServers(1, 4).start(directory), text);
  }

  Sequence next() {
    return new Sequence(++requests, 0);
  }

  FileHandle open(int flags) {
    return FILE.opened(raw, next(), flags);
  }

  void close(FileHandle handle, DataReport report) {
    raw.result(FILE.close(next(), handle, report));
  }

  /** Overwrites the whole object as a client does; returns its report. */
  DataReport fill(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    volume.put(object.path(), bytes);
    return new DataReport(bytes.length, cluster.wallNanos(), true, 7);
  }
}
