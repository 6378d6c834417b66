package io.gigafs.tablefs.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.FileType;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.QuotaLimits;
import io.gigafs.tablefs.StoreException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that encoded values decode to the same value, and that damaged bytes are refused. */
final class ValueRoundTripTest {
  private static final int VALUES = 2_000;

  private final ValueWriter writer = new ValueWriter();
  private final ValueReader reader = new ValueReader();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void attributesRoundTrip(long seed) {
    RandomValues values = new RandomValues(new Random(seed));
    for (int i = 0; i < VALUES; i++) {
      Attributes attributes = values.attributes();
      EntryValue.encode(attributes, writer.clear());
      assertThat(decode(writer.toByteArray(), EntryValue::decode)).isEqualTo(attributes);
      refuseDamage(writer.toByteArray(), EntryValue::decode, seed + i);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void emptyFileEncodesAsItsAttributes(long seed) {
    RandomValues values = new RandomValues(new Random(seed));
    ValueWriter other = new ValueWriter();
    for (int i = 0; i < VALUES; i++) {
      Attributes any = values.attributes();
      long nanos = any.modifiedNanos();
      Attributes file =
          new Attributes(
              any.inode(),
              FileType.REGULAR,
              any.mode(),
              any.uid(),
              any.gid(),
              0,
              1,
              nanos,
              nanos,
              nanos,
              0,
              any.marks(),
              nanos);
      EntryValue.encode(file, writer.clear());
      EntryValue.encodeEmptyFile(
          file.inode(), file.mode(), file.uid(), file.gid(), nanos, file.marks(), other.clear());
      assertThat(other.toByteArray()).isEqualTo(writer.toByteArray());
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void headersRoundTrip(long seed) {
    RandomValues values = new RandomValues(new Random(seed));
    for (int i = 0; i < VALUES; i++) {
      PartitionHeader header = values.header();
      PartitionValue.encode(header, writer.clear());
      assertThat(decode(writer.toByteArray(), ValueRoundTripTest::header)).isEqualTo(header);
      refuseDamage(writer.toByteArray(), ValueRoundTripTest::header, seed + i);
    }
  }

  private void refuseDamage(byte[] value, Function<ValueReader, ?> decoder, long seed) {
    byte[] cut = Arrays.copyOf(value, new Random(seed).nextInt(value.length));
    byte[] longer = Arrays.copyOf(value, value.length + 1);
    assertThatThrownBy(() -> decode(cut, decoder)).isInstanceOf(CorruptValueException.class);
    assertThatThrownBy(() -> decode(longer, decoder)).isInstanceOf(CorruptValueException.class);
    byte[] flipped = value.clone();
    flipped[new Random(seed).nextInt(value.length)] ^= (byte) (1 << new Random(seed).nextInt(8));
    Throwable thrown = catchThrowable(() -> decode(flipped, decoder));
    if (thrown != null) {
      assertThat(thrown).isInstanceOf(CorruptValueException.class);
    }
  }

  private <T> T decode(byte[] value, Function<ValueReader, T> decoder) {
    return decoder.apply(reader.over(value, value.length));
  }

  /** The example of docs/key-schema.md. */
  @Test
  void entryIsPinned() {
    long time = 1_790_000_000_123_456_789L;
    Attributes file =
        new Attributes(
                (3L << 48) | 1_000, FileType.REGULAR, 0644, 1000, 1000, 0, 1, time, time, time, 0)
            .withBorn(time);
    EntryValue.encode(file, writer);
    assertThat(HexFormat.of().formatHex(writer.toByteArray()))
        .isEqualTo("28" + "01" + "03" + "e807" + "a403" + "18d75b842b4ecd15" + "e807");
  }

  /** The example of docs/key-schema.md. */
  @Test
  void headerIsPinned() {
    PartitionHeader header =
        new PartitionHeader(
            1,
            new byte[] {3},
            2,
            0755,
            1000,
            1000,
            new byte[] {5, 6},
            2,
            new QuotaLimits(300, 0),
            4_000,
            7,
            300,
            255,
            256,
            257,
            true,
            PartitionHeader.State.ACTIVE,
            0,
            new byte[0]);
    PartitionValue.encode(header, writer);
    assertThat(HexFormat.of().formatHex(writer.toByteArray()))
        .isEqualTo(
            "14"
                + "0e"
                + "01"
                + "0000000000000002"
                + "ed03"
                + "e807"
                + "e807"
                + "a01f"
                + "07"
                + "ac02"
                + "0000000000000100"
                + "01"
                + "02"
                + "0103"
                + "020506"
                + "0000000000000002"
                + "ac0200");
  }

  @Test
  void metaValuesRoundTrip() {
    UUID id = new UUID(1, -1);
    MetaValue.encodeId(id, writer);
    assertThat(decode(writer.toByteArray(), MetaValue::decodeId)).isEqualTo(id);
    MetaValue.encodeNumber(300, writer.clear());
    assertThat(decode(writer.toByteArray(), MetaValue::decodeNumber)).isEqualTo(300);
  }

  @Test
  void numberOfMoreThan64BitsIsRefused() {
    byte[] tooLong = new byte[11];
    Arrays.fill(tooLong, (byte) 0xff);
    assertThatThrownBy(() -> decode(tooLong, MetaValue::decodeNumber))
        .isInstanceOf(CorruptValueException.class);
  }

  @Test
  void newerVersionIsNamed() {
    assertThatThrownBy(() -> decode(new byte[] {0x48, 0}, EntryValue::decode))
        .hasMessageContaining("version 4");
  }

  @Test
  void corruptRowErrorNamesTheRow() {
    StoreException failure =
        new CorruptValueException("why").ofRow(Family.ENTRIES, new byte[] {1, (byte) 0xab});
    assertThat(failure).hasMessageContaining("entries").hasMessageContaining("01ab");
    assertThat(failure.kind()).isEqualTo(StoreException.Kind.IO);
  }

  private static PartitionHeader header(ValueReader reader) {
    return PartitionValue.decode(reader, 0);
  }
}
