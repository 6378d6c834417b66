package io.gigafs.server.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.AsyncGigaClient;
import io.gigafs.client.BulkOutcome;
import io.gigafs.client.FileContents;
import io.gigafs.client.GigaPath;
import io.gigafs.client.OpenFile;
import io.gigafs.client.OpenOptions;
import io.gigafs.client.OpenOptions.Flag;
import io.gigafs.index.Name;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bulk writes and reads of small files. */
class ManyFilesTest {
  private static final GigaPath DIRECTORY = GigaPath.parse("/d");
  private static final Caller USER = new Caller(1000, 1000);

  @TempDir Path directory;
  private SimulatedCluster cluster;
  private SimulatedClient client;
  private AsyncGigaClient giga;

  @BeforeEach
  void start() throws GigaException {
    start(1, 2, directory.resolve("first"));
  }

  private void start(long seed, int servers, Path data) throws GigaException {
    cluster = Setup.seeded(seed).withServers(servers, 16).start(data);
    client = cluster.client();
    giga = client.async();
    client.makeDirectory("/d");
  }

  private static List<Name> names(int count) {
    List<Name> names = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      names.add(Name.of("n" + i));
    }
    return names;
  }

  private List<BulkOutcome> write(List<Name> names, List<byte[]> contents, boolean sync)
      throws GigaException {
    return client.await(giga.writeAll(DIRECTORY, names, contents, 0644, sync));
  }

  private List<FileContents> read(List<Name> names) throws GigaException {
    return client.await(giga.readAll(DIRECTORY, names));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Each file has the bytes written to it and reads back in any order, despite concurrent splits.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void bulkWritesSurviveSplits(long seed) throws Exception {
    start(seed, 3, directory.resolve("seeded"));
    Random random = new Random(seed);
    List<Name> names = names(1_000);
    List<byte[]> contents = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      byte[] bytes =
          new byte[random.nextInt(10) == 0 ? random.nextInt(20_000) : random.nextInt(99)];
      random.nextBytes(bytes);
      contents.add(bytes);
    }
    assertThat(write(names, contents, false))
        .hasSize(names.size())
        .allMatch(outcome -> outcome.error() == null && outcome.inode() != null);
    List<FileContents> read = read(names);
    for (int i = 0; i < names.size(); i++) {
      assertThat(read.get(i).bytes()).as("%s", names.get(i)).isEqualTo(contents.get(i));
    }
    assertThat(client.stat("/d").size()).isEqualTo(names.size());
    contents.replaceAll(bytes -> bytes("again"));
    assertThat(write(names, contents, true)).allMatch(outcome -> outcome.error() == null);
    assertThat(read(names)).allMatch(each -> bytes("again").length == lengthOf(each));
    cluster.heal();
    cluster.check();
  }

  private static int lengthOf(FileContents contents) {
    return contents.bytes() == null ? -1 : contents.bytes().length;
  }

  @Test
  void bulkCallsOpenFilesThatRequireIt() throws Exception {
    List<Name> names = List.of(Name.of("plain"), Name.of("s"), Name.of("linked"), Name.of("open"));
    client.create("/d/target");
    client.await(giga.symlink(bytes("target"), GigaPath.parse("/d/s")));
    client.create("/d/linked");
    client.link("/d/linked", "/d/other");
    OpenFile open =
        client.await(
            cluster
                .client()
                .async()
                .open(
                    GigaPath.parse("/d/open"),
                    OpenOptions.of(Flag.READ, Flag.CREATE).withMode(0644)));
    List<byte[]> contents = List.of(bytes("p"), bytes("sy"), bytes("lin"), bytes("open"));
    assertThat(write(names, contents, true)).allMatch(outcome -> outcome.error() == null);
    List<Name> all = new ArrayList<>(names);
    all.add(Name.of("target"));
    all.add(Name.of("other"));
    assertThat(read(all).stream().map(FileContents::bytes).map(String::new))
        .containsExactly("p", "sy", "lin", "open", "sy", "lin");
    client.await(open.closeAsync());
  }

  @Test
  void eachFileReportsItsOwnError() throws Exception {
    client.makeDirectory("/d/directory");
    client.create("/d/secret");
    client.setAttributes("/d/secret", AttributeChange.ofMode(0600));
    client.changeMode("/d", 0777);
    List<Name> names = List.of(Name.of("a"), Name.of("directory"), Name.of("secret"));
    List<byte[]> contents = List.of(bytes("1"), bytes("2"), bytes("3"));
    AsyncGigaClient users = giga.as(USER);
    List<BulkOutcome> written =
        client.await(users.writeAll(DIRECTORY, names, contents, 0644, false));
    assertThat(written.stream().map(BulkOutcome::error))
        .containsExactly(null, ErrorCode.EISDIR, ErrorCode.EACCES);
    List<Name> asked = new ArrayList<>(names);
    asked.add(Name.of("none"));
    List<FileContents> read = client.await(users.readAll(DIRECTORY, asked));
    assertThat(read.stream().map(FileContents::error))
        .containsExactly(null, ErrorCode.EISDIR, ErrorCode.EACCES, ErrorCode.ENOENT);
    assertThat(read.get(0).bytes()).isEqualTo(bytes("1"));
    assertThat(client.await(users.readAll(DIRECTORY, List.of()))).isEmpty();
    assertThat(client.await(users.writeAll(DIRECTORY, List.of(), List.of(), 0644, true))).isEmpty();
  }

  @Test
  void bulkWritesCountTowardsTheQuota() throws Exception {
    client.await(giga.setQuota(DIRECTORY, 100, 10));
    List<byte[]> contents = List.of(bytes("12345"), bytes("1234"), bytes("123"));
    List<BulkOutcome> written = write(names(3), contents, false);
    assertThat(written.stream().filter(each -> each.error() == null)).hasSize(2);
    assertThat(written.stream().filter(each -> each.error() == ErrorCode.EDQUOT)).hasSize(1);
    assertThat(client.await(giga.quota(DIRECTORY)).usedBytes()).isLessThanOrEqualTo(10);
  }

  @Test
  void syncedBulkWritesSurviveAMachineCrash() throws Exception {
    List<byte[]> contents = List.of(bytes("a"), bytes("b"));
    write(names(2), contents, true);
    for (int server = 0; server < 2; server++) {
      cluster.server(server).crash();
      cluster.server(server).start();
    }
    assertThat(read(names(2)).stream().map(FileContents::bytes))
        .containsExactlyElementsOf(contents);
  }

  @Test
  void bulkReadsSeeUnflushedWrites() throws Exception {
    GigaPath path = GigaPath.parse("/d/n0");
    OpenFile file =
        client.await(giga.open(path, OpenOptions.of(Flag.WRITE, Flag.CREATE).withMode(0644)));
    client.await(file.write(0, ByteBuffer.wrap(bytes("own"))));
    assertThat(read(names(1)).get(0).bytes()).isEqualTo(bytes("own"));
    client.await(file.closeAsync());
  }
}
