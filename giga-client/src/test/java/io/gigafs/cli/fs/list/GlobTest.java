package io.gigafs.cli.fs.list;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests patterns by a table. */
class GlobTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      textBlock =
          """
          *.txt       ~ a.txt    ~ true
          *.txt       ~ .txt     ~ true
          *.txt       ~ a.txt2   ~ false
          a?c         ~ abc      ~ true
          a?c         ~ ac       ~ false
          *a*b*c      ~ xaxbxxbc ~ true
          *a*b*c      ~ xaxbxxbd ~ false
          [a-c]x      ~ bx       ~ true
          [a-c]x      ~ dx       ~ false
          [!a-c]x     ~ dx       ~ true
          [^a-c]x     ~ ax       ~ false
          []x]        ~ ]        ~ true
          [x          ~ [x       ~ true
          [a-]        ~ -        ~ true
          \\*         ~ *        ~ true
          \\*         ~ a        ~ false
          ?           ~ \u00e9   ~ true
          abc         ~ abc      ~ true
          abc         ~ ab       ~ false
          ab          ~ abc      ~ false
          """)
  void matchesAsAShellDoes(String pattern, String text, boolean matches) {
    assertThat(new Glob(pattern, false).matches(text, false)).isEqualTo(matches);
  }

  @Test
  void ignoresCaseOnDemand() {
    assertThat(new Glob("*.TXT", true).matches("a.txt", true)).isTrue();
  }

  @Test
  void matchTakesNoExponentialTime() {
    String text = "a".repeat(5_000);
    assertThat(new Glob("*a".repeat(30) + "b", false).matches(text, false)).isFalse();
  }
}
