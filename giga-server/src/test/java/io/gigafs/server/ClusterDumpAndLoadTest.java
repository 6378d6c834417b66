package io.gigafs.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.access.AclXattr;
import io.gigafs.cli.TestShell;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.time.FileTimestamp;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A tree that is dumped from one real cluster is equal in another one with other servers. */
class ClusterDumpAndLoadTest {
  private static final int SPLIT_THRESHOLD = 100;
  private static final int EARLY_SPLIT_THRESHOLD = 20;
  private static final long LATE = FileTimestamp.of(10_413_792_000L, 1);

  /** u::rwx,u:2:rwx,g::---,m::rwx,o::---. */
  private static final byte[] ACL =
      HexFormat.of()
          .parseHex(
              "0200000001000700ffffffff020007000200000004000000ffffffff10000700ffffffff"
                  + "20000000ffffffff");

  @TempDir Path directory;

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static void fillMany(GigaClient client) throws Exception {
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

  private static byte[] random(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void fillAllKinds(GigaClient client) throws Exception {
    client.makeDirectory(path("/d"), 02775);
    client.makeDirectory(path("/d/q"), 0700);
    client.writeFile(path("/d/small"), 0640, random(1, 3_000), false);
    client.writeFile(path("/d/large"), 0600, random(2, 700_000), false);
    try (OpenFile file =
        client.open(path("/d/holes"), OpenOptions.of(Flag.WRITE, Flag.CREATE).withMode(0644))) {
      file.write(300_000, ByteBuffer.wrap(random(3, 1_000))).join();
      file.setAttributes(AttributeChange.ofSize(1_500_000)).join();
    }
    client.symlink("../somewhere/\u00e4".getBytes(UTF_8), path("/d/link"));
    client.setAttributes(
        path("/d/link"),
        new AttributeChange(
            null,
            7,
            8,
            null,
            AttributeChange.TimeChange.to(5),
            AttributeChange.TimeChange.to(6),
            9L),
        Follow.NO);
    client.link(path("/d/small"), path("/small-again"), Follow.NO);
    client.link(path("/d/small"), path("/d/q/small-too"), Follow.NO);
    client.link(path("/d/large"), path("/d/q/large-too"), Follow.NO);
    client.link(path("/d/link"), path("/d/q/link-too"), Follow.NO);
    client.makeNode(path("/d/fifo"), FileType.FIFO, 0622, 0);
    client.makeNode(path("/d/socket"), FileType.SOCKET, 0600, 0);
    client.makeNode(path("/d/device"), FileType.BLOCK_DEVICE, 0660, 0x0803);
    xattr(client, "/d/small", "user.a", random(4, 60_000));
    xattr(client, "/d/large", "trusted.b", new byte[0]);
    xattr(client, "/d/fifo", "trusted.c", random(5, 10));
    xattr(client, "/d", "user.d", random(6, 100));
    xattr(client, "/d/small", AclXattr.ACCESS, ACL);
    xattr(client, "/d/q", AclXattr.ACCESS, ACL);
    xattr(client, "/d/q", AclXattr.DEFAULT, ACL);
    xattr(client, "/", "user.top", random(7, 5));
    for (int i = 0; i < 60; i++) {
      client.writeFile(path("/d/q/f" + i), 0604, random(i, 10 * i), false);
      if (i % 7 == 0) {
        xattr(client, "/d/q/f" + i, "user.number", ("" + i).getBytes(UTF_8));
        client.link(path("/d/q/f" + i), path("/g" + i), Follow.NO);
      }
    }
    client.setQuota(path("/d/q/"), 500, 1 << 30);
    client.setAttributes(path("/d/large"), AttributeChange.restoring(04755, 3, 4, -5, 6, 7));
    client.setAttributes(path("/d"), AttributeChange.restoring(01751, 7, 8, 9, 10, 11));
    client.setAttributes(path("/"), AttributeChange.restoring(02711, 3, 4, -11, 12, 13));
    client.setAttributes(path("/d/q/small-too"), AttributeChange.ofFlags(FileAttributes.IMMUTABLE));
    client.setAttributes(path("/d/large"), AttributeChange.ofFlags(FileAttributes.APPEND_ONLY));
    client.setAttributes(path("/d/q/f3"), AttributeChange.ofFlags(FileAttributes.APPEND_ONLY));
    client.setAttributes(path("/d"), AttributeChange.ofFlags(FileAttributes.IMMUTABLE));
  }

  private static void xattr(GigaClient client, String path, String name, byte[] value)
      throws GigaException {
    client.setXattr(path(path), new Xattr(name, value), XattrMode.SET, Follow.NO);
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

  /** On a busy machine a slow command prints its progress. */
  private static void ok(TestCluster cluster, String line) {
    TestShell.Result result = run(cluster, line);
    assertThat(result.err().lines())
        .allMatch(shown -> shown.matches("(dumping|checking|loading): .* entries, .*"));
    assertThat(result.exitCode()).isZero();
  }

  @Test
  void dumpOfThreeServersLoadsIntoTwo() throws Exception {
    Path dump = directory.resolve("a.dump");
    try (TestCluster source = start("source", 3);
        TestCluster target = start("target", 2)) {
      GigaClient from = source.client();
      fillMany(from);
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
  void dumpContainsBytesOfSmallFiles() throws Exception {
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
  void interruptedLoadOfManyFilesIsResumed() throws Exception {
    Path dump = directory.resolve("a.dump");
    Path cut = directory.resolve("cut.dump");
    try (TestCluster source = start("source", 1);
        TestCluster target = start("target", 3)) {
      GigaClient from = source.client();
      fillMany(from);
      ok(source, "admin dump -o " + dump);
      byte[] bytes = Files.readAllBytes(dump);
      Files.write(cut, Arrays.copyOf(bytes, bytes.length * 2 / 3));
      assertThat(run(target, "admin load " + cut).exitCode()).isEqualTo(1);
      assertThat(target.client().stat(GigaPath.ROOT).size()).isPositive();
      ok(target, "admin load --resume " + dump);
      SameTrees.check(from, target.client());
    }
  }

  @Test
  void allKindsOfEntriesAreRestored() throws Exception {
    Path dump = directory.resolve("a.dump");
    try (TestCluster source = startWithVolume("source", 2);
        TestCluster target = startWithVolume("target", 3)) {
      fillAllKinds(source.client());
      Map<String, String> before = TreeSnapshot.of(source.client());
      ok(source, "admin dump -o " + dump);
      ok(target, "admin load " + dump);
      assertThat(TreeSnapshot.of(target.client())).isEqualTo(before);
      ok(target, "admin load --resume " + dump);
      assertThat(TreeSnapshot.of(target.client())).isEqualTo(before);
      assertThat(TreeSnapshot.of(source.client())).isEqualTo(before);
    }
  }

  @Test
  void loadInterruptedAnywhereIsResumed() throws Exception {
    Path dump = directory.resolve("a.dump");
    Path cut = directory.resolve("cut.dump");
    try (TestCluster source = startWithVolume("source", 1)) {
      fillAllKinds(source.client());
      Map<String, String> before = TreeSnapshot.of(source.client());
      ok(source, "admin dump -o " + dump);
      byte[] bytes = Files.readAllBytes(dump);
      try (TestCluster target = startWithVolume("target", 2)) {
        String resume = "";
        for (int part = 1; part <= 4; part++) {
          Files.write(cut, Arrays.copyOf(bytes, bytes.length * part / 5));
          TestShell.Result result = run(target, "admin load " + resume + cut);
          assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
          assertThat(result.err()).contains("the dump is truncated at byte");
          resume = "--resume ";
        }
        ok(target, "admin load --resume " + dump);
        assertThat(TreeSnapshot.of(target.client())).isEqualTo(before);
      }
    }
  }

  private TestCluster start(String name, int servers) throws Exception {
    return TestCluster.start(directory.resolve(name), servers, 16, SPLIT_THRESHOLD);
  }

  /** Starts a cluster with a volume, for files of all sizes, and directories that split early. */
  private TestCluster startWithVolume(String name, int servers) throws Exception {
    TestCluster cluster =
        TestCluster.start(directory.resolve(name), servers, 16, EARLY_SPLIT_THRESHOLD);
    cluster.addPosixVolume("v" + name);
    return cluster;
  }
}
