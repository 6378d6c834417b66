package io.gigafs.server.file;

import static io.gigafs.client.OpenOptions.Flag.NAMELESS;
import static io.gigafs.client.OpenOptions.Flag.READ;
import static io.gigafs.client.OpenOptions.Flag.WRITE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request.PartitionRequest;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.AccessRequest;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.GetXattrsRequest;
import io.gigafs.protocol.namespace.Xattr;
import io.gigafs.protocol.namespace.Xattr.XattrMode;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** O_TMPFILE: files are created without a name, and are linked later or removed. */
class NamelessFileTest {
  private static final Caller USER = new Caller(1000, 1000);
  private static final int DIRECTORIES = 8;
  private static final String TEXT = "what is in it";

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;

  @BeforeEach
  void start() throws Exception {
    cluster = Setup.seeded(3).withServers(3, 8).start(directory);
    client = cluster.client();
    for (int i = 0; i < DIRECTORIES; i++) {
      client.makeDirectory("/d" + i);
    }
  }

  private static void assertFails(ErrorCode code, Callable<?> call) {
    assertThatThrownBy(call::call)
        .isInstanceOfSatisfying(
            GigaException.class, failure -> assertThat(failure.code()).isEqualTo(code));
  }

  private static OpenFile made(SimulatedClient by, String path) throws GigaException {
    OpenFile file = by.open(path, READ, WRITE, NAMELESS);
    by.await(file.write(0, ByteBuffer.wrap(TEXT.getBytes(StandardCharsets.UTF_8))));
    by.await(file.flush());
    return file;
  }

  private FileAttributes link(OpenFile file, String name) throws GigaException {
    return client.await(client.async().link(file, GigaPath.parse(name)));
  }

  private String text(String path) throws GigaException {
    return new String(
        client.await(client.async().readFile(GigaPath.parse(path))), StandardCharsets.UTF_8);
  }

  /** Names in a file's inode record, once the cluster is idle. */
  private Set<String> placeOf(OpenFile file) {
    cluster.simulation().runMillis(60_000);
    return cluster.check().names(file.inode());
  }

  @Test
  void namelessFileGetsANameByLink() throws Exception {
    for (int i = 0; i < DIRECTORIES; i++) {
      OpenFile file = made(client, "/d0/any" + i);
      assertThat(client.await(file.stat()).links()).isZero();
      assertThat(client.list("/d0")).isEmpty();
      String name = "/d" + i + "/name";
      FileAttributes linked = link(file, name);
      assertThat(linked.links()).isEqualTo(1);
      assertThat(client.stat(name).inode()).isEqualTo(file.inode());
      assertThat(client.stat(name).links()).isEqualTo(1);
      assertFails(ErrorCode.EEXIST, () -> link(file, name));
      assertThat(link(file, "/d0/again").links()).isEqualTo(2);
      client.await(file.closeAsync());
      assertThat(text(name)).isEqualTo(TEXT);
      client.unlink("/d0/again");
      assertThat(client.stat(name).links()).isEqualTo(1);
      assertThat(placeOf(file)).containsExactly(InodeId.FILE_NAME.toString());
      client.unlink(name);
      assertThat(placeOf(file)).isEmpty();
    }
  }

  @Test
  void lastCloseRemovesTheFile() throws Exception {
    OpenFile file = made(client, "/d0/any");
    OpenFile other = client.await(client.async().reopen(file, io.gigafs.client.OpenOptions.READ));
    client.await(file.closeAsync());
    assertThat(placeOf(file)).isNotEmpty();
    client.await(other.closeAsync());
    assertThat(placeOf(file)).isEmpty();
  }

  @Test
  void clientDeathRemovesTheFile() throws Exception {
    SimulatedClient mortal = cluster.client();
    OpenFile file = made(mortal, "/d0/any");
    assertThat(placeOf(file)).isNotEmpty();
    mortal.kill();
    assertThat(placeOf(file)).isEmpty();
  }

  @Test
  void serverRestartKeepsOpenFilesAndRemovesOrphans() throws Exception {
    SimulatedClient mortal = cluster.client();
    OpenFile kept = made(client, "/d0/any");
    OpenFile orphan = made(mortal, "/d0/any");
    mortal.kill();
    cluster.servers().forEach(server -> server.kill());
    cluster.servers().forEach(server -> server.startIfDown());
    link(kept, "/d1/kept");
    client.await(kept.closeAsync());
    assertThat(text("/d1/kept")).isEqualTo(TEXT);
    assertThat(placeOf(orphan)).isEmpty();
    assertThat(placeOf(kept)).isNotEmpty();
  }

  @Test
  void creationChecksTheDirectory() throws Exception {
    SimulatedClient user = client.as(USER);
    assertFails(ErrorCode.EACCES, () -> made(user, "/d0/any"));
    assertFails(ErrorCode.ENOENT, () -> made(user, "/none/any"));
    assertFails(ErrorCode.EINVAL, () -> user.open("/d0/any", READ, NAMELESS));
    client.changeMode("/d0", 02777);
    OpenFile file = made(user, "/d0/any");
    FileAttributes attributes = user.await(file.stat());
    assertThat(attributes.uid()).isEqualTo(USER.uid());
    assertThat(attributes.gid()).isZero();
    assertThat(attributes.mode()).isEqualTo(0644);
    assertFails(
        ErrorCode.EACCES, () -> user.await(user.async().link(file, GigaPath.parse("/d1/f"))));
    user.await(user.async().link(file, GigaPath.parse("/d0/f")));
    assertThat(client.list("/d0")).containsExactly("f");
  }

  @Test
  void onlyClientsWithAHandleCanLinkIt() throws Exception {
    OpenFile file = made(client, "/d0/any");
    SimulatedClient other = cluster.client();
    assertFails(
        ErrorCode.ENOENT, () -> other.await(other.async().link(file, GigaPath.parse("/d1/f"))));
    OpenFile plain = client.open("/d0/plain", WRITE, io.gigafs.client.OpenOptions.Flag.CREATE);
    assertFails(ErrorCode.ENOENT, () -> link(plain, "/d1/f"));
    assertThat(client.list("/d1")).isEmpty();
  }

  @Test
  void otherClientsCannotAccessIt() throws Exception {
    OpenFile file = made(client, "/d0/any");
    client.await(
        file.xattrs(Caller.ROOT).set(new Xattr("user.own", new byte[] {1}), XattrMode.SET));
    RawClient other = cluster.rawClient();
    InodeId at = file.inode();
    String name = InodeId.FILE_NAME.toString();
    List<PartitionRequest<?>> requests =
        List.of(
            other.setAttributes(at, 0, name, new Sequence(1, 0), AttributeChange.ofMode(0666)),
            other.setAttributes(at, 0, name, new Sequence(2, 0), AttributeChange.ofSize(1)),
            other.createXattr(at, 0, name, new Sequence(3, 0), "user.theirs"),
            new GetXattrsRequest(
                at, PartitionIndex.ZEROTH, Caller.ROOT, InodeId.FILE_NAME, false, null, null),
            new AccessRequest(
                at, PartitionIndex.ZEROTH, Caller.ROOT, InodeId.FILE_NAME, 0, false, null));
    for (PartitionRequest<?> request : requests) {
      assertThat(other.error(request)).as(request.toString()).isEqualTo(ErrorCode.ESTALE);
    }
    assertThat(client.await(file.stat()).size()).isEqualTo(TEXT.length());
    client.await(file.setAttributes(AttributeChange.ofMode(0600)));
    assertThat(client.await(file.xattrs(Caller.ROOT).list())).hasSize(1);
    link(file, "/d1/f");
    for (PartitionRequest<?> request : requests.subList(3, requests.size())) {
      other.result(request);
    }
  }

  @Test
  void namelessFilesCountTowardsTheQuota() throws Exception {
    client.await(client.async().setQuota(GigaPath.parse("/d0"), 1, 100));
    OpenFile file = made(client, "/d0/any");
    cluster.simulation().runMillis(5_000);
    assertThat(client.await(client.async().quota(GigaPath.parse("/d0"))).usedBytes())
        .isEqualTo(TEXT.length());
    assertFails(
        ErrorCode.EDQUOT,
        () -> {
          client.await(file.write(0, ByteBuffer.allocate(200)));
          return client.await(file.flush());
        });
    OpenFile second = made(client, "/d0/any");
    assertFails(ErrorCode.EXDEV, () -> link(second, "/d1/f"));
    link(second, "/d0/f");
    OpenFile third = made(client, "/d0/any");
    assertFails(ErrorCode.EDQUOT, () -> link(third, "/d0/g"));
    client.await(third.closeAsync());
    assertThat(placeOf(third)).isEmpty();
    assertThat(client.await(client.async().quota(GigaPath.parse("/d0"))).usedEntries())
        .isEqualTo(1);
  }
}
