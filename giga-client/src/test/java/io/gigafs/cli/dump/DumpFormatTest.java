package io.gigafs.cli.dump;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.cli.dump.DumpRecord.DumpTotals;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.bulk.RestoredEntry;
import io.gigafs.protocol.file.FileData;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that a dump is read exactly as it was written, or is refused. */
class DumpFormatTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "dump-format.md");

  private static final FileType[] TYPES = FileType.values();

  private static final DumpRecord.Header HEADER =
      new DumpRecord.Header(
          UUID.fromString("6d1f0c9a-4b7e-4c11-9a52-0e8f3d2b7a64"),
          1_700_000_000_000_000_000L,
          "giga 0.1.0",
          64,
          8_000,
          "/a\udcff");

  /** A dump in progress, with the records that it contains. */
  private static final class Dump {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final List<DumpRecord> records = new ArrayList<>();
    private final DumpWriter writer;

    Dump() throws IOException {
      this(DumpFormat.OF_NAMES);
    }

    Dump(int format) throws IOException {
      writer = new DumpWriter(bytes, format, HEADER);
    }

    void random(Random random, int directories, int entries) throws IOException {
      enter(null, random);
      int depth = 1;
      for (int i = 0; i < directories; i++) {
        for (int j = random.nextInt(2 * entries + 1); j > 0; j--) {
          entry(random);
        }
        if (depth > 1 && random.nextBoolean()) {
          leave();
          depth--;
        }
        enter(name(random), random);
        depth++;
      }
      while (depth-- > 0) {
        leave();
      }
      end();
    }

    private void enter(@Nullable Name name, Random random) throws IOException {
      FileAttributes attributes =
          new FileAttributes(
              InodeId.ROOT,
              FileType.DIRECTORY,
              random.nextInt(1 << 12),
              random.nextInt(),
              random.nextInt(1_000),
              3,
              2,
              random.nextLong(),
              random.nextLong(),
              random.nextInt(),
              0);
      writer.enter(name, attributes);
      records.add(DumpRecord.Directory.of(name, attributes));
    }

    private void entry(Random random) throws IOException {
      RestoredEntry entry =
          new RestoredEntry(
              name(random),
              TYPES[random.nextInt(TYPES.length)],
              random.nextInt(1 << 12),
              random.nextInt(),
              random.nextInt(1_000),
              random.nextLong() >>> 1,
              random.nextLong(),
              random.nextLong(),
              random.nextInt(),
              random.nextLong());
      writer.entry(entry);
      records.add(new DumpRecord.Entry(entry));
    }

    private void leave() throws IOException {
      writer.leave();
      records.add(new DumpRecord.Leave());
    }

    private void end() throws IOException {
      writer.end();
      writer.close();
      records.add(new DumpRecord.End(writer.totals()));
      assertThat(writer.written()).isEqualTo(bytes.size());
    }
  }

  private static Name name(Random random) {
    byte[] bytes = new byte[1 + random.nextInt(random.nextInt(10) == 0 ? Name.MAX_BYTES : 20)];
    random.nextBytes(bytes);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = bytes[i] == 0 || bytes[i] == '/' || bytes[i] == '.' ? (byte) 0xff : bytes[i];
    }
    return Name.of(bytes);
  }

  private static List<DumpRecord> read(byte[] dump) throws IOException {
    List<DumpRecord> records = new ArrayList<>();
    try (DumpReader reader = new DumpReader(new ByteArrayInputStream(dump))) {
      assertThat(reader.header()).isEqualTo(HEADER);
      DumpRecord record = reader.next();
      while (record != null) {
        records.add(record);
        record = reader.next();
      }
      assertThat(reader.bytes()).isEqualTo(dump.length);
    }
    return records;
  }

  private static byte[] small() throws IOException {
    Dump dump = new Dump();
    dump.random(new Random(1), 3, 5);
    return dump.bytes.toByteArray();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void recordsAreReadAsWritten(long seed) throws IOException {
    Dump dump = new Dump();
    dump.random(new Random(seed), 200, 100);
    assertThat(read(dump.bytes.toByteArray())).isEqualTo(dump.records);
  }

  @Test
  void fileBytesAreReadAsWritten() throws IOException {
    Random random = new Random(1);
    Dump dump = new Dump(DumpFormat.OF_BYTES);
    dump.enter(null, random);
    List<byte[]> written = new ArrayList<>();
    for (int length : new int[] {0, 1, 1_000, 256 << 10, 3 << 19, 5}) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      written.add(bytes);
      dump.writer.entry(file(length + 3, bytes));
    }
    dump.leave();
    dump.end();
    List<DumpRecord> read = read(dump.bytes.toByteArray());
    for (int i = 0; i < written.size(); i++) {
      RestoredEntry entry = ((DumpRecord.Entry) read.get(1 + i)).entry();
      assertThat(entry.size()).isEqualTo(written.get(i).length + 3);
      if (written.get(i).length == 0) {
        assertThat(entry.data()).isNull();
      } else {
        FileData.Inline data = (FileData.Inline) Objects.requireNonNull(entry.data());
        assertThat(data.bytes()).isEqualTo(written.get(i));
        assertThat(data.isWhole()).isTrue();
      }
    }
  }

  private static RestoredEntry file(long size, byte[] bytes) {
    return new RestoredEntry(
        Name.of("f"), FileType.REGULAR, 0644, 1, 2, size, 3, 4, 5, 0, FileData.Inline.of(bytes));
  }

  @Test
  void formatOfNamesRefusesBytes() throws IOException {
    Dump dump = new Dump();
    dump.enter(null, new Random(1));
    dump.writer.entry(file(1, new byte[] {1}));
    dump.leave();
    dump.end();
    assertThatThrownBy(() -> read(dump.bytes.toByteArray()))
        .hasMessageContaining("a file has bytes, which its format does not know");
  }

  @Test
  void emptyDumpIsRead() throws IOException {
    Dump dump = new Dump();
    dump.random(new Random(1), 0, 0);
    assertThat(read(dump.bytes.toByteArray())).isEqualTo(dump.records).hasSize(3);
  }

  @Test
  void truncationAtAnyByteIsDetected() throws IOException {
    byte[] dump = small();
    for (int length = 0; length < dump.length; length++) {
      byte[] cut = Arrays.copyOf(dump, length);
      assertThatThrownBy(() -> read(cut))
          .as("%d bytes", length)
          .isInstanceOf(DumpException.class)
          .hasMessageMatching(
              length < DumpFormat.PREAMBLE_BYTES
                  ? "this is not a dump of giga"
                  : "(?s)the dump is truncated at byte " + length + ".*");
    }
  }

  @Test
  void flipOfAnyBitIsDetected() throws IOException {
    byte[] dump = small();
    for (int bit = 0; bit < 8 * dump.length; bit++) {
      byte[] damaged = dump.clone();
      damaged[bit / 8] ^= (byte) (1 << bit % 8);
      assertThatThrownBy(() -> read(damaged)).as("bit %d", bit).isInstanceOf(DumpException.class);
    }
  }

  @Test
  void errorNamesTheDamagedBlock() throws IOException {
    Dump dump = new Dump();
    dump.random(new Random(1), 500, 100);
    byte[] bytes = dump.bytes.toByteArray();
    bytes[bytes.length / 2]++;
    assertThatThrownBy(() -> read(bytes))
        .hasMessageMatching(
            "the dump is damaged in block [1-9]\\d*, which begins at byte \\d+: its checksum"
                + " differs \\(\\d+ entries read\\)");
  }

  @Test
  void missingBlockIsDetected() throws IOException {
    Dump dump = new Dump();
    dump.random(new Random(1), 500, 100);
    byte[] bytes = dump.bytes.toByteArray();
    int first = DumpFormat.PREAMBLE_BYTES;
    int second = behind(bytes, first);
    int third = behind(bytes, second);
    assertThat(third).isLessThan(bytes.length);
    ByteArrayOutputStream without = new ByteArrayOutputStream();
    without.write(bytes, 0, second);
    without.write(bytes, third, bytes.length - third);
    assertThatThrownBy(() -> read(without.toByteArray()))
        .hasMessageContaining("it is block 2 of another place");
  }

  private static int behind(byte[] dump, int block) {
    return block + DumpFormat.BLOCK_HEADER_BYTES + ByteBuffer.wrap(dump).getInt(block + 4);
  }

  @Test
  void bytesAfterTheEndAreRefused() throws IOException {
    byte[] dump = small();
    byte[] longer = Arrays.copyOf(dump, dump.length + DumpFormat.BLOCK_HEADER_BYTES);
    assertThatThrownBy(() -> read(longer)).isInstanceOf(DumpException.class);
    ByteArrayOutputStream twice = new ByteArrayOutputStream();
    twice.write(dump);
    twice.write(dump, DumpFormat.PREAMBLE_BYTES, dump.length - DumpFormat.PREAMBLE_BYTES);
    assertThatThrownBy(() -> read(twice.toByteArray())).isInstanceOf(DumpException.class);
  }

  @Test
  void errorNamesANewerFormat() throws IOException {
    byte[] dump = small();
    dump[DumpFormat.MAGIC.length + 1] = 5;
    assertThatThrownBy(() -> read(dump))
        .hasMessageContaining("the dump has format 5")
        .hasMessageContaining("load it with the version that wrote it, or a later one");
    assertThatThrownBy(() -> read("hello, world!".getBytes(StandardCharsets.UTF_8)))
        .hasMessage("this is not a dump of giga");
  }

  @Test
  void errorNamesAnUnknownRecordKind() throws IOException {
    byte[] dump = withRecords(new byte[] {14, 2, 1, 1});
    assertThatThrownBy(() -> read(dump))
        .hasMessageContaining("a record is of kind 14, which this version of giga does not know");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0300", // leaves what was not entered
        "05020000", // ends before it began
        "0401", // an entry longer than its block
        "0480808080808080808080ff", // a length of more than 64 bits
        "0412 01 61 81a4 0000 00 0000000000000000 00 00 00", // an entry in no directory
        "020e 00 81a4 0000 0000000000000000 00 00", // a directory that is a file
        "020e 00 41ed 0000 0000000000000000 00 00 020e 00 41ed 0000 0000000000000000 00 00", // two
        // tops
        "020e 00 41ed 0000 0000000000000000 00 00 0300 05020001", // another total
        "020e 00 41ed 0000 0000000000000000 00 00 05020000", // ends within a directory
        "0210 00 41ed 0000 0000000000000000 00 00 0000" // longer than its fields
      })
  void inconsistentRecordsAreRefused(String records) throws IOException {
    byte[] dump = withRecords(HexFormat.of().parseHex(records.replace(" ", "")));
    assertThatThrownBy(() -> read(dump)).isInstanceOf(DumpException.class);
  }

  /** A dump with the header's block, followed by a valid block of these bytes. */
  private static byte[] withRecords(byte[] records) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ByteBuffer block = ByteBuffer.allocate(1_000);
    try (BlockWriter blocks = new BlockWriter(bytes, DumpFormat.OF_NAMES)) {
      new RecordCodec().write(HEADER, block);
      blocks.write(block);
      blocks.write(block.put(records));
    }
    return bytes.toByteArray();
  }

  /** Compares the example of the document, without comments, with the encoded records. */
  @Test
  void documentExampleMatchesTheCodec() throws IOException {
    Matcher example =
        Pattern.compile("## Example\n.*?```\n(.*?)```", Pattern.DOTALL)
            .matcher(Files.readString(DOCUMENT));
    assertThat(example.find()).isTrue();
    String hex = example.group(1).replaceAll("(?m) {2}.*$", "").replaceAll("\\s", "");
    ByteBuffer block = ByteBuffer.allocate(1_000);
    RecordCodec codec = new RecordCodec();
    for (DumpRecord record : example()) {
      codec.write(record, block);
    }
    assertThat(hex).isEqualTo(HexFormat.of().formatHex(block.array(), 0, block.position()));
    assertThatCode(() -> read(withoutHeader(block))).doesNotThrowAnyException();
  }

  private static List<DumpRecord> example() {
    long time = 1_700_000_000_000_000_000L;
    return List.of(
        new DumpRecord.Header(HEADER.cluster(), time, "giga 0.1.0", 64, 8_000, "/"),
        new DumpRecord.Directory(null, 0755, 0, 0, time, time, time),
        new DumpRecord.Directory(Name.of("home"), 0700, 1000, 1000, time, time, time),
        new DumpRecord.Entry(
            new RestoredEntry(
                Name.of("a"), FileType.REGULAR, 0644, 1000, 1000, 0, time, time, time + 1, 0)),
        new DumpRecord.Leave(),
        new DumpRecord.Leave(),
        new DumpRecord.End(new DumpTotals(1, 1)));
  }

  /** The example, with its header replaced by the header of this test. */
  private static byte[] withoutHeader(ByteBuffer example) {
    ByteBuffer whole = example.duplicate().flip();
    whole.position(2 + whole.get(1));
    byte[] rest = new byte[whole.remaining()];
    whole.get(rest);
    try {
      return withRecords(rest);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
