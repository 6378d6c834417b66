package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.BulkOutcome;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.cluster.StatusResult.ServerProblem;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.tablefs.SmallDisk;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests real servers on disks that are full, read-only or damaged. */
class ServerFailingDiskTest {
  private static final long MIB = 1L << 20;
  private static final long DISK_BYTES = 64 * MIB;
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int BATCH = 1_000;
  private static final int SPLIT_THRESHOLD = 2_000;

  @TempDir Path directory;
  private final Set<String> acknowledged = new TreeSet<>();
  private int made;

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  /** Creates files until one is refused; returns the error. */
  private ErrorCode createUntilRefused(GigaClient client) {
    while (true) {
      List<Name> names = new ArrayList<>();
      for (int i = 0; i < BATCH; i++) {
        names.add(Name.of("file-" + made++));
      }
      List<BulkOutcome> outcomes;
      try {
        outcomes = client.createAll(path("/d"), names, 0644, true);
      } catch (GigaException e) {
        return e.code(); // no file was made
      }
      ErrorCode refused = null;
      for (int i = 0; i < BATCH; i++) {
        if (outcomes.get(i).error() == null) {
          acknowledged.add(names.get(i).toString());
        } else {
          refused = outcomes.get(i).error();
        }
      }
      if (refused != null) {
        return refused;
      }
    }
  }

  private void create(GigaClient client, String name) throws GigaException {
    client.create(path("/d/" + name), 0644, true);
    acknowledged.add(name);
  }

  /** Retries until the create succeeds, as long as the test may last. */
  private void createOnceItGoes(GigaClient client, String name) {
    while (true) {
      try {
        create(client, name);
        return;
      } catch (GigaException e) {
        assertThat(e.code()).isIn(ErrorCode.ENOSPC, ErrorCode.EIO);
        LockSupport.parkNanos(POLL_NANOS);
      }
    }
  }

  private void assertHoldsWhatWasAcknowledged(GigaClient client) throws GigaException {
    List<String> listed = new ArrayList<>();
    try (GigaClient.EntryIterator entries = client.list(path("/d"), false)) {
      entries.forEachRemaining(entry -> listed.add(entry.name().toString()));
    }
    assertThat(listed).doesNotHaveDuplicates();
    assertThat(new TreeSet<>(listed)).isEqualTo(acknowledged);
    assertThat(client.stat(path("/d")).size()).isEqualTo(acknowledged.size());
  }

  private static List<ServerProblem> problems(GigaClient client) throws GigaException {
    List<ServerProblem> problems = new ArrayList<>();
    for (ServerInfo server : client.clusterView().servers()) {
      problems.addAll(client.admin().status(server, false).problems());
    }
    return problems;
  }

  private static void assertOnlyProblem(GigaClient client, String kind, String cause)
      throws GigaException {
    assertThat(problems(client))
        .isNotEmpty()
        .allSatisfy(
            problem -> {
              assertThat(problem.kind()).isEqualTo(kind);
              assertThat(problem.cause()).contains(cause);
            });
  }

  private static void assertRefused(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(GigaException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void fullDiskRefusesCreatesOnly() throws Exception {
    try (SmallDisk disk = SmallDisk.inMemory(directory.resolve("disk"), DISK_BYTES);
        TestCluster cluster = TestCluster.start(disk.path(), 2, 4, SPLIT_THRESHOLD)) {
      GigaClient client = cluster.client();
      client.makeDirectory(path("/d"), 0755);
      create(client, "first");
      disk.fill(2 * MIB);
      while (problems(client).size() < 2) {
        LockSupport.parkNanos(POLL_NANOS);
      }
      assertThat(createUntilRefused(client)).isEqualTo(ErrorCode.ENOSPC);
      assertRefused(() -> client.makeDirectory(path("/d/sub"), 0755), ErrorCode.ENOSPC);
      assertOnlyProblem(client, "full", "kept for deletions");
      client.unlink(path("/d/first"));
      acknowledged.remove("first");
      client.setAttributes(path("/d"), AttributeChange.ofMode(0700));
      assertHoldsWhatWasAcknowledged(client);
      disk.empty();
      createOnceItGoes(client, "again");
      assertHoldsWhatWasAcknowledged(client);
      cluster.stop(0);
      cluster.restart(0);
      assertHoldsWhatWasAcknowledged(cluster.client());
    }
  }

  @Test
  void diskThatRunsFullStillServesReadsAndLosesNothing() throws Exception {
    try (SmallDisk disk = SmallDisk.inMemory(directory.resolve("disk"), DISK_BYTES);
        TestCluster cluster =
            TestCluster.start(
                disk.path(), 2, 4, SPLIT_THRESHOLD, settings -> settings.reserveBytes(0))) {
      GigaClient client = cluster.client();
      client.makeDirectory(path("/d"), 0755);
      disk.fill(2 * MIB);
      assertThat(createUntilRefused(client)).isEqualTo(ErrorCode.ENOSPC);
      assertHoldsWhatWasAcknowledged(client);
      assertOnlyProblem(client, "failed", "the disk is full");
      disk.empty();
      createOnceItGoes(client, "again");
      assertHoldsWhatWasAcknowledged(client);
      while (!problems(client).isEmpty()) {
        LockSupport.parkNanos(POLL_NANOS);
      }
      cluster.stop(0);
      cluster.restart(0);
      assertHoldsWhatWasAcknowledged(cluster.client());
    }
  }

  @Test
  void readOnlyDiskServesReadsUntilItIsRepaired() throws Exception {
    Path image = directory.resolve("image");
    Path data = directory.resolve("s0");
    SmallDisk disk = SmallDisk.inFile(image, data, 4 * DISK_BYTES);
    try (TestCluster cluster = TestCluster.start(directory, 1, 4, SPLIT_THRESHOLD)) {
      GigaClient client = cluster.client();
      client.makeDirectory(path("/d"), 0755);
      for (int i = 0; i < 100; i++) {
        create(client, "file" + i);
      }
      cluster.stop(0); // which puts all on the disk
      cluster.restart(0);
      GigaClient before = cluster.client();
      disk.breakDown();
      assertRefused(() -> before.create(path("/d/refused"), 0644, true), ErrorCode.EIO);
      assertRefused(() -> before.unlink(path("/d/file1")), ErrorCode.EIO);
      assertHoldsWhatWasAcknowledged(before);
      while (!problems(before).get(0).cause().contains("Read-only file system")) {
        LockSupport.parkNanos(POLL_NANOS); // until a probe has reported more than the first failure
      }
      assertOnlyProblem(before, "failed", "Read-only file system");
      cluster.stop(0);
      disk.close();
      disk = SmallDisk.mounted(image, data);
      cluster.restart(0);
      GigaClient after = cluster.client();
      assertThat(problems(after)).isEmpty();
      assertHoldsWhatWasAcknowledged(after);
      create(after, "again");
    } finally {
      disk.close();
    }
  }

  @Test
  void damagedFileAffectsOnlyItsOwnRows() throws Exception {
    try (TestCluster cluster = TestCluster.start(directory, 1, 4, Integer.MAX_VALUE)) {
      GigaClient client = cluster.client();
      client.makeDirectory(path("/d"), 0755);
      client.makeDirectory(path("/other"), 0755);
      while (made < 50_000) {
        List<Name> names = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
          names.add(Name.of("file-" + made++));
        }
        client.createAll(path("/d"), names, 0644, true);
      }
      for (int i = 0; i < 2; i++) {
        cluster.stop(0); // starting writes the log's rows to tables
        cluster.restart(0);
      }
      cluster.stop(0);
      Path table = damageLargestTable();
      cluster.restart(0);
      GigaClient damaged = cluster.client();
      assertThatThrownBy(
              () -> {
                try (GigaClient.EntryIterator entries = damaged.list(path("/d"), false)) {
                  entries.forEachRemaining(entry -> {});
                }
              })
          .hasStackTraceContaining(String.valueOf(table.getFileName()));
      damaged.create(path("/other/file"), 0644, true);
      assertThat(damaged.stat(path("/other/file")).size()).isZero();
      damaged.create(path("/d/new"), 0644, true);
      assertOnlyProblem(damaged, "damaged", String.valueOf(table.getFileName()));
    }
  }

  private Path damageLargestTable() throws IOException {
    Path largest;
    try (Stream<Path> files = Files.list(directory.resolve("s0/store/db"))) {
      largest =
          files
              .filter(file -> file.toString().endsWith(".sst"))
              .max(Comparator.comparingLong(file -> file.toFile().length()))
              .orElseThrow();
    }
    try (RandomAccessFile file = new RandomAccessFile(largest.toFile(), "rw")) {
      file.seek(file.length() / 2);
      file.write(new byte[64]);
    }
    return largest;
  }
}
