package io.gigafs.protocol;

import static io.gigafs.protocol.Elements.COUNT;
import static io.gigafs.protocol.Elements.FLAG;
import static io.gigafs.protocol.Elements.TEXT;
import static io.gigafs.protocol.Elements.VARLONG;
import static io.gigafs.protocol.Elements.codeOf;
import static io.gigafs.protocol.Elements.field;
import static io.gigafs.protocol.Elements.listOf;
import static io.gigafs.protocol.Elements.mapOf;
import static io.gigafs.protocol.Elements.optional;
import static io.gigafs.protocol.Elements.since;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.protocol.frame.RandomMessages;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests for tables of fields, and for codecs by hand in comparison with their tables. */
final class CodecTest {
  private static final int SAMPLES = 100;

  enum Color {
    RED(1),
    BLUE(3);

    private static final Codec<Color> CODEC = codeOf(Color.class, color -> color.code);

    private final int code;

    Color(int code) {
      this.code = code;
    }
  }

  record Dot(int x, Color color) {
    private static final Codec<Dot> CODEC = Codec.of(Dot.class, COUNT, Color.CODEC);

    Dot {
      if (x > 100) {
        throw new IllegalArgumentException("no dot is at " + x);
      }
    }
  }

  record Picture(@Nullable String title, List<Dot> dots, Map<String, Long> sizes) {
    private static final Codec<Picture> CODEC =
        Codec.of(Picture.class, optional(TEXT), listOf(Dot.CODEC), mapOf(2, TEXT, VARLONG));
  }

  /** A message of which the second version has a further field, and the third one another. */
  record Grown(int x, @Nullable Long more, @Nullable String most) {
    private static final Codec<Grown> CODEC =
        Codec.of(Grown.class, COUNT, since(2, VARLONG), since(3, TEXT));
  }

  private static final Picture PICTURE =
      new Picture("t", List.of(new Dot(5, Color.RED), new Dot(7, Color.BLUE)), Map.of("a", 9L));

  @Test
  void tableWritesTheComponentsInTheirOrder() {
    assertThat(hex(Picture.CODEC, PICTURE, 1))
        .isEqualTo("01" + "0174" + "02" + "0501" + "0703" + "01" + "016109");
    assertThat(hex(Picture.CODEC, new Picture(null, List.of(), Map.of()), 1)).isEqualTo("000000");
  }

  @Test
  void tableReadsWhatItWrote() {
    assertThat(read(Picture.CODEC, hex(Picture.CODEC, PICTURE, 1), 1)).isEqualTo(PICTURE);
    Picture empty = new Picture(null, List.of(), Map.of());
    assertThat(read(Picture.CODEC, hex(Picture.CODEC, empty, 1), 1)).isEqualTo(empty);
  }

  @Test
  void refusalNamesTheMessageAndTheField() {
    assertRefused(Dot.CODEC, "0502", "Dot.color: unknown Color 2");
    assertRefused(Dot.CODEC, "05", "Dot.color: ends 1 bytes too early");
    assertRefused(Dot.CODEC, "", "Dot.x: ends 1 bytes too early");
    assertRefused(Picture.CODEC, "02", "Picture.title: a flag is 0 or 1, not 2");
    assertRefused(Picture.CODEC, "0001050200", "Picture.dots: Dot.color: unknown Color 2");
  }

  @Test
  void refusalOfAConstructorNamesTheMessage() {
    assertRefused(Dot.CODEC, "7f01", "Dot: no dot is at 127");
  }

  /** Counts are checked against the minimum size of the elements before anything is allocated. */
  @Test
  void listsThatDoNotFitAreRefused() {
    assertRefused(
        Picture.CODEC,
        "00030501",
        "Picture.dots: 3 elements do not fit into 2 bytes (at most 2147483647)");
    assertRefused(
        Picture.CODEC,
        "000003000000",
        "Picture.sizes: 3 elements do not fit into 3 bytes (at most 2)");
  }

  @Test
  void listsOfCodecsByHandAreBoundedByTheirMinimumSize() {
    Codec<Dot> byHand =
        Codec.byHand(
            Dot.class,
            2,
            (dot, out) -> out.count(dot.x).int8(dot.color.code),
            in -> new Dot(in.count(), Color.CODEC.read(in)));
    assertRefused(
        listOf(byHand), "0300010001", "3 elements do not fit into 4 bytes (at most 2147483647)");
  }

  @Test
  void onlyFieldsOfTablesAreOfNewerVersions() {
    Codec<Long> newer = since(2, VARLONG);
    assertThatThrownBy(() -> optional(newer)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> listOf(newer)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> mapOf(2, TEXT, newer)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> since(3, newer)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void refusalOfACodecByHandIsThatOfItsTable() {
    Codec<Dot> byHand =
        Dot.CODEC.byHand(
            (dot, out) -> out.count(dot.x).int8(dot.color.code),
            in -> new Dot(in.count(), Color.CODEC.read(in)));
    assertRefused(byHand, "0502", "Dot.color: unknown Color 2");
  }

  @Test
  void refusalOfACodecByHandWithoutATableNamesTheMessageAndTheByte() {
    Codec<Dot> byHand =
        Codec.byHand(
            Dot.class,
            (dot, out) -> out.count(dot.x).int8(dot.color.code),
            in -> new Dot(in.count(), Color.CODEC.read(in)));
    assertRefused(byHand, "0502", "Dot at byte 2: unknown Color 2");
  }

  @Test
  void newerFieldsAreAbsentFromMessagesOfOlderVersions() {
    Grown grown = new Grown(1, 2L, "x");
    assertThat(hex(Grown.CODEC, grown, 1)).isEqualTo("01");
    assertThat(hex(Grown.CODEC, grown, 2)).isEqualTo("0102");
    assertThat(hex(Grown.CODEC, grown, 3)).isEqualTo("01020178");
    assertThat(read(Grown.CODEC, "01", 1)).isEqualTo(new Grown(1, null, null));
    assertThat(read(Grown.CODEC, "0102", 2)).isEqualTo(new Grown(1, 2L, null));
    assertThat(read(Grown.CODEC, "01020178", 3)).isEqualTo(grown);
  }

  @Test
  void fieldsOfTheVersionArePresentAndNoOthersAre() {
    assertRefused(Grown.CODEC, "01", 2, "Grown.more: ends 1 bytes too early");
    assertRefused(Grown.CODEC, "0102", 1, "1 bytes too many");
  }

  @Test
  void newerFieldsAreBehindOlderOnes() {
    assertThatThrownBy(() -> Codec.of(Grown.class, COUNT, since(3, VARLONG), since(2, TEXT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("field 2 is older than the one before it");
  }

  @Test
  void newerFieldsCanBeNull() {
    Codec<Dot> codec = Codec.of(Dot.class, since(2, COUNT), since(2, Color.CODEC));
    assertThatThrownBy(() -> hex(codec, new Dot(1, Color.RED), 2))
        .isInstanceOf(LinkageError.class)
        .hasMessageContaining("cannot be null");
  }

  @Test
  void tableHasACodecOfTheTypeOfEachComponent() {
    Codec<Dot> few = Codec.of(Dot.class, COUNT);
    assertThatThrownBy(() -> hex(few, new Dot(1, Color.RED), 1)).isInstanceOf(LinkageError.class);
    Codec<Dot> other = Codec.of(Dot.class, FLAG, Color.CODEC);
    assertThatThrownBy(() -> hex(other, new Dot(1, Color.RED), 1))
        .isInstanceOf(LinkageError.class)
        .hasMessageContaining("has a codec of");
  }

  /** The wire has the last component first. */
  @Test
  void tableNamesComponentsInAnotherOrder() {
    Codec<Grown> codec =
        Codec.of(Grown.class, field("most", TEXT), COUNT, since(2, field("more", VARLONG)));
    Grown grown = new Grown(1, 2L, "x");
    assertThat(hex(codec, grown, 1)).isEqualTo("0178" + "01");
    assertThat(hex(codec, grown, 2)).isEqualTo("0178" + "01" + "02");
    assertThat(read(codec, "01780102", 2)).isEqualTo(grown);
    assertRefused(codec, "0178", "Grown.x: ends 1 bytes too early");
  }

  @Test
  void tableNamesEachComponentOnce() {
    Codec<Dot> unknown = Codec.of(Dot.class, COUNT, field("colour", Color.CODEC));
    assertThatThrownBy(() -> hex(unknown, new Dot(1, Color.RED), 1))
        .isInstanceOf(LinkageError.class)
        .hasMessageContaining("has no other component colour");
    Codec<Dot> twice = Codec.of(Dot.class, field("x", COUNT), field("x", COUNT));
    assertThatThrownBy(() -> hex(twice, new Dot(1, Color.RED), 1)).isInstanceOf(LinkageError.class);
  }

  @Test
  void listsLongerThanTheirMaximumAreRefused() {
    assertThat(read(listOf(2, COUNT), "020103", 1)).containsExactly(1, 3);
    assertRefused(listOf(2, COUNT), "03010203", "3 elements do not fit into 3 bytes (at most 2)");
  }

  @Test
  void codesAreDistinct() {
    assertThatThrownBy(() -> codeOf(Color.class, color -> 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("BLUE and RED share code 1");
  }

  @Test
  void codecsByHandAreTheEncodingsOfTheirTables() {
    int compared = 0;
    for (Opcode<?> opcode : RandomMessages.opcodes()) {
      for (int i = 0; i < SAMPLES; i++) {
        RandomMessages random = new RandomMessages(opcode.code() * 1_000L + i);
        compared += compare(opcode.request(), random);
        compared += compare(opcode.result(), random);
      }
    }
    assertThat(compared).isGreaterThan(20 * SAMPLES);
  }

  private static <T> int compare(Codec<T> codec, RandomMessages random) {
    Codec<T> table = codec.table();
    if (table == null) {
      return 0;
    }
    @SuppressWarnings("unchecked") // The codec has this type.
    T message = (T) random.message(codec.type());
    String encoded = hex(codec, message, 1);
    assertThat(hex(table, message, 1)).isEqualTo(encoded);
    assertThat(hex(codec, read(table, encoded, 1), 1)).isEqualTo(encoded);
    return 1;
  }

  private static <T> void assertRefused(Codec<T> codec, String encoded, String message) {
    assertRefused(codec, encoded, 1, message);
  }

  private static <T> void assertRefused(
      Codec<T> codec, String encoded, int version, String message) {
    assertThatThrownBy(() -> read(codec, encoded, version))
        .isInstanceOf(ProtocolException.class)
        .hasMessage(message);
  }

  private static <T> String hex(Codec<T> codec, T message, int version) {
    ByteBuf bytes = Unpooled.buffer();
    WireWriter out = new WireWriter();
    out.useVersion(version);
    out.reset(bytes);
    codec.write(message, out);
    return ByteBufUtil.hexDump(bytes);
  }

  private static <T> T read(Codec<T> codec, String encoded, int version) {
    byte[] bytes = ByteBufUtil.decodeHexDump(encoded);
    WireReader in = new WireReader();
    in.useVersion(version);
    in.reset(Unpooled.wrappedBuffer(bytes), bytes.length);
    T message = codec.read(in);
    in.finish();
    return message;
  }
}
