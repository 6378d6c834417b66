package io.gigafs.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that texts keep any bytes, with random bytes and examples. */
class ByteTextTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void anyBytesSurviveDecodeAndEncode(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = new byte[random.nextInt(12)];
      random.nextBytes(bytes);
      assertThat(ByteText.encode(ByteText.decode(bytes))).as("seed %d", seed).isEqualTo(bytes);
    }
  }

  @Test
  void validUtf8DecodesToItsText() {
    String text = "a\u00e9\u20ac\ud83d\ude00";
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    assertThat(ByteText.decode(bytes)).isEqualTo(text);
    assertThat(ByteText.encode(text)).isEqualTo(bytes);
    assertThat(ByteText.isUtf8(text)).isTrue();
  }

  @Test
  void invalidBytesAreNotUtf8() {
    assertThat(ByteText.isUtf8(ByteText.decode(new byte[] {'a', (byte) 0x80}))).isFalse();
  }

  @Test
  void truncatedCharacterSurvivesDecodeAndEncode() {
    byte[] bytes = {(byte) 0xf0, (byte) 0x9f, (byte) 0x98};
    assertThat(ByteText.encode(ByteText.decode(bytes))).isEqualTo(bytes);
  }
}
