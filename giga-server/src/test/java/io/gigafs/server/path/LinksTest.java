package io.gigafs.server.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.ListedEntry;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.server.SimulatedServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Symbolic links and nodes of all types, on several servers and in partitioned directories. */
class LinksTest {
  private static final int MANY = 60;

  @TempDir Path directory;

  private SimulatedCluster cluster;
  private SimulatedClient simulated;
  private AsyncGigaClient client;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(7).withServers(3, 4).withSplitThreshold(4).start(directory);
    simulated = cluster.client();
    client = simulated.async();
    simulated.makeDirectory("/d");
  }

  @Test
  void targetsSurviveSplitsAndServerKills() throws Exception {
    for (int i = 0; i < MANY; i++) {
      FileAttributes made = await(client.symlink(target(i), path("/d/l" + i)));
      assertThat(made.type()).isEqualTo(FileType.SYMLINK);
      assertThat(made.mode()).isEqualTo(0777);
      assertThat(made.size()).isEqualTo(target(i).length);
    }
    cluster.servers().forEach(SimulatedServer::kill);
    cluster.heal();
    AsyncGigaClient other = cluster.client().async();
    for (int i = 0; i < MANY; i++) {
      assertThat(await(other.readLink(path("/d/l" + i)))).isEqualTo(target(i));
    }
    for (int i = 0; i < MANY; i++) {
      await(other.unlink(path("/d/l" + i)));
      await(other.create(path("/d/l" + i), 0644, true));
      assertRefused(other.readLink(path("/d/l" + i)), ErrorCode.EINVAL);
    }
  }

  /** Targets of 1 to 4,095 bytes, any but NUL. */
  private static byte[] target(int i) {
    byte[] bytes = new byte[i == 0 ? 1 : i == 1 ? 4_095 : i * 7];
    new Random(i).nextBytes(bytes);
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] = bytes[at] == 0 ? 1 : bytes[at];
    }
    return bytes;
  }

  @Test
  void callsFollowLinksUnlessExcluded() throws Exception {
    FileAttributes file = simulated.create("/d/f");
    FileAttributes link = await(client.symlink(bytes("f"), path("/d/l")));
    assertThat(simulated.stat("/d/l")).isEqualTo(file);
    assertThat(await(client.stat(path("/d/l"), Follow.NO))).isEqualTo(link);
    assertThat(simulated.createOrFind("/d/l").inode()).isEqualTo(file.inode());

    simulated.changeMode("/d/l", 0600);
    assertThat(simulated.stat("/d/f").mode()).isEqualTo(0600);
    await(client.setAttributes(path("/d/l"), AttributeChange.ofOwner(5, 6), Follow.NO));
    FileAttributes owned = await(client.stat(path("/d/l"), Follow.NO));
    assertThat(owned.uid()).isEqualTo(5);
    assertThat(simulated.stat("/d/f").uid()).isZero();

    assertThat(simulated.listEntries("/d", true))
        .extracting(ListedEntry::attributes)
        .containsExactlyInAnyOrder(owned, simulated.stat("/d/f"));
    simulated.unlink("/d/l");
    assertThat(simulated.list("/d")).containsExactly("f");
  }

  @Test
  void createThroughALinkCreatesItsTarget() throws Exception {
    simulated.makeDirectory("/e");
    await(client.symlink(bytes("../e/./new"), path("/d/l")));
    assertRefused(client.create(path("/d/l"), 0644, true), ErrorCode.EEXIST);
    FileAttributes made = simulated.createOrFind("/d/l");
    assertThat(simulated.stat("/e/new")).isEqualTo(made);
    assertThat(simulated.list("/e")).containsExactly("new");
    assertThat(await(client.stat(path("/d/l"), Follow.NO)).type()).isEqualTo(FileType.SYMLINK);
    List<BulkOutcome> outcomes =
        await(client.createAll(path("/d"), List.of(Name.of("l"), Name.of("m")), 0644, false));
    assertThat(outcomes.get(0).error()).isEqualTo(ErrorCode.ELOOP);
    assertThat(outcomes.get(1).error()).isNull();
  }

  @Test
  void intermediateLinksLeadToOtherServers() throws Exception {
    for (int i = 0; i < 8; i++) {
      simulated.makeDirectory("/d" + i);
      String next = i == 7 ? "." : "../d" + (i + 1) + "/next";
      await(client.symlink(bytes(next), path("/d" + i + "/next")));
    }
    simulated.create("/d0/next/f");
    assertThat(simulated.list("/d7")).containsExactlyInAnyOrder("f", "next");
    assertThat(simulated.stat("/d0/next/../d3/next/./f")).isEqualTo(simulated.stat("/d7/f"));
    assertThat(simulated.list("/d0/next/")).containsExactlyInAnyOrder("f", "next");
    simulated.makeDirectory("/d3/next/sub/");
    simulated.removeDirectory("/d5/next/sub/");
    simulated.unlink("/d0/next/f");
    assertThat(simulated.list("/d7")).containsExactly("next");
  }

  @Test
  void replacedLinkTakesEffectAtOnce() throws Exception {
    SimulatedClient other = cluster.client();
    simulated.makeDirectory("/a");
    simulated.makeDirectory("/b");
    simulated.create("/b/f");
    await(client.symlink(bytes("a"), path("/l")));
    assertThat(other.list("/l")).isEmpty();
    simulated.unlink("/l");
    await(client.symlink(bytes("b"), path("/l")));
    assertThat(other.list("/l")).containsExactly("f");
  }

  @Test
  void symlinksMayHaveSeveralNames() throws Exception {
    simulated.makeDirectory("/e");
    FileAttributes file = simulated.create("/d/f");
    await(client.symlink(bytes("../d/f"), path("/d/l")));
    for (int i = 0; i < 10; i++) {
      await(client.link(path("/d/l"), path("/e/m" + i), Follow.NO));
    }
    FileAttributes link = await(client.stat(path("/e/m7"), Follow.NO));
    assertThat(link.type()).isEqualTo(FileType.SYMLINK);
    assertThat(link.links()).isEqualTo(11);
    assertThat(await(client.readLink(path("/e/m3")))).isEqualTo(bytes("../d/f"));
    assertThat(simulated.stat("/e/m5").inode()).isEqualTo(file.inode());
    simulated.changeMode("/e/m4", 0600);
    assertThat(simulated.stat("/d/f").mode()).isEqualTo(0600);
    assertThat(simulated.createOrFind("/e/m2").inode()).isEqualTo(file.inode());
    await(client.setAttributes(path("/e/m1"), AttributeChange.ofOwner(9, null), Follow.NO));
    assertThat(await(client.stat(path("/d/l"), Follow.NO)).uid()).isEqualTo(9);
    assertThat(simulated.listEntries("/e", true))
        .hasSize(10)
        .allSatisfy(entry -> assertThat(entry.attributes()).isNotNull())
        .extracting(entry -> Objects.requireNonNull(entry.attributes()).inode())
        .containsOnly(link.inode());
    simulated.unlink("/d/l");
    assertThat(await(client.readLink(path("/e/m0")))).isEqualTo(bytes("../d/f"));
    assertRefused(client.stat(path("/e/m0/x")), ErrorCode.ENOTDIR);
    await(client.link(path("/e/m0"), path("/d/same"), Follow.YES));
    assertThat(simulated.stat("/d/same").links()).isEqualTo(2);
    assertThat(simulated.stat("/d/same").inode()).isEqualTo(file.inode());
  }

  @Test
  void renameMovesTheLinkItself() throws Exception {
    simulated.makeDirectory("/e");
    simulated.create("/e/f");
    for (int i = 0; i < 20; i++) {
      await(client.symlink(bytes("f"), path("/d/l" + i)));
      await(client.rename(path("/d/l" + i), path("/e/l" + i), RenameMode.REPLACE));
    }
    FileAttributes file = simulated.stat("/e/f");
    for (int i = 0; i < 20; i++) {
      assertThat(await(client.readLink(path("/e/l" + i)))).isEqualTo(bytes("f"));
      assertThat(simulated.stat("/e/l" + i)).isEqualTo(file);
    }
    assertThat(simulated.list("/d")).isEmpty();
    assertRefused(
        client.rename(path("/e/l0/"), path("/e/x"), RenameMode.REPLACE), ErrorCode.ENOTDIR);
    assertRefused(
        client.rename(path("/e/f"), path("/e/x/"), RenameMode.REPLACE), ErrorCode.ENOTDIR);
    assertRefused(client.rename(path("/e/."), path("/e/x"), RenameMode.REPLACE), ErrorCode.EBUSY);
  }

  @Test
  void nodesHaveTheRequestedAttributes() throws Exception {
    Caller alice = new Caller(1000, 100);
    simulated.changeMode("/d", 02777);
    await(client.setAttributes(path("/d"), AttributeChange.ofOwner(0, 300)));
    for (FileType type : FileType.values()) {
      if (type == FileType.DIRECTORY || type == FileType.SYMLINK) {
        continue;
      }
      boolean isDevice = type == FileType.BLOCK_DEVICE || type == FileType.CHARACTER_DEVICE;
      AsyncGigaClient maker = isDevice ? client : client.as(alice);
      FileAttributes made = await(maker.makeNode(path("/d/" + type), type, 0640, 0x1234567890L));
      assertThat(made.type()).isEqualTo(type);
      assertThat(made.mode()).isEqualTo(0640);
      assertThat(made.uid()).isEqualTo(isDevice ? 0 : 1000);
      assertThat(made.gid()).as("the directory's, as it is set-gid").isEqualTo(300);
      assertThat(made.device()).isEqualTo(isDevice ? 0x1234567890L : 0);
      assertThat(simulated.stat("/d/" + type)).isEqualTo(made);
    }
    FileAttributes link = await(client.as(alice).symlink(bytes("x"), path("/d/l")));
    assertThat(List.of(link.uid(), link.gid(), link.mode())).containsExactly(1000, 300, 0777);
  }

  private void assertRefused(CompletableFuture<?> future, ErrorCode code) {
    assertThatThrownBy(() -> await(future))
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  private <T> T await(CompletableFuture<T> future) throws GigaException {
    return cluster.simulation().await(future);
  }

  private static GigaPath path(String text) {
    return GigaPath.parse(text);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
