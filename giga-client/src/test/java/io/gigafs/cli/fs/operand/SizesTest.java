package io.gigafs.cli.fs.operand;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests sizes for people by examples. */
class SizesTest {
  /** The output of GNU ls and df with -h. */
  @ParameterizedTest
  @CsvSource({
    "0, 0",
    "1, 1",
    "1023, 1023",
    "1024, 1.0K",
    "1025, 1.1K",
    "10239, 10K",
    "10240, 10K",
    "10241, 11K",
    "1048575, 1.0M",
    "1048576, 1.0M",
    "1073741825, 1.1G",
    "9223372036854775807, 8.0E",
  })
  void sizesAreRoundedUp(long bytes, String text) {
    assertThat(Sizes.human(bytes)).isEqualTo(text);
  }
}
