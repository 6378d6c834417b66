package io.gigafs.cache.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cache.journal.WriteJournal.JournaledWrite;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests recovery, damage and space of the journal; copies of its files stand for kills. */
class WriteJournalTest {
  private static final UUID CLUSTER = new UUID(1, 2);
  private static final int FILES = 3;
  private static final int SEEDS = 200;
  private static final long SEGMENT_BYTES = 3_000;
  private static final long PLENTY = 1 << 20;

  @TempDir private Path directory;

  private static JournalIdentity identity(int number) {
    return new JournalIdentity(
        InodeId.of(0, 10 + number), InodeId.ROOT, Name.of("f" + number), 1, "d/0/f." + number);
  }

  private static WriteJournal open(Path at) throws IOException {
    WriteJournal journal = WriteJournal.open(at, PLENTY, SEGMENT_BYTES);
    journal.bind(CLUSTER);
    return journal;
  }

  private static byte[] bytes(JournaledWrite write) throws IOException {
    ByteBuffer into = ByteBuffer.allocate(write.length());
    write.read(0, into);
    return into.array();
  }

  private static List<Path> segments(Path at) throws IOException {
    try (Stream<Path> all = Files.list(at)) {
      return all.filter(Files::isRegularFile).sorted(Comparator.naturalOrder()).toList();
    }
  }

  /** An acknowledged write. */
  private record Acknowledged(long offset, byte[] bytes) {}

  /** Writes to a journal; a copy of the journal's files stands for a kill of the process. */
  private static final class WritingProcess {
    private final Random random;
    private final WriteJournal journal;
    private final List<JournaledFile> files = new ArrayList<>();
    private final List<List<JournaledWrite>> queued = new ArrayList<>();
    private final List<List<Acknowledged>> left = new ArrayList<>();

    WritingProcess(WriteJournal journal, Random random) {
      this.journal = journal;
      this.random = random;
      for (int i = 0; i < FILES; i++) {
        files.add(journal.begin(identity(i), 100, 200));
        queued.add(new ArrayList<>());
        left.add(new ArrayList<>());
      }
    }

    void step() throws IOException {
      int at = random.nextInt(FILES);
      List<JournaledWrite> queue = queued.get(at);
      if (random.nextInt(3) > 0 || queue.isEmpty()) {
        byte[] bytes = new byte[1 + random.nextInt(400)];
        random.nextBytes(bytes);
        long offset = random.nextInt(10_000);
        JournaledWrite write = journal.append(files.get(at), offset, ByteBuffer.wrap(bytes));
        assertThat(write).isNotNull();
        queue.add(write);
        left.get(at).add(new Acknowledged(offset, bytes));
        return;
      }
      int many = 1 + random.nextInt(queue.size());
      List<JournaledWrite> uploaded = List.copyOf(queue.subList(0, many));
      journal.uploading(files.get(at), uploaded.get(many - 1).sequence());
      journal.uploaded(files.get(at), uploaded, 100, 200 + random.nextInt(100));
      queue.subList(0, many).clear();
      left.get(at).subList(0, many).clear();
    }
  }

  private static void assertRecovers(WriteJournal journal, List<List<Acknowledged>> left)
      throws IOException {
    TreeMap<Long, RecoveredFile> found = new TreeMap<>();
    for (RecoveredFile file : journal.takeRecovered()) {
      assertThat(file.isComplete()).isTrue();
      assertThat(found.put(file.identity().inode().value(), file)).isNull();
    }
    for (int i = 0; i < FILES; i++) {
      RecoveredFile file = found.remove(identity(i).inode().value());
      List<Acknowledged> expected = left.get(i);
      if (expected.isEmpty()) {
        assertThat(file).isNull();
        continue;
      }
      if (file == null) {
        throw new AssertionError("file " + i + " is not found");
      }
      assertThat(file.identity()).isEqualTo(identity(i));
      assertThat(file.writes()).hasSameSizeAs(expected);
      for (int j = 0; j < expected.size(); j++) {
        assertThat(file.writes().get(j).offset()).isEqualTo(expected.get(j).offset());
        assertThat(bytes(file.writes().get(j))).isEqualTo(expected.get(j).bytes());
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void acknowledgedWritesSurviveAKillAtAnyPoint() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Path at = directory.resolve("seed-" + seed);
      try (WriteJournal journal = open(at)) {
        WritingProcess process = new WritingProcess(journal, random);
        int steps = random.nextInt(60);
        for (int i = 0; i < steps; i++) {
          process.step();
        }
        Path copy = Files.createDirectories(directory.resolve("copy-" + seed));
        for (Path segment : segments(at)) {
          Files.copy(segment, copy.resolve(segment.getFileName()));
        }
        // The record in flight is present up to a random byte.
        List<List<Acknowledged>> before =
            process.left.stream().map(each -> (List<Acknowledged>) new ArrayList<>(each)).toList();
        List<Path> old = segments(copy);
        long length = old.isEmpty() ? 0 : Files.size(old.get(old.size() - 1));
        process.step();
        List<Path> now = segments(at);
        if (!old.isEmpty() && !now.isEmpty()) {
          Path last = old.get(old.size() - 1);
          Path same = at.resolve(last.getFileName());
          if (Files.exists(same) && Files.size(same) > length) {
            byte[] longer = Files.readAllBytes(same);
            int cut = (int) length + random.nextInt((int) (longer.length - length));
            try (RandomAccessFile file = new RandomAccessFile(last.toFile(), "rw")) {
              file.seek(length);
              file.write(longer, (int) length, cut - (int) length);
            }
          }
        }
        try (WriteJournal again = open(copy)) {
          assertRecoversOneOf(again, before, process.left);
        }
        try (WriteJournal third = open(copy)) {
          assertRecoversOneOf(third, before, process.left);
        }
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  /** The operation in flight may have happened or not; nothing else may differ. */
  private static void assertRecoversOneOf(
      WriteJournal journal, List<List<Acknowledged>> before, List<List<Acknowledged>> after)
      throws IOException {
    List<RecoveredFile> files = journal.takeRecovered();
    long found = files.stream().mapToLong(file -> file.writes().size()).sum();
    long expected = before.stream().mapToLong(List::size).sum();
    long done = after.stream().mapToLong(List::size).sum();
    assertThat(found).isIn(expected, done);
    for (RecoveredFile file : files) {
      assertThat(file.isComplete()).isTrue();
      int number = (int) (file.identity().inode().value() - identity(0).inode().value());
      List<Acknowledged> all =
          file.writes().size() == before.get(number).size()
              ? before.get(number)
              : after.get(number);
      assertThat(file.writes()).hasSameSizeAs(all);
      for (int i = 0; i < all.size(); i++) {
        assertThat(file.writes().get(i).offset()).isEqualTo(all.get(i).offset());
        assertThat(bytes(file.writes().get(i))).isEqualTo(all.get(i).bytes());
      }
    }
  }

  @Test
  void repeatedRecoveryFindsTheSameWrites() throws IOException {
    List<List<Acknowledged>> left;
    try (WriteJournal journal = open(directory)) {
      WritingProcess process = new WritingProcess(journal, new Random(7));
      for (int i = 0; i < 100; i++) {
        process.step();
      }
      left = process.left;
    }
    for (int round = 0; round < 3; round++) {
      try (WriteJournal journal = open(directory)) {
        assertRecovers(journal, left);
      }
    }
  }

  @Test
  void uploadedWritesAreDeleted() throws IOException {
    try (WriteJournal journal = open(directory)) {
      JournaledFile file = journal.begin(identity(0), 0, 0);
      List<JournaledWrite> writes = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        writes.add(journal.append(file, i, ByteBuffer.allocate(500)));
      }
      assertThat(segments(directory)).hasSizeGreaterThan(5);
      journal.uploaded(file, writes, 549, 1);
      assertThat(segments(directory)).hasSizeLessThan(2);
    }
    assertThat(segments(directory)).isEmpty();
  }

  @Test
  void fullJournalRefusesWritesUntilAnUpload() throws IOException {
    try (WriteJournal journal = WriteJournal.open(directory, 2_000, 500)) {
      journal.bind(CLUSTER);
      JournaledFile file = journal.begin(identity(0), 0, 0);
      List<JournaledWrite> writes = new ArrayList<>();
      JournaledWrite write = journal.append(file, 0, ByteBuffer.allocate(400));
      while (write != null) {
        writes.add(write);
        write = journal.append(file, 0, ByteBuffer.allocate(400));
      }
      assertThat(writes).hasSizeBetween(2, 5);
      journal.uploaded(file, writes, 400, 1);
      assertThat(journal.append(file, 0, ByteBuffer.allocate(400))).isNotNull();
    }
  }

  @Test
  void stalledFileDoesNotPinOtherWrites() throws IOException {
    Path at = directory.resolve("at");
    try (WriteJournal journal = WriteJournal.open(at, 20_000, 1_000)) {
      journal.bind(CLUSTER);
      JournaledFile stuck = journal.begin(identity(0), 7, 8);
      JournaledFile other = journal.begin(identity(1), 0, 0);
      journal.append(stuck, 0, ByteBuffer.wrap(new byte[] {1}));
      journal.uploading(stuck, 1);
      JournaledWrite first = journal.append(other, 0, ByteBuffer.wrap(new byte[] {2}));
      assertThat(first).isNotNull();
      journal.uploaded(other, List.of(first), 1, 9);
      for (int i = 0; i < 500; i++) {
        JournaledWrite write = journal.append(other, i, ByteBuffer.allocate(400));
        assertThat(write).as("write %d", i).isNotNull();
        journal.uploaded(other, List.of(write), i + 400, 10 + i);
      }
      assertThat(segments(at)).hasSizeLessThan(5);
    }
    try (WriteJournal again = WriteJournal.open(at, PLENTY)) {
      List<RecoveredFile> files = again.takeRecovered();
      assertThat(files).hasSize(1);
      assertThat(files.get(0).identity()).isEqualTo(identity(0));
      assertThat(files.get(0).isComplete()).isTrue();
      assertThat(files.get(0).uploading()).isEqualTo(1);
      assertThat(bytes(files.get(0).writes().get(0))).containsExactly(1);
    }
  }

  /** A segment with three writes of one file, followed by a write of another file. */
  private Path someWrites() throws IOException {
    try (WriteJournal journal = open(directory)) {
      JournaledFile file = journal.begin(identity(0), 0, 0);
      JournaledFile other = journal.begin(identity(1), 0, 0);
      for (int i = 0; i < 3; i++) {
        journal.append(file, i, ByteBuffer.wrap(new byte[] {1, 2, 3, 4}));
      }
      journal.append(other, 0, ByteBuffer.wrap(new byte[] {5}));
    }
    return segments(directory).get(0);
  }

  private static void flip(Path segment, long at) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(segment.toFile(), "rw")) {
      file.seek(at);
      int value = file.read();
      file.seek(at);
      file.write(value ^ 0x10);
    }
  }

  private static List<Path> setAside(Path at) throws IOException {
    Path conflicts = at.resolve(WriteJournal.CONFLICTS);
    return Files.exists(conflicts) ? segments(conflicts) : List.of();
  }

  @Test
  void damageAtAnyByteIsDetected() throws IOException {
    byte[] whole = Files.readAllBytes(someWrites());
    for (int at = 0; at < whole.length; at++) {
      Path copy = Files.createDirectory(directory.resolve("at-" + at));
      Path segment = copy.resolve("0000000000000001.journal");
      Files.write(segment, whole);
      flip(segment, at);
      byte[] damaged = Files.readAllBytes(segment);
      try (WriteJournal journal = open(copy)) {
        List<RecoveredFile> files = journal.takeRecovered();
        long writes =
            files.stream()
                .filter(RecoveredFile::isComplete)
                .mapToLong(file -> file.writes().size())
                .sum();
        assertThat(writes).as("byte %d", at).isLessThan(4);
        for (RecoveredFile file : files) {
          for (JournaledWrite write : file.writes()) {
            assertThat(bytes(write)[0]).isIn((byte) 1, (byte) 5);
          }
          journal.uploaded(file.file(), file.writes(), 0, 0);
        }
      }
      assertThat(segments(copy)).as("byte %d", at).isEmpty();
      assertThat(setAside(copy)).as("byte %d", at).hasSize(1);
      assertThat(setAside(copy).get(0)).as("byte %d", at).hasBinaryContent(damaged);
    }
  }

  @Test
  void damagedNameDoesNotBlockOtherFiles() throws IOException {
    Path segment = someWrites();
    // The first record describes the segment, the second names the first file.
    flip(segment, JournalFrame.BYTES + 2 * Long.BYTES + JournalFrame.BYTES);
    for (int round = 0; round < 2; round++) {
      try (WriteJournal journal = open(directory)) {
        List<RecoveredFile> files = journal.takeRecovered();
        assertThat(files).hasSize(1);
        assertThat(files.get(0).identity()).isEqualTo(identity(1));
        assertThat(files.get(0).isComplete()).isTrue();
        assertThat(bytes(files.get(0).writes().get(0))).containsExactly(5);
      }
      assertThat(setAside(directory)).hasSize(1);
    }
  }

  @Test
  void segmentWithoutAClusterIsUsedIfOthersNameIt() throws IOException {
    try (WriteJournal journal = WriteJournal.open(directory, PLENTY, 500)) {
      journal.bind(CLUSTER);
      JournaledFile file = journal.begin(identity(0), 0, 0);
      for (int i = 0; i < 3; i++) {
        journal.append(file, i, ByteBuffer.allocate(500));
      }
    }
    assertThat(segments(directory)).hasSize(3);
    flip(segments(directory).get(0), 0);
    try (WriteJournal journal = open(directory)) {
      List<RecoveredFile> files = journal.takeRecovered();
      assertThat(files).hasSize(1);
      assertThat(files.get(0).isComplete()).isTrue();
      assertThat(files.get(0).writes()).hasSize(3);
    }
    assertThat(setAside(directory)).hasSize(1);
  }

  @Test
  void segmentOfAnotherClusterIsSetAside() throws IOException {
    Path other = directory.resolve("other");
    try (WriteJournal journal = WriteJournal.open(other, PLENTY)) {
      journal.bind(new UUID(3, 4));
      journal.append(journal.begin(identity(2), 0, 0), 0, ByteBuffer.wrap(new byte[] {6}));
    }
    someWrites();
    Path foreign = directory.resolve("0000000000000002.journal");
    Files.move(segments(other).get(0), foreign);
    byte[] bytes = Files.readAllBytes(foreign);
    try (WriteJournal journal = open(directory)) {
      assertThat(journal.takeRecovered())
          .extracting(RecoveredFile::identity)
          .containsExactly(identity(0), identity(1));
    }
    assertThat(setAside(directory)).hasSize(1);
    assertThat(setAside(directory).get(0)).hasBinaryContent(bytes);
  }

  @Test
  void setAsideSegmentsAreNeverOverwritten() throws IOException {
    for (int round = 1; round <= 3; round++) {
      flip(someWrites(), 0);
      WriteJournal.open(directory, PLENTY).close();
      assertThat(setAside(directory)).hasSize(round);
      assertThat(segments(directory)).isEmpty();
    }
  }

  @Test
  void recoveryFindsAFileByItsLatestName() throws IOException {
    Name newer = Name.of("newer");
    InodeId other = InodeId.of(0, 7);
    try (WriteJournal journal = WriteJournal.open(directory, PLENTY, 1_000)) {
      journal.bind(CLUSTER);
      JournaledFile file = journal.begin(identity(0), 0, 0);
      JournaledFile busy = journal.begin(identity(1), 0, 0);
      journal.append(file, 0, ByteBuffer.wrap(new byte[] {1}));
      journal.renamed(file, other, newer);
      for (int i = 0; i < 50; i++) {
        JournaledWrite write = journal.append(busy, i, ByteBuffer.allocate(400));
        assertThat(write).isNotNull();
        journal.uploaded(busy, List.of(write), i + 400, 10 + i);
      }
      assertThat(segments(directory)).hasSizeLessThan(5);
    }
    try (WriteJournal journal = open(directory)) {
      List<RecoveredFile> files = journal.takeRecovered();
      assertThat(files).hasSize(1);
      assertThat(files.get(0).names())
          .containsExactly(identity(0).named(other, newer), identity(0));
    }
  }

  /** Covers each state of an object that a kill during an upload may leave. */
  @Test
  void interruptedUploadIsRecognized() throws IOException {
    int length = 200;
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Path at = directory.resolve("seed-" + seed);
      byte[] object = new byte[2 * length];
      random.nextBytes(object);
      byte[] old = object.clone();
      List<byte[]> states = new ArrayList<>();
      try (WriteJournal journal = open(at)) {
        JournaledFile file = journal.begin(identity(0), object.length, 1);
        for (int i = 0; i < 5; i++) {
          byte[] bytes = new byte[1 + random.nextInt(length)];
          random.nextBytes(bytes);
          int offset = random.nextInt(length);
          assertThat(journal.append(file, offset, ByteBuffer.wrap(bytes))).isNotNull();
          System.arraycopy(bytes, 0, object, offset, bytes.length);
          states.add(object.clone());
        }
        journal.uploading(file, 5);
      }
      try (WriteJournal journal = open(at)) {
        RecoveredFile file = journal.takeRecovered().get(0);
        JournaledWrite first = file.writes().get(0);
        for (byte[] state : states) {
          assertThat(file.isUploadBegun(beginning(state, first), first.length()))
              .as("seed %d", seed)
              .isTrue();
        }
        boolean isLong = first.length() > 20;
        assertThat(isLong && file.isUploadBegun(beginning(old, first), first.length()))
            .as("seed %d", seed)
            .isFalse();
        assertThat(file.isUploadBegun(ByteBuffer.allocate(0), first.length())).isFalse();
      }
    }
  }

  private static ByteBuffer beginning(byte[] object, JournaledWrite write) {
    return ByteBuffer.wrap(object, (int) write.offset(), write.length());
  }

  @Test
  void contiguousWritesFormABatch() throws IOException {
    try (WriteJournal journal = open(directory)) {
      JournaledFile file = journal.begin(identity(0), 0, 0);
      for (int offset : new int[] {0, 10, 20, 40, 45}) {
        journal.append(file, offset, ByteBuffer.allocate(10));
      }
    }
    try (WriteJournal journal = open(directory)) {
      RecoveredFile file = journal.takeRecovered().get(0);
      assertThat(file.batch(0, 100)).hasSize(3);
      assertThat(file.batch(0, 20)).hasSize(2);
      assertThat(file.batch(0, 5)).hasSize(1);
      assertThat(file.batch(3, 100)).hasSize(1);
      assertThat(file.batch(4, 100)).hasSize(1);
    }
  }

  @Test
  void repeatedUploadFailuresUseNoSpace() throws IOException {
    try (WriteJournal journal = WriteJournal.open(directory, PLENTY, 1_000)) {
      journal.bind(CLUSTER);
      JournaledFile stuck = journal.begin(identity(0), 7, 8);
      journal.append(stuck, 0, ByteBuffer.wrap(new byte[] {1}));
      journal.uploading(stuck, 1);
      long used = journal.usedBytes();
      for (int i = 0; i < 100; i++) {
        journal.uploading(stuck, 1);
        journal.failed(stuck, 7, 8);
      }
      assertThat(journal.usedBytes()).isEqualTo(used);
      for (int i = 0; i < 500; i++) {
        journal.failed(stuck, 7, 9 + i);
      }
      assertThat(segments(directory)).hasSizeLessThan(5);
    }
    try (WriteJournal journal = open(directory)) {
      List<RecoveredFile> files = journal.takeRecovered();
      assertThat(files).hasSize(1);
      assertThat(files.get(0).modifiedNanos()).isEqualTo(508);
      assertThat(files.get(0).uploading()).isEqualTo(1);
    }
  }

  @Test
  void recoveredFileDoesNotPinOtherWrites() throws IOException {
    try (WriteJournal journal = WriteJournal.open(directory, 100_000, 1_000)) {
      journal.bind(CLUSTER);
      JournaledFile stuck = journal.begin(identity(0), 7, 8);
      JournaledFile other = journal.begin(identity(1), 0, 0);
      JournaledFile done = journal.begin(identity(2), 0, 0);
      journal.append(stuck, 0, ByteBuffer.wrap(new byte[] {1}));
      JournaledWrite write = journal.append(done, 0, ByteBuffer.wrap(new byte[] {2}));
      assertThat(write).isNotNull();
      for (int i = 0; i < 50; i++) {
        journal.append(other, i, ByteBuffer.allocate(400));
      }
      journal.uploaded(done, List.of(write), 1, 9);
      assertThat(segments(directory)).hasSizeGreaterThan(10);
    }
    try (WriteJournal journal = WriteJournal.open(directory, 100_000, 1_000)) {
      journal.bind(CLUSTER);
      List<RecoveredFile> files = journal.takeRecovered();
      assertThat(files)
          .extracting(RecoveredFile::identity)
          .containsExactly(identity(0), identity(1));
      RecoveredFile other = files.get(1);
      journal.uploading(other.file(), other.writes().size());
      journal.uploaded(other.file(), other.writes(), 449, 10);
      assertThat(segments(directory)).hasSizeLessThan(5);
    }
    try (WriteJournal journal = open(directory)) {
      assertThat(journal.takeRecovered())
          .extracting(RecoveredFile::identity)
          .containsExactly(identity(0));
    }
  }

  @Test
  void journalOfAnotherClusterIsRefused() throws IOException {
    someWrites();
    try (WriteJournal journal = WriteJournal.open(directory, PLENTY)) {
      assertThatThrownBy(() -> journal.bind(new UUID(3, 4)))
          .isInstanceOf(IOException.class)
          .hasMessageContaining(CLUSTER.toString());
    }
  }

  /** Java closes a channel for all threads when one of them is interrupted. */
  @Test
  void threadInterruptsLoseNoWrites() throws Exception {
    byte[] first = {1, 2, 3};
    byte[] second = new byte[20_000];
    new Random(1).nextBytes(second);
    try (WriteJournal journal = WriteJournal.open(directory, PLENTY)) {
      journal.bind(CLUSTER);
      JournaledFile file = journal.begin(identity(1), 0, 0);
      Thread.currentThread().interrupt();
      JournaledWrite one = Objects.requireNonNull(journal.append(file, 0, ByteBuffer.wrap(first)));
      assertThat(Thread.interrupted()).isTrue();
      Thread.currentThread().interrupt();
      assertThat(bytes(one)).isEqualTo(first);
      assertThat(Thread.interrupted()).isTrue();
      JournaledWrite two = Objects.requireNonNull(journal.append(file, 3, ByteBuffer.wrap(second)));
      assertThat(bytes(one)).isEqualTo(first);
      assertThat(bytes(two)).isEqualTo(second);
    }
    try (WriteJournal journal = open(directory)) {
      assertThat(journal.takeRecovered().get(0).bytes()).isEqualTo(first.length + second.length);
    }
  }
}
