package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

/** The format of inline rows in docs/key-schema.md. */
class InlineRowTest {
  private static final EntryKey KEY = EntryKey.of(2, 3, new byte[] {'a'});

  private static byte[] row(String text) {
    byte[] row = InlineRow.ofLength(text.length());
    System.arraycopy(
        text.getBytes(StandardCharsets.US_ASCII), 0, row, InlineRow.BYTES, text.length());
    return InlineRow.seal(row);
  }

  @Test
  void rowMatchesTheDocumentedFormat() {
    assertThat(HexFormat.ofDelimiter(" ").formatHex(row("abc"))).isEqualTo("36 4b 3f b7 61 62 63");
    assertThat(InlineRow.bytes(row("abc"))).asString().isEqualTo("abc");
    assertThat(InlineRow.crc(row("abc"))).isEqualTo(0x364b3fb7);
    assertThat(InlineRow.length(row("abc"))).isEqualTo(3);
  }

  @Test
  void checksumDetectsAnyChangedBit() {
    for (int bit = 0; bit < 7 * Byte.SIZE; bit++) {
      byte[] row = row("abc");
      row[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
      assertThatThrownBy(() -> InlineRow.verified(row, KEY)).isInstanceOf(StoreException.class);
    }
    assertThatThrownBy(() -> InlineRow.verified(new byte[4], KEY))
        .isInstanceOf(StoreException.class);
  }
}
