package io.gigafs.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.access.AclXattr;
import io.gigafs.cli.TestShell;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaClient.EntryIterator;
import io.gigafs.client.GigaClients;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.client.Quota;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.AttributeChange;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Xattr;
import io.gigafs.protocol.XattrMode;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dump holds all there is of a tree, and a load makes it again, each compared by a walk. */
class DumpEverythingTest {
  private static final int SPLIT_THRESHOLD = 20;

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

  private static byte[] random(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private static void fill(GigaClient client) throws Exception {
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
  }

  private static void xattr(GigaClient client, String path, String name, byte[] value)
      throws GigaException {
    client.setXattr(path(path), new Xattr(name, value), XattrMode.SET, Follow.NO);
  }

  /** All that a client can see of a tree, but for inode ids and what reading changes. */
  private static Map<String, String> seen(GigaClient client) throws GigaException {
    Map<String, String> seen = new TreeMap<>();
    see(client, GigaPath.ROOT, seen, new HashMap<>());
    return seen;
  }

  private static void see(
      GigaClient client, GigaPath path, Map<String, String> seen, Map<InodeId, String> files)
      throws GigaException {
    FileAttributes found = client.stat(path, Follow.NO);
    StringBuilder said = new StringBuilder();
    said.append(found.type())
        .append(" %o %d:%d ".formatted(found.mode(), found.uid(), found.gid()))
        .append("size %d links %d ".formatted(found.size(), found.links()))
        .append("%d %d ".formatted(found.modifiedNanos(), found.changedNanos()))
        .append(found.type() == FileType.REGULAR ? "" : "device " + found.device());
    if (!found.isDirectory()) {
      said.append(" same as ")
          .append(files.computeIfAbsent(found.inode(), first -> path.toString()));
    }
    for (Xattr xattr : client.listXattrs(path, Follow.NO)) {
      said.append(' ').append(xattr.name()).append('=').append(hash(xattr.value()));
    }
    if (found.type() == FileType.REGULAR) {
      said.append(" holds ").append(hash(client.readFile(path)));
    } else if (found.type() == FileType.SYMLINK) {
      said.append(" to ").append(hash(client.readLink(path)));
    } else if (found.isDirectory()) {
      said.append(quota(client, path));
      try (EntryIterator entries = client.list(path, false)) {
        while (entries.hasNext()) {
          see(client, path.child(entries.next().name()), seen, files);
        }
      }
    }
    seen.put(path.toString(), said.toString());
  }

  private static String quota(GigaClient client, GigaPath path) throws GigaException {
    try {
      Quota quota = client.quota(path);
      return " quota " + quota;
    } catch (GigaException e) {
      assertThat(e.code()).isEqualTo(ErrorCode.ENODATA);
      return "";
    }
  }

  private static String hash(byte[] bytes) {
    return bytes.length < 40
        ? HexFormat.of().formatHex(bytes)
        : bytes.length + "#" + Arrays.hashCode(bytes);
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
  void allThatIsThereIsThereAgain() throws Exception {
    Path dump = directory.resolve("a.dump");
    try (TestCluster source = start("source", 2);
        TestCluster target = start("target", 3)) {
      fill(source.client());
      Map<String, String> before = seen(source.client());
      ok(source, "admin dump -o " + dump);
      ok(target, "admin load " + dump);
      assertThat(seen(target.client())).isEqualTo(before);
      ok(target, "admin load --resume " + dump);
      assertThat(seen(target.client())).isEqualTo(before);
      assertThat(seen(source.client())).isEqualTo(before);
    }
  }

  @Test
  void aLoadThatIsCutOffAnywhereGoesOn() throws Exception {
    Path dump = directory.resolve("a.dump");
    Path cut = directory.resolve("cut.dump");
    try (TestCluster source = start("source", 1)) {
      fill(source.client());
      Map<String, String> before = seen(source.client());
      ok(source, "admin dump -o " + dump);
      byte[] bytes = Files.readAllBytes(dump);
      try (TestCluster target = start("target", 2)) {
        String resume = "";
        for (int part = 1; part <= 4; part++) {
          Files.write(cut, Arrays.copyOf(bytes, bytes.length * part / 5));
          TestShell.Result result = run(target, "admin load " + resume + cut);
          assertThat(result.exitCode()).as(result.err()).isEqualTo(1);
          assertThat(result.err()).contains("cut off");
          resume = "--resume ";
        }
        ok(target, "admin load --resume " + dump);
        assertThat(seen(target.client())).isEqualTo(before);
      }
    }
  }

  private TestCluster start(String name, int servers) throws Exception {
    TestCluster cluster = TestCluster.start(directory.resolve(name), servers, 16, SPLIT_THRESHOLD);
    cluster.addPosixVolume("v" + name);
    return cluster;
  }
}
