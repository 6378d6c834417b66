package io.gigafs.server.file;

import static io.gigafs.server.file.RawFile.CREATES;
import static io.gigafs.server.file.RawFile.READS;
import static io.gigafs.server.file.RawFile.WRITES;
import static io.gigafs.server.file.RawFile.at;
import static io.gigafs.server.file.RawFile.textOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.OpenResult;
import io.gigafs.protocol.file.WriteFileRequest;
import io.gigafs.protocol.file.WriteFileRequest.WriteFileResult;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Small files written whole with one request. */
class WriteFileTest {
  private static final Caller USER = new Caller(1000, 1000);
  private static final RawFile FILE = RawFile.named("f");
  private static final int MOST = 96 << 10;

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;
  private RawClient raw;
  private long requests;

  @BeforeEach
  void start() {
    cluster = Setup.seeded(1).withServers(1, 4).start(directory);
    client = cluster.client();
    raw = cluster.rawClient();
  }

  private Sequence next() {
    return new Sequence(++requests, 0);
  }

  private static WriteFileRequest request(
      RawFile file, Sequence sequence, byte[] bytes, boolean sync) {
    return new WriteFileRequest(
        file.directory(),
        PartitionIndex.ZEROTH,
        file.caller(),
        sequence,
        file.name(),
        0666,
        bytes,
        sync);
  }

  private WriteFileRequest request(RawFile file, String text) {
    return request(file, next(), text.getBytes(StandardCharsets.UTF_8), false);
  }

  private FileAttributes write(String text) {
    return written(request(FILE, text));
  }

  private FileAttributes written(WriteFileRequest request) {
    FileAttributes written = raw.result(request).written();
    if (written == null) {
      throw new AssertionError(request.name() + " was not written");
    }
    return written;
  }

  private String read() {
    return textOf(raw.result(FILE.readFile()).data());
  }

  @Test
  void writeCreatesTheFile() throws Exception {
    FileAttributes made = write("small");
    assertThat(made).isEqualTo(client.stat("/f"));
    assertThat(made.mode()).isEqualTo(0666);
    assertThat(made.size()).isEqualTo(5);
    assertThat(read()).isEqualTo("small");
    assertThat(raw.result(request(RawFile.named("none"), "")).written()).isNotNull();
    assertThat(client.stat("/none").size()).isZero();
  }

  @Test
  void writeReplacesTheContents() throws Exception {
    FileAttributes first = write("what was there");
    client.changeMode("/f", 06777);
    cluster.simulation().runMillis(10);
    FileAttributes second = write("new");
    assertThat(second.inode()).isEqualTo(first.inode());
    assertThat(second.mode()).isEqualTo(06777);
    assertThat(second.size()).isEqualTo(3);
    assertThat(second.modifiedNanos()).isGreaterThan(first.modifiedNanos());
    assertThat(second).isEqualTo(client.stat("/f"));
    assertThat(read()).isEqualTo("new");
    assertThat(written(request(FILE.actingFor(USER), "mine")).mode()).isEqualTo(0777);
    assertThat(write("").size()).isZero();
    assertThat(read()).isEmpty();
    client.setAttributes("/f", AttributeChange.ofSize(4));
    assertThat(read()).isEmpty();
  }

  @Test
  void writeChecksPermissions() throws Exception {
    client.changeMode("/", 0755);
    RawFile users = FILE.actingFor(USER);
    assertThat(raw.error(request(users, "x"))).isEqualTo(ErrorCode.EACCES);
    FileAttributes before = write("kept");
    client.changeMode("/f", 0644);
    assertThat(raw.error(request(users, "x"))).isEqualTo(ErrorCode.EACCES);
    assertThat(read()).isEqualTo("kept");
    client.changeMode("/f", 0646);
    assertThat(written(request(users, "x")).inode()).isEqualTo(before.inode());
    client.changeMode("/", 0700);
    assertThat(raw.error(request(users, "y"))).isEqualTo(ErrorCode.EACCES);
    assertThat(read()).isEqualTo("x");
  }

  @Test
  void writeSkipsFilesThatMustBeOpened() throws Exception {
    client.makeDirectory("/d");
    client.await(client.async().symlink(new byte[] {'d'}, GigaPath.parse("/s")));
    write("kept");
    FileAttributes before = client.stat("/f");
    for (String name : new String[] {"d", "s"}) {
      assertThat(raw.result(request(RawFile.named(name), "x")).written()).isNull();
    }
    assertThat(raw.result(request(FILE, next(), new byte[MOST + 1], false)).written()).isNull();
    assertThat(client.stat("/f")).isEqualTo(before);
    OpenResult opened = raw.result(FILE.open(next(), 9, READS));
    assertThat(raw.result(request(FILE, "x")).written()).isNull();
    FileHandle handle = new FileHandle(opened.attributes().inode(), FILE.session(), 9);
    assertThat(textOf(raw.result(FILE.read(handle)).data())).isEqualTo("kept");
    raw.result(FILE.close(next(), handle, false));
    assertThat(raw.result(request(FILE, "y")).written()).isNotNull();
    client.link("/f", "/g");
    assertThat(raw.result(request(FILE, "x")).written()).isNull();
    RawFile home = new RawFile(before.inode(), InodeId.FILE_NAME, Caller.ROOT, FILE.session());
    assertThat(raw.result(request(home, "x")).written()).isNull();
    assertThat(textOf(raw.result(home.readFile()).data())).isEqualTo("y");
  }

  @Test
  void retriesGetTheFirstReply() {
    Sequence writing = next();
    byte[] bytes = {'a'};
    WriteFileResult first = raw.result(request(FILE, writing, bytes, true));
    write("later");
    assertThat(raw.result(request(FILE, writing, bytes, true))).isEqualTo(first);
    assertThat(read()).isEqualTo("later");
  }

  @Test
  void syncedWritesSurviveAMachineCrash() {
    raw.result(request(FILE, next(), "synced".getBytes(StandardCharsets.UTF_8), true));
    cluster.server(0).crash();
    cluster.server(0).start();
    raw = cluster.rawClient();
    assertThat(read()).isEqualTo("synced");
  }

  @Test
  void writesCountTowardsTheQuota() throws Exception {
    InodeId limited = client.makeDirectory("/q").inode();
    client.await(client.async().setQuota(GigaPath.parse("/q"), 2, 1_000));
    RawFile file = new RawFile(limited, FILE.name(), Caller.ROOT, FILE.session());
    assertThat(raw.error(request(file, next(), new byte[1_001], false)))
        .isEqualTo(ErrorCode.EDQUOT);
    assertThat(raw.error(file.readFile())).isEqualTo(ErrorCode.ENOENT);
    assertThat(raw.result(request(file, next(), new byte[900], false)).written()).isNotNull();
    assertThat(raw.result(request(file, next(), new byte[1_000], false)).written()).isNotNull();
    assertThat(raw.error(request(file, next(), new byte[1_001], false)))
        .isEqualTo(ErrorCode.EDQUOT);
    assertThat(raw.result(request(file, next(), new byte[10], false)).written()).isNotNull();
    assertThat(client.await(client.async().quota(GigaPath.parse("/q"))).usedBytes()).isEqualTo(10);
  }

  @Test
  void clientsOpenFilesThatMustBeOpened() throws Exception {
    write("kept");
    client.await(client.async().symlink(new byte[] {'f'}, GigaPath.parse("/s")));
    client.link("/f", "/g");
    GigaPath link = GigaPath.parse("/s");
    byte[] bytes = {'n', 'e', 'w'};
    assertThat(client.await(client.async().writeFile(link, 0644, bytes, true)).size()).isEqualTo(3);
    assertThat(client.await(client.async().readFile(GigaPath.parse("/g")))).isEqualTo(bytes);
    FileHandle handle =
        new FileHandle(
            raw.result(RawFile.named("o").open(next(), 5, WRITES | CREATES)).attributes().inode(),
            FILE.session(),
            5);
    GigaPath held = GigaPath.parse("/o");
    assertThat(client.await(client.async().writeFile(held, 0644, bytes, false)).size())
        .isEqualTo(3);
    RawFile o = RawFile.named("o");
    assertThat(raw.result(o.close(next(), handle, false, at(3, "er"))).attributes().size())
        .isEqualTo(5);
    assertThat(client.await(client.async().readFile(held))).asString().isEqualTo("newer");
  }

  @Test
  void writeFileRejectsSpecialFiles() throws GigaException {
    GigaPath device = GigaPath.parse("/device");
    client.await(client.async().makeNode(device, FileType.CHARACTER_DEVICE, 0666, 1));
    for (int length : new int[] {0, 3}) {
      assertThatThrownBy(
              () -> client.await(client.async().writeFile(device, 0666, new byte[length], false)))
          .isInstanceOfSatisfying(
              GigaException.class,
              failure -> assertThat(failure.code()).isEqualTo(ErrorCode.EINVAL));
    }
  }
}
