package io.gigafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests sizes with units, parsed and formatted. */
class ByteSizesTest {
  @ParameterizedTest
  @CsvSource({
    "0,0",
    "512,512",
    "1K,1024",
    "64k,65536",
    "1M,1048576",
    "3MiB,3145728",
    "2GB,2147483648",
    "1T,1099511627776"
  })
  void sizesWithUnitsAreParsed(String text, long bytes) {
    assertThat(ByteSizes.parse(text)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "K", "-1", "1.5M", "1X", "99999999999T", "9999999999999999999"})
  void invalidSizesAreRefused(String text) {
    assertThatThrownBy(() -> ByteSizes.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void sizesAreFormattedWithUnits() {
    assertThat(ByteSizes.format(100)).isEqualTo("100 bytes");
    assertThat(ByteSizes.format(1_024)).isEqualTo("1 KiB");
    assertThat(ByteSizes.format(1_536 << 10)).isEqualTo("1.5 MiB");
    assertThat(ByteSizes.format(1L << 30)).isEqualTo("1 GiB");
  }
}
