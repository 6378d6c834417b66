package io.gigafs.server.file;

import static io.gigafs.server.file.RawFile.CREATES;
import static io.gigafs.server.file.RawFile.READS;
import static io.gigafs.server.file.RawFile.TRUNCATES;
import static io.gigafs.server.file.RawFile.WRITES;
import static io.gigafs.server.file.RawFile.append;
import static io.gigafs.server.file.RawFile.at;
import static io.gigafs.server.file.RawFile.textOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.client.GigaPath;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileHandle;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.OpenResult;
import io.gigafs.protocol.file.ReadFileRequest.ReadFileResult;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.server.RawClient;
import io.gigafs.server.SimulatedClient;
import io.gigafs.server.SimulatedCluster;
import io.gigafs.server.SimulatedCluster.Setup;
import io.gigafs.tablefs.Batch;
import io.gigafs.tablefs.EntryKey;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bytes of small files, tested with single requests. */
class ContentTest {
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

  private FileHandle open(int flags) {
    return open(FILE, flags);
  }

  private FileHandle open(RawFile file, int flags) {
    return file.opened(raw, next(), flags);
  }

  private DataResult write(FileHandle handle, DataWrite... writes) {
    return raw.result(FILE.write(next(), handle, writes));
  }

  private String read(FileHandle handle) {
    return textOf(raw.result(FILE.read(handle)).data());
  }

  private EntryKey key() {
    return EntryKey.of(InodeId.ROOT.value(), FILE.name().position().value(), FILE.name().bytes());
  }

  private static DataWrite ofLength(long offset, int length) {
    return new DataWrite(offset, new byte[length]);
  }

  @Test
  void smallFileIsCreatedWithTwoRequests() throws Exception {
    OpenResult made = raw.result(FILE.open(next(), 1, WRITES | CREATES));
    assertThat(made.outcome()).isEqualTo(OpenResult.Outcome.CREATED);
    assertThat(textOf(made.data())).isEmpty();
    FileHandle handle = new FileHandle(made.attributes().inode(), FILE.session(), 1);
    DataResult closed = raw.result(FILE.close(next(), handle, false, at(0, "small")));
    assertThat(closed.applied()).isTrue();
    assertThat(closed.data()).isNull();
    assertThat(closed.attributes()).isEqualTo(client.stat("/f"));
    assertThat(closed.attributes().size()).isEqualTo(5);
    assertThat(raw.error(FILE.read(handle))).isEqualTo(ErrorCode.EIO);
  }

  @Test
  void openAndReadFileReturnTheBytes() {
    write(open(WRITES | CREATES), at(0, "bytes"));
    OpenResult opened = raw.result(FILE.open(next(), 99, READS));
    assertThat(textOf(opened.data())).isEqualTo("bytes");
    ReadFileResult found = raw.result(FILE.readFile());
    assertThat(found.file().attributes().size()).isEqualTo(5);
    assertThat(textOf(found.data())).isEqualTo("bytes");
  }

  @Test
  void writesAreAppliedInOrder() {
    FileHandle handle = open(READS | WRITES | CREATES);
    DataResult written =
        write(handle, at(2, "cdef"), at(0, "ab"), append("gh"), at(3, "XY"), append("i"));
    assertThat(written.end()).isEqualTo(9);
    assertThat(read(handle)).isEqualTo("abcXYfghi");
    assertThat(write(handle, at(4, "y")).end()).isZero();
    assertThat(write(handle, append("")).end()).isEqualTo(9);
    assertThat(read(handle)).isEqualTo("abcXyfghi");
  }

  @Test
  void skippedRangesReadAsZeros() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    write(handle, at(3, "x"));
    assertThat(read(handle)).isEqualTo("\0\0\0x");
    client.setAttributes("/f", AttributeChange.ofSize(6));
    assertThat(read(handle)).isEqualTo("\0\0\0x");
    assertThat(write(handle, append("y")).attributes().size()).isEqualTo(7);
    assertThat(read(handle)).isEqualTo("\0\0\0x\0\0y");
  }

  @Test
  void truncatedBytesDoNotReappear() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    write(handle, at(0, "abcdef"));
    client.setAttributes("/f", AttributeChange.ofSize(2));
    client.setAttributes("/f", AttributeChange.ofSize(4));
    assertThat(read(handle)).isEqualTo("ab");
    assertThat(client.stat("/f").size()).isEqualTo(4);
    write(handle, at(5, "f"));
    assertThat(read(handle)).isEqualTo("ab\0\0\0f");
    OpenResult emptied = raw.result(FILE.open(next(), 50, WRITES | TRUNCATES));
    assertThat(emptied.attributes().size()).isZero();
    assertThat(textOf(emptied.data())).isEmpty();
    assertThat(cluster.server(0).store().getInline(key())).isNull();
    write(handle, at(1, "z"));
    assertThat(read(handle)).isEqualTo("\0z");
  }

  @Test
  void holesTakeNoSpace() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    write(handle, at(0, "head"));
    client.setAttributes("/f", AttributeChange.ofSize(1L << 40));
    assertThat(read(handle)).isEqualTo("head");
    assertThat(write(handle, at(1, "EA")).attributes().size()).isEqualTo(1L << 40);
    assertThat(write(handle, append("tail")).applied()).isFalse();
    assertThat(write(handle, at(1L << 30, "middle")).applied()).isFalse();
    assertThat(read(handle)).isEqualTo("hEAd");
  }

  @Test
  void writesBeyondTheInlineLimitAreNotApplied() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    assertThat(write(handle, ofLength(0, MOST)).applied()).isTrue();
    FileAttributes before = client.stat("/f");
    DataResult refused = write(handle, at(0, "head"), append("x"));
    assertThat(refused.applied()).isFalse();
    assertThat(textOf(refused.data())).hasSize(MOST).startsWith("\0\0");
    DataResult open = raw.result(FILE.close(next(), handle, false, ofLength(MOST, 1)));
    assertThat(open.applied()).isFalse();
    assertThat(client.stat("/f")).isEqualTo(before);
    assertThat(read(handle)).hasSize(MOST);
  }

  @Test
  void invalidWritesAreRejected() throws Exception {
    FileHandle reader = open(READS | CREATES);
    assertThat(raw.error(FILE.write(next(), reader, at(0, "x")))).isEqualTo(ErrorCode.EBADF);
    FileHandle writer = open(WRITES);
    assertThat(raw.error(FILE.write(next(), writer, at(0, "x"), at(1L << 60, "x"))))
        .isEqualTo(ErrorCode.EFBIG);
    client.await(client.async().makeNode(GigaPath.parse("/fifo"), FileType.FIFO, 0666, 0));
    RawFile fifo = RawFile.named("fifo");
    FileHandle pipe = open(fifo, READS | WRITES);
    assertThat(raw.error(fifo.write(next(), pipe, at(0, "x")))).isEqualTo(ErrorCode.EINVAL);
    assertThat(raw.error(fifo.read(pipe))).isEqualTo(ErrorCode.EINVAL);
    assertThat(raw.result(fifo.readFile()).data()).isNull();
  }

  @Test
  void readFileChecksPermissions() throws Exception {
    write(open(WRITES | CREATES), at(0, "secret"));
    client.changeMode("/f", 0600);
    assertThat(raw.error(FILE.actingFor(USER).readFile())).isEqualTo(ErrorCode.EACCES);
    client.changeMode("/f", 0604);
    assertThat(textOf(raw.result(FILE.actingFor(USER).readFile()).data())).isEqualTo("secret");
    assertThat(raw.error(RawFile.named("none").readFile())).isEqualTo(ErrorCode.ENOENT);
  }

  @Test
  void closeReportsAccessTime() throws Exception {
    write(open(WRITES | CREATES), at(0, "x"));
    FileAttributes before = client.stat("/f");
    cluster.simulation().runMillis(10);
    raw.result(FILE.close(next(), open(READS), false));
    raw.result(FILE.closeAfterReading(next(), open(WRITES))); // which cannot have read
    assertThat(client.stat("/f")).isEqualTo(before);
    FileAttributes read = raw.result(FILE.closeAfterReading(next(), open(READS))).attributes();
    assertThat(read.accessedNanos()).isGreaterThan(before.modifiedNanos());
    assertThat(read.changedNanos()).isEqualTo(before.changedNanos());
    assertThat(client.stat("/f")).isEqualTo(read);
    cluster.simulation().runMillis(10);
    raw.result(FILE.closeAfterReading(next(), open(READS)));
    assertThat(client.stat("/f")).as("as with relatime").isEqualTo(read);
    FileAttributes both =
        raw.result(FILE.closeAfterReading(next(), open(READS | WRITES), at(1, "y"))).attributes();
    assertThat(both.accessedNanos()).isEqualTo(both.modifiedNanos());
  }

  @Test
  void writesChangeTimesAndSetIdBits() throws Exception {
    FileHandle handle = open(WRITES | CREATES);
    client.changeMode("/f", 06777);
    FileAttributes before = client.stat("/f");
    cluster.simulation().runMillis(10);
    assertThat(write(handle).attributes()).isEqualTo(before);
    assertThat(write(handle, at(0, "")).attributes()).isEqualTo(before);
    FileAttributes after = write(handle, at(0, "x")).attributes();
    assertThat(after.mode()).isEqualTo(06777);
    assertThat(after.modifiedNanos()).isGreaterThan(before.modifiedNanos());
    assertThat(after.changedNanos()).isEqualTo(after.modifiedNanos());
    assertThat(after.accessedNanos()).isEqualTo(before.accessedNanos());
    RawFile asUser = FILE.actingFor(USER);
    FileHandle ofUser = open(asUser, WRITES);
    DataResult byUser = raw.result(asUser.write(next(), ofUser, at(0, "y")));
    assertThat(byUser.attributes().mode()).isEqualTo(0777);
  }

  @Test
  void retriesGetTheFirstReply() {
    Sequence opening = next();
    OpenResult opened = raw.result(FILE.open(opening, 1, READS | WRITES | CREATES));
    OpenResult again = raw.result(FILE.open(opening, 1, READS | WRITES | CREATES));
    assertThat(again).isEqualTo(opened.forRetry());
    FileHandle handle = new FileHandle(opened.attributes().inode(), FILE.session(), 1);
    Sequence writing = next();
    DataResult written = raw.result(FILE.write(writing, handle, append("ab")));
    assertThat(raw.result(FILE.write(writing, handle, append("ab")))).isEqualTo(written);
    assertThat(read(handle)).isEqualTo("ab");
    Sequence failing = next();
    assertThat(raw.result(FILE.write(failing, handle, ofLength(1, MOST))).applied()).isFalse();
    DataResult failed = raw.result(FILE.write(failing, handle, ofLength(1, MOST)));
    assertThat(failed.applied()).isFalse();
    assertThat(failed.data()).isNull();
    Sequence closing = next();
    DataResult closed = raw.result(FILE.close(closing, handle, true, append("c")));
    assertThat(raw.result(FILE.close(closing, handle, true, append("c")))).isEqualTo(closed);
    assertThat(textOf(raw.result(FILE.readFile()).data())).isEqualTo("abc");
  }

  /** A crash may or may not keep unsynced data: both outcomes must occur. */
  @Test
  void syncedWritesSurviveAMachineCrash() {
    Set<String> left = new HashSet<>();
    for (int crash = 0; crash < 20; crash++) {
      FileHandle handle = open(WRITES | CREATES);
      raw.result(FILE.write(next(), handle, true, at(0, "synced")));
      write(handle, at(0, "forgot"));
      cluster.server(0).crash();
      cluster.server(0).start();
      raw = raw.reconnected();
      left.add(textOf(raw.result(FILE.readFile()).data()));
    }
    assertThat(left).containsExactlyInAnyOrder("synced", "forgot");
  }

  @Test
  void partialWritesToCorruptBytesFail() throws Exception {
    FileHandle handle = open(READS | WRITES | CREATES);
    write(handle, at(0, "whole"));
    cluster
        .server(0)
        .damage(
            store -> {
              Batch batch = store.newBatch();
              byte[] row = Objects.requireNonNull(store.getInline(key()));
              row[row.length - 1] ^= 1;
              batch.putInline(key(), row);
              store.commit(batch);
            });
    raw = raw.reconnected();
    assertThat(raw.error(FILE.write(next(), handle, at(0, "x")))).isEqualTo(ErrorCode.EIO);
    assertThat(raw.result(FILE.write(next(), handle, at(0, "mended"))).applied()).isTrue();
    assertThat(read(handle)).isEqualTo("mended");
  }

  @Test
  void readFileOfANameWithoutBytesReturnsItsKind() throws Exception {
    client.makeDirectory("/d");
    assertThat(raw.result(RawFile.named("d").readFile()).data()).isNull();
    write(open(WRITES | CREATES), at(0, "x"));
    client.link("/f", "/g");
    ReadFileResult linked = raw.result(RawFile.named("g").readFile());
    assertThat(linked.file().isElsewhere()).isTrue();
    assertThat(linked.data()).isNull();
    RawFile home =
        new RawFile(
            linked.file().attributes().inode(), InodeId.FILE_NAME, Caller.ROOT, FILE.session());
    assertThat(textOf(raw.result(home.readFile()).data())).isEqualTo("x");
  }

  @Test
  void bytesCountTowardsTheQuota() throws Exception {
    InodeId limited = client.makeDirectory("/q").inode();
    client.await(client.async().setQuota(GigaPath.parse("/q"), 0, 1_000));
    RawFile file = new RawFile(limited, FILE.name(), Caller.ROOT, FILE.session());
    FileHandle handle = open(file, READS | WRITES | CREATES);
    assertThat(raw.result(file.write(next(), handle, ofLength(0, 900))).applied()).isTrue();
    assertThat(raw.result(file.write(next(), handle, ofLength(0, 1_000))).applied()).isTrue();
    assertThat(client.await(client.async().quota(GigaPath.parse("/q"))).usedBytes())
        .isEqualTo(1_000);
    assertThat(raw.error(file.write(next(), handle, append("x")))).isEqualTo(ErrorCode.EDQUOT);
    assertThat(raw.error(file.close(next(), handle, false, append("x"))))
        .isEqualTo(ErrorCode.EDQUOT);
    assertThat(raw.result(file.close(next(), handle, false)).attributes().size()).isEqualTo(1_000);
  }
}
