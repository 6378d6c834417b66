package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.DataReport;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.PlaceRequest;
import io.gigafs.protocol.file.SpillRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.crash.CrashPoint;
import io.gigafs.tablefs.Store;
import io.gigafs.volume.DataLocation;
import io.gigafs.volume.MemoryVolume;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Planted bugs that lose objects on volumes, or forget to delete them, are detected. */
class PlantedObjectBugTest {
  private static final Name FILE = Name.of("f");
  private static final long SESSION = 77;
  private static final int RESTING_MILLIS = 60_000;
  private static final int DURABLE_MILLIS = 6_000;

  @TempDir Path directory;
  private long requests;

  /** The bug of the server's store: methods of it and its batches that do nothing. */
  enum Bug {
    NONE("", ""),
    FORGETS_WHAT_TO_DELETE("", "putReclaim"),
    FORGETS_WHERE_BYTES_ARE("", "putInline"),
    NEVER_SYNCS("sync", "");

    private final String skippedOfStore;
    private final String skippedOfBatch;

    Bug(String skippedOfStore, String skippedOfBatch) {
      this.skippedOfStore = skippedOfStore;
      this.skippedOfBatch = skippedOfBatch;
    }

    private PlantedFault sabotage() {
      return new PlantedFault() {
        @Override
        public Store store(Store real) {
          return Tampered.store(
              real,
              (method, arguments, call) -> skippedOfStore.equals(method) ? null : call.call(),
              (method, arguments, call) -> skippedOfBatch.equals(method) ? null : call.call());
        }
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void plantedObjectBugIsDetected(Bug bug) {
    List<String> faults;
    try {
      faults = live(bug);
    } catch (AssertionError | RuntimeException e) {
      faults = List.of(String.valueOf(e.getMessage()));
    }
    if (bug == Bug.NONE) {
      assertThat(faults).isEmpty();
    } else {
      assertThat(faults).isNotEmpty();
    }
  }

  /** A file gets an object and loses it, and the server's machine crashes during the deletion. */
  private List<String> live(Bug bug) {
    SimulatedCluster cluster =
        Setup.seeded(1).withServers(1, 4).withSabotage(bug.sabotage()).start(directory);
    MemoryVolume volume = cluster.addVolume("only");
    RawClient raw = cluster.rawClient();
    cluster.simulation().runMillis(100);
    FileHandle handle =
        new FileHandle(
            raw.result(
                    new OpenRequest(
                        InodeId.ROOT,
                        PartitionIndex.ZEROTH,
                        Caller.ROOT,
                        next(),
                        FILE,
                        SESSION,
                        1,
                        true,
                        true,
                        true,
                        false,
                        false,
                        false,
                        false,
                        false,
                        0666,
                        null))
                .attributes()
                .inode(),
            SESSION,
            1);
    DataLocation object =
        raw.result(
                new PlaceRequest(
                    InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, next(), FILE, handle))
            .location();
    volume.put(object.path(), "bytes".getBytes(StandardCharsets.UTF_8));
    DataReport report = new DataReport(5, cluster.wallNanos(), false, 0);
    raw.result(
        new SpillRequest(
            InodeId.ROOT,
            PartitionIndex.ZEROTH,
            Caller.ROOT,
            next(),
            FILE,
            handle,
            object,
            0,
            0,
            0,
            report));
    raw.result(
        new CloseRequest(
            InodeId.ROOT,
            PartitionIndex.ZEROTH,
            Caller.ROOT,
            next(),
            FILE,
            handle,
            List.of(),
            report,
            false,
            false));
    cluster.simulation().runMillis(DURABLE_MILLIS);
    cluster.watchCrashPoints(
        (server, point) -> {
          if (point == CrashPoint.RECLAIM_DELETED) {
            server.crash();
          }
        });
    var unused =
        raw.send(new UnlinkRequest(InodeId.ROOT, PartitionIndex.ZEROTH, Caller.ROOT, next(), FILE));
    cluster.simulation().runMillis(DURABLE_MILLIS);
    cluster.watchCrashPoints((server, point) -> {});
    cluster.heal();
    cluster.simulation().runMillis(RESTING_MILLIS);
    return ObjectsAtRest.faults(cluster);
  }

  private Sequence next() {
    return new Sequence(++requests, 0);
  }
}
