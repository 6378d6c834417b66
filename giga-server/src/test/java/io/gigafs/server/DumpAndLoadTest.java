package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.TestShell;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClients;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.RestoredEntry;
import io.gigafs.time.FileTimestamp;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree that is dumped from one cluster is the same in another, whatever its servers. */
class DumpAndLoadTest {
  private static final int SPLIT_THRESHOLD = 100;

  @TempDir Path directory;

  private static final long LATE = FileTimestamp.of(10_413_792_000L, 1);

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static void fill(GigaClient client) throws Exception {
    RandomEntries entries = new RandomEntries(1);
    restore(client, "/", entries.next("r", 0, 500));
    client.makeDirectory(path("/large"), 0755);
    restore(client, "/large", entries.next("large-", 0, 5_000));
    for (int i = 0; i < 30; i++) {
      String parent = i < 10 ? "" : "/d" + i % 10;
      client.makeDirectory(path(parent + "/d" + i), 02700 + i);
      restore(client, parent + "/d" + i, entries.next("f", 0, 20 * i));
    }
    client.makeDirectory(new GigaPath(List.of(Name.of(new byte[] {(byte) 0xff, '\n', 1}))), 0);
    client.setAttributes(
        path("/large"), AttributeChange.restoring(01751, 7, 8, FileTimestamp.EARLIEST, LATE, 11));
    client.setAttributes(path("/"), AttributeChange.restoring(02711, 3, 4, -11, 12, 13));
  }

  private static void restore(GigaClient client, String path, List<RestoredEntry> entries)
      throws Exception {
    List<BulkOutcome> outcomes = client.restoreAll(path(path), entries);
    assertThat(outcomes).allMatch(outcome -> outcome.error() == null);
  }

  private static TestShell.Result run(TestCluster cluster, String line) {
    return new TestShell()
        .connectingBy(GigaClients::connect)
        .runWords((line + " -c giga://" + cluster.endpoints().get(0) + "/").split(" ", -1));
  }

  private static void ok(TestCluster cluster, String line) {
    TestShell.Result result = run(cluster, line);
    assertThat(result.err()).isEmpty();
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void aClusterOfTwoServersTakesWhatOneOfThreeHeld() throws Exception {
    Path dump = directory.resolve("a.dump");
    try (TestCluster source = start("source", 3);
        TestCluster target = start("target", 2)) {
      GigaClient from = source.client();
      fill(from);
      ok(source, "admin dump -o " + dump);
      ok(target, "admin load " + dump);
      GigaClient to = target.client();
      assertThat(SameTrees.check(from, to)).isEqualTo(500 + 1 + 5_000 + 30 + 20 * 435 + 1);

      for (int server = 0; server < 2; server++) {
        target.stop(server);
      }
      for (int server = 0; server < 2; server++) {
        target.restart(server);
      }
      SameTrees.check(from, target.client());
    }
  }

  @Test
  void smallFilesGoAlongWithTheirBytes() throws Exception {
    Path dump = directory.resolve("a.dump");
    try (TestCluster source = start("source", 2);
        TestCluster target = start("target", 3)) {
      GigaClient from = source.client();
      Random random = new Random(3);
      Map<GigaPath, byte[]> written = new HashMap<>();
      from.makeDirectory(path("/d"), 0755);
      for (int i = 0; i < 300; i++) {
        byte[] bytes = new byte[i % 7 == 0 ? 0 : random.nextInt(i % 10 == 0 ? 30_000 : 2_000)];
        random.nextBytes(bytes);
        GigaPath path = path((i % 2 == 0 ? "/d/f" : "/f") + i);
        from.writeFile(path, 0640, bytes, false);
        written.put(path, bytes);
      }
      ok(source, "admin dump -o " + dump);
      ok(target, "admin load " + dump);
      ok(target, "admin load --resume " + dump);
      GigaClient to = target.client();
      for (Map.Entry<GigaPath, byte[]> each : written.entrySet()) {
        assertThat(to.stat(each.getKey()).modifiedNanos())
            .isEqualTo(from.stat(each.getKey()).modifiedNanos());
        assertThat(to.readFile(each.getKey())).isEqualTo(each.getValue());
      }
    }
  }

  @Test
  void aLoadThatWasCutOffGoesOn() throws Exception {
    Path dump = directory.resolve("a.dump");
    Path cut = directory.resolve("cut.dump");
    try (TestCluster source = start("source", 1);
        TestCluster target = start("target", 3)) {
      GigaClient from = source.client();
      fill(from);
      ok(source, "admin dump -o " + dump);
      byte[] bytes = Files.readAllBytes(dump);
      Files.write(cut, Arrays.copyOf(bytes, bytes.length * 2 / 3));
      assertThat(run(target, "admin load " + cut).exitCode()).isEqualTo(1);
      assertThat(target.client().stat(GigaPath.ROOT).size()).isPositive();
      ok(target, "admin load --resume " + dump);
      SameTrees.check(from, target.client());
    }
  }

  private TestCluster start(String name, int servers) throws Exception {
    return TestCluster.start(directory.resolve(name), servers, 16, SPLIT_THRESHOLD);
  }
}
