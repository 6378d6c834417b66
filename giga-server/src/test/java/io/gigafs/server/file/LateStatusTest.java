package io.gigafs.server.file;

import static io.gigafs.server.file.RawFile.READS;
import static io.gigafs.server.file.RawFile.TRUNCATES;
import static io.gigafs.server.file.RawFile.WRITES;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.AttributeChange.TimeChange;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryStorage;
import io.gigafs.volume.MemoryVolume;
import io.gigafs.volume.ObjectStatus;
import io.gigafs.volume.VolumeException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A file is written and closed after a volume has measured its object and before the server applies
 * the result: the entry must reflect the last write.
 */
class LateStatusTest {
  private static final String BEFORE = "0123456789";
  private static final String LAST = "longer than before";
  private static final long REBOOT_NANOS = 1_100_000_000L;

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;
  private RawClient raw;
  private MemoryVolume volume;
  private FileOnVolume stored;
  private FileHandle writer;
  private DataLocation object;

  @BeforeEach
  void start() {
    stored = FileOnVolume.start(directory, BEFORE);
    cluster = stored.cluster;
    client = stored.client;
    raw = stored.raw;
    volume = stored.volume;
    object = stored.object;
    writer = stored.writer;
  }

  private Sequence next() {
    return stored.next();
  }

  private FileHandle open(int flags) {
    return stored.open(flags);
  }

  private void close(FileHandle handle, DataReport report) {
    stored.close(handle, report);
  }

  /** Overwrites the object, at a time different from the next write's. */
  private DataReport fill(String text) {
    DataReport report = stored.fill(text);
    cluster.simulation().runMillis(1);
    return report;
  }

  /**
   * Runs an action after the volume has measured the object, and before the server receives the
   * result. Other measurements of the volume fail meanwhile.
   */
  private void afterNextStatus(Runnable work) {
    volume.watch(
        new MemoryStorage.Watcher() {
          private boolean working;
          private boolean worked;

          @Override
          public VolumeException.@Nullable Kind before(String call, String path) {
            return working && call.equals("status") ? VolumeException.Kind.IO : null;
          }

          @Override
          public void measured(String path, ObjectStatus status) {
            if (!worked && path.equals(object.path())) {
              worked = true;
              working = true;
              work.run();
              cluster.simulation().runMillis(100);
              working = false;
            }
          }
        });
  }

  private void writeAndClose() {
    FileHandle other = open(WRITES);
    DataReport report = fill(LAST);
    close(writer, report);
    close(other, report);
  }

  /** Checks the size of the entry, now and after all has settled. */
  private void assertSize(long size) throws Exception {
    assertThat(client.stat("/f").size()).isEqualTo(size);
    cluster.simulation().runMillis(100_000);
    volume.lose(object.path());
    assertThat(client.stat("/f").size()).isEqualTo(size);
  }

  @Test
  void statDoesNotOverwriteConcurrentWrites() throws Exception {
    FileHandle other = open(WRITES);
    afterNextStatus(
        () -> {
          DataReport report = fill(LAST);
          close(writer, report);
          close(other, report);
        });
    client.stat("/f");
    assertSize(LAST.length());
  }

  @Test
  void setTimesDoesNotOverwriteConcurrentWrites() throws Exception {
    afterNextStatus(this::writeAndClose);
    client.setAttributes("/f", AttributeChange.ofTimes(null, TimeChange.to(12_345)));
    assertSize(LAST.length());
  }

  @Test
  void chmodDoesNotOverwriteConcurrentWrites() throws Exception {
    afterNextStatus(this::writeAndClose);
    client.changeMode("/f", 0640);
    assertSize(LAST.length());
  }

  @Test
  void truncationKeepsLaterWrites() throws Exception {
    afterNextStatus(this::writeAndClose);
    client.setAttributes("/f", AttributeChange.ofSize(4));
    assertSize(LAST.length());
  }

  @Test
  void truncationKeepsLaterWritesOfTheOnlyWriter() throws Exception {
    afterNextStatus(() -> close(writer, fill(LAST)));
    client.setAttributes("/f", AttributeChange.ofSize(4));
    assertSize(LAST.length());
  }

  @Test
  void truncationKeepsWritesOfAHandleOpenedMeanwhile() throws Exception {
    close(writer, fill(BEFORE));
    FileHandle reader = open(READS);
    afterNextStatus(
        () -> {
          writer = open(WRITES);
          close(writer, fill(LAST));
        });
    client.setAttributes("/f", AttributeChange.ofSize(4));
    assertThat(reader).isNotEqualTo(writer);
    assertSize(LAST.length());
  }

  @Test
  void openWithTruncateKeepsConcurrentWrites() throws Exception {
    FileHandle reader = open(READS);
    afterNextStatus(this::writeAndClose);
    FileHandle emptied = open(READS | TRUNCATES);
    assertThat(emptied).isNotEqualTo(reader);
    assertSize(LAST.length());
  }

  /** The writer measured the object before the cut, and its report arrives after it. */
  @Test
  void reportsFromBeforeATruncationAreIgnored() throws Exception {
    DataReport found = fill(BEFORE);
    client.setAttributes("/f", AttributeChange.ofSize(4));
    close(writer, found);
    assertSize(4);
  }

  @Test
  void reportsFromBeforeAnOpenWithTruncateAreIgnored() throws Exception {
    DataReport found = fill(BEFORE);
    FileHandle emptied = open(READS | TRUNCATES);
    assertThat(emptied).isNotEqualTo(writer);
    close(writer, found);
    assertSize(0);
  }

  @Test
  void statDoesNotSettleAFileWithAPendingTruncation() throws Exception {
    close(writer, fill(BEFORE));
    dieAfterCutting(() -> assertThat(statSize()).isEqualTo(BEFORE.length()));
    assertSize(4);
  }

  @Test
  void closeDoesNotSettleAFileWithAPendingTruncation() throws Exception {
    DataReport found = fill(BEFORE);
    dieAfterCutting(() -> close(writer, found));
    assertSize(4);
  }

  /** A delayed cut would remove bytes written after the reply to another cut. */
  @Test
  void truncationsOfAnObjectAreSerialized() throws Exception {
    List<CompletableFuture<?>> others = new ArrayList<>();
    int[] cuts = new int[1];
    volume.watch(
        (call, path) -> {
          if (call.equals("truncate") && cuts[0]++ == 0) {
            others.add(cut(2));
            cluster.simulation().runMillis(100);
            assertThat(cuts[0]).isEqualTo(1);
            assertThat(others.get(0)).isNotDone();
          }
          return null;
        });
    cluster.simulation().await(cut(4));
    cluster.simulation().await(others.get(0));
    assertThat(cuts[0]).isEqualTo(2);
    writeAndClose();
    assertSize(LAST.length());
  }

  private CompletableFuture<?> cut(long size) {
    return client.async().setAttributes(GigaPath.parse("/f"), AttributeChange.ofSize(size));
  }

  /**
   * Truncates the file and kills the server before it retries the request.
   *
   * @param before happens when all is ready for the cut
   */
  private void dieAfterCutting(Runnable before) {
    boolean[] happened = new boolean[2];
    volume.watch(
        (call, path) -> {
          if (call.equals("truncate") && !happened[0]) {
            happened[0] = true;
            before.run();
            cluster.simulation().runMillis(100);
          }
          return null;
        });
    cluster.watchCrashPoints(
        (server, point) -> {
          if (point == CrashPoint.TRUNCATE_DONE && !happened[1]) {
            happened[1] = true;
            server.kill();
            cluster.simulation().after(REBOOT_NANOS, server::startIfDown);
          }
        });
    raw.send(
        raw.setAttributes(
            FileOnVolume.FILE.directory(), 0, "f", next(), AttributeChange.ofSize(4)));
    cluster.simulation().runMillis(60_000);
    assertThat(happened).containsExactly(true, true);
    assertThat(volume.bytesOf(object.path())).hasSize(4);
  }

  private long statSize() {
    try {
      return client.stat("/f").size();
    } catch (GigaException e) {
      throw new AssertionError(e);
    }
  }
}
