package io.gigafs.client.data;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cache.journal.JournalIdentity;
import io.gigafs.cache.journal.RecoveredFile;
import io.gigafs.cache.journal.WriteJournal;
import io.gigafs.cache.journal.WriteJournal.JournaledWrite;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.volume.VolumeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests for write-back. Uploads run only when the test runs the scheduled steps. */
class WriteBackTest {
  private static final int SIZE = 300;

  private final FakeSite site = new FakeSite(1);
  @TempDir private Path directory;
  private WriteJournal journal;
  private OpenFiles client;
  private WriteBack writeBack;

  @BeforeEach
  void open() throws IOException {
    open(1 << 20);
  }

  private void open(long maxBytes) throws IOException {
    journal = WriteJournal.open(directory, maxBytes, 4_000);
    journal.bind(new UUID(1, 2));
    writeBack = new WriteBack(journal, site.steps, site.steps, (nanos, task) -> () -> {});
    site.writeBack = writeBack;
    writeBack.accept(true);
    client = site.client(true);
  }

  @AfterEach
  void close() throws IOException {
    journal.close();
  }

  private static ByteBuffer bytes(String text) {
    return ByteBuffer.wrap(text.getBytes(US_ASCII));
  }

  /** A handle of a file on the volume. */
  private HandleData stored() {
    HandleData handle = site.open(client, false);
    site.steps.await(handle.write(0, bytes("a".repeat(SIZE))));
    site.steps.runAll();
    assertThat(writeBack.backlogBytes()).isZero();
    return handle;
  }

  private String read(HandleData handle) {
    ByteBuffer into = ByteBuffer.allocate(2 * SIZE);
    int length = site.steps.await(handle.read(0, into));
    return new String(into.array(), 0, length, US_ASCII);
  }

  private String onVolume() {
    return new String(site.file.contents(), US_ASCII);
  }

  private void brokenVolume(VolumeException.Kind kind) {
    site.memory().watch((call, path) -> call.equals("write") ? kind : null);
  }

  private void assertFails(CompletableFuture<?> future, ErrorCode code) {
    assertThatThrownBy(() -> site.steps.await(future))
        .hasCauseInstanceOf(GigaException.class)
        .satisfies(
            failure ->
                assertThat(failure.getCause())
                    .isInstanceOfSatisfying(
                        GigaException.class, known -> assertThat(known.code()).isEqualTo(code)));
  }

  @Test
  void writeCompletesBeforeTheUpload() {
    HandleData handle = stored();
    assertThat(handle.write(1, bytes("bcd"))).isDone();
    assertThat(onVolume()).startsWith("aaaa");
    assertThat(writeBack.backlogBytes()).isEqualTo(3);
    ByteBuffer into = ByteBuffer.allocate(5);
    assertThat(handle.read(0, into)).isCompletedWithValue(5);
    assertThat(new String(into.array(), US_ASCII)).isEqualTo("abcda");
    assertThat(handle.flush()).isDone();
    assertThat(onVolume()).startsWith("aaaa");
    site.steps.await(handle.sync());
    assertThat(onVolume()).startsWith("abcda");
    assertThat(writeBack.backlogBytes()).isZero();
  }

  @Test
  void otherHandlesSeePendingSizeAndBytes() {
    HandleData handle = stored();
    HandleData other = site.open(client, false);
    assertThat(handle.write(SIZE + 10, bytes("end"))).isDone();
    FileAttributes seen = client.withBacklog(site.file.attributes());
    assertThat(seen.size()).isEqualTo(SIZE + 13);
    assertThat(site.file.size()).isEqualTo(SIZE);
    ByteBuffer into = ByteBuffer.allocate(20);
    CompletableFuture<Integer> read = other.read(SIZE - 1, into);
    assertThat(site.steps.await(read)).isEqualTo(14);
    assertThat(new String(into.array(), 0, 14, US_ASCII)).isEqualTo("a" + "\0".repeat(10) + "end");
  }

  @Test
  void readingHandleClosesWithoutTheUpload() {
    HandleData handle = stored();
    HandleData reader = site.open(client, false);
    handle.write(0, bytes("b"));
    brokenVolume(VolumeException.Kind.NO_SPACE);
    assertThat(read(reader)).startsWith("ba");
    site.steps.await(reader.close(CloseMode.FLUSH));
    assertThat(writeBack.backlogBytes()).isEqualTo(1);
    assertThat(read(handle)).startsWith("ba");
  }

  @Test
  void serverCloseFollowsTheUpload() {
    HandleData handle = stored();
    handle.write(0, bytes("b"));
    brokenVolume(VolumeException.Kind.NO_SPACE);
    CompletableFuture<Void> uploaded = handle.released();
    site.steps.runAll();
    assertThat(uploaded).isNotDone();
    assertThat(site.file.requests).doesNotContain("close");
    site.memory().watch((call, path) -> null);
    site.steps.await(handle.sync());
    site.steps.await(handle.close(CloseMode.FLUSH));
    assertThat(site.file.requests).contains("close");
    assertThat(onVolume()).startsWith("ba");
  }

  @Test
  void failureIsReportedUntilTheUploadSucceeds() {
    HandleData handle = stored();
    brokenVolume(VolumeException.Kind.NO_SPACE);
    assertThat(handle.write(0, bytes("b"))).isDone();
    assertFails(handle.sync(), ErrorCode.ENOSPC);
    assertFails(handle.flush(), ErrorCode.ENOSPC);
    assertFails(handle.write(1, bytes("c")), ErrorCode.ENOSPC);
    assertThat(writeBack.backlogBytes()).isEqualTo(1);
    assertThat(writeBack.statistics().failures()).isPositive();
    assertThat(writeBack.statistics().lastFailure()).isNotEmpty();
    site.memory().watch((call, path) -> null);
    site.steps.await(handle.sync());
    site.steps.await(handle.flush());
    site.steps.await(handle.write(1, bytes("c")));
    assertThat(read(handle)).startsWith("bca");
  }

  @Test
  void lastWriteToAByteWins() {
    HandleData handle = stored();
    for (int i = 0; i < 20; i++) {
      assertThat(handle.write(i % 3, bytes(Character.toString('b' + i).repeat(5)))).isDone();
    }
    String expected = read(handle);
    assertThat(expected).startsWith("tuuuuusa");
    site.steps.await(handle.sync());
    assertThat(onVolume()).isEqualTo(expected);
  }

  @Test
  void fullJournalMakesWritesWaitForTheVolume() throws IOException {
    journal.close();
    open(600);
    HandleData handle = stored();
    int taken = 0;
    CompletableFuture<Void> write = handle.write(0, bytes("b".repeat(100)));
    while (write.isDone()) {
      taken++;
      write = handle.write(taken * 100L, bytes("b".repeat(100)));
    }
    assertThat(taken).isBetween(1, 5);
    site.steps.await(write);
    assertThat(writeBack.statistics().writtenThrough()).isEqualTo(1);
    assertThat(onVolume()).startsWith("b".repeat(taken * 100 + 100));
    site.steps.runAll();
    assertThat(handle.write(0, bytes("c"))).isDone();
    site.steps.runAll();
    assertThat(onVolume()).startsWith("cb");
  }

  @Test
  void truncationFollowsEarlierWrites() {
    HandleData handle = stored();
    handle.write(SIZE, bytes("b".repeat(SIZE)));
    site.steps.await(
        handle.change(
            true,
            false,
            () -> {
              assertThat(site.file.size()).isEqualTo(2 * SIZE);
              site.file.truncate(10);
              return CompletableFuture.completedFuture(site.file.attributes());
            }));
    site.steps.runAll();
    assertThat(site.file.size()).isEqualTo(10);
    assertThat(read(handle)).isEqualTo("a".repeat(10));
  }

  @Test
  void truncationFailsIfEarlierWritesCannotBeUploaded() {
    HandleData handle = stored();
    brokenVolume(VolumeException.Kind.NO_SPACE);
    handle.write(0, bytes("b"));
    assertFails(
        handle.change(
            true,
            false,
            () -> {
              throw new AssertionError("the server is asked");
            }),
        ErrorCode.ENOSPC);
  }

  @Test
  void nextProcessRecoversPendingWrites() throws IOException {
    HandleData handle = stored();
    handle.write(0, bytes("b"));
    handle.write(5, bytes("cd"));
    journal.close();
    journal = WriteJournal.open(directory, 1 << 20);
    List<RecoveredFile> files = journal.takeRecovered();
    assertThat(files).hasSize(1);
    RecoveredFile file = files.get(0);
    assertThat(file.identity().inode()).isEqualTo(FakeFile.inode());
    assertThat(file.size()).isEqualTo(SIZE);
    assertThat(file.uploading()).isZero();
    assertThat(file.writes()).extracting(JournaledWrite::offset).containsExactly(0L, 5L);
  }

  @Test
  void writesToARemovedFileAreDiscarded() {
    HandleData handle = stored();
    brokenVolume(VolumeException.Kind.NO_SPACE);
    handle.write(0, bytes("b"));
    CompletableFuture<Void> uploaded = handle.released();
    site.steps.runAll();
    assertThat(uploaded).isNotDone();
    site.memory().watch((call, path) -> null);
    site.file.links = 0;
    client.renamed(InodeId.ROOT, Name.of("f"), InodeId.ROOT, Name.of("g"));
    client.unlinked(InodeId.ROOT, Name.of("g"));
    site.steps.runAll();
    assertThat(writeBack.backlogBytes()).isZero();
    assertThat(onVolume()).startsWith("a");
  }

  @Test
  void writesToAnOpenRemovedFileAreUploaded() {
    HandleData handle = stored();
    handle.write(0, bytes("b"));
    site.file.links = 0;
    client.unlinked(InodeId.ROOT, Name.of("f"));
    site.steps.runAll();
    assertThat(onVolume()).startsWith("b");
  }

  @Test
  void writesAreUploadedIfAnotherNameRemains() {
    HandleData handle = stored();
    handle.write(0, bytes("b"));
    handle.released();
    client.unlinked(InodeId.ROOT, Name.of("f"));
    site.steps.runAll();
    assertThat(onVolume()).startsWith("b");
  }

  @Test
  void hangingVolumeDoesNotBlockUploadsToOthers() {
    List<Runnable> uploads = new ArrayList<>();
    WriteBack busy = new WriteBack(journal, uploads::add, site.steps, (nanos, task) -> () -> {});
    for (int i = 0; i < 2 * UploadQueue.MAX_UPLOADS; i++) {
      busy.schedule(backlog(busy, 1, i));
    }
    assertThat(uploads).hasSize(UploadQueue.MAX_VOLUME_UPLOADS);
    busy.schedule(backlog(busy, 2, 0));
    assertThat(uploads).hasSize(UploadQueue.MAX_VOLUME_UPLOADS + 1);
    // Each finished upload starts the next one of its volume.
    for (int i = 0; i < uploads.size(); i++) {
      uploads.get(i).run();
    }
    assertThat(uploads).hasSize(2 * UploadQueue.MAX_UPLOADS + 1);
  }

  private static Backlog backlog(WriteBack owner, int volume, int number) {
    return new Backlog(
        owner,
        new JournalIdentity(
            InodeId.of(0, 100 + number),
            InodeId.ROOT,
            Name.of("f" + number),
            volume,
            "d/" + number),
        () -> true);
  }

  @Test
  void nextProcessFindsARenamedFileByItsNewName() throws IOException {
    HandleData handle = stored();
    handle.write(0, bytes("b"));
    InodeId directoryId = InodeId.of(0, 77);
    client.renamed(InodeId.ROOT, Name.of("f"), directoryId, Name.of("g"));
    client.renamed(directoryId, Name.of("g"), directoryId, Name.of("h"));
    journal.close();
    journal = WriteJournal.open(directory, 1 << 20);
    List<RecoveredFile> files = journal.takeRecovered();
    assertThat(files).hasSize(1);
    assertThat(files.get(0).names().get(0).directory()).isEqualTo(directoryId);
    assertThat(files.get(0).names())
        .extracting(JournalIdentity::name)
        .containsExactly(Name.of("h"), Name.of("g"), Name.of("f"));
  }
}
