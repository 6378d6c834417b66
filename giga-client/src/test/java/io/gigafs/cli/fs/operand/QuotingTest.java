package io.gigafs.cli.fs.operand;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cli.ByteText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the quoting of names by examples. */
class QuotingTest {
  /** The output of GNU ls 9.1 with --quoting-style=shell-escape. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          plain       ~ plain
          with space  ~ 'with space'
          a'b         ~ "a'b"
          a'b c       ~ "a'b c"
          a"b         ~ 'a"b'
          a'b"c       ~ 'a'\\''b"c'
          -dash       ~ -dash
          a#b         ~ a#b
          #hash       ~ '#hash'
          \u00e9      ~ \u00e9
          $HOME       ~ '$HOME'
          a'$b        ~ 'a'\\''$b'
          star*       ~ 'star*'
          (paren)     ~ '(paren)'
          a=b         ~ 'a=b'
          {brace}     ~ {brace}
          {           ~ '{'
          [x]         ~ '[x]'
          back\\slash ~ 'back\\slash'
          !bang       ~ '!bang'
          a'!b        ~ 'a'\\''!b'
          a|b         ~ 'a|b'
          q?          ~ 'q?'
          \ud83d\ude00 ~ \ud83d\ude00
          """)
  void quotesAsLsDoes(String text, String quoted) {
    assertThat(Quoting.ifNeeded(text)).isEqualTo(quoted);
  }

  @Test
  void controlCharactersAreEscaped() {
    assertThat(Quoting.ifNeeded("new\nline")).isEqualTo("'new'$'\\n''line'");
    assertThat(Quoting.ifNeeded("tab\there'")).isEqualTo("'tab'$'\\t''here'\\'''");
    assertThat(Quoting.ifNeeded("\u001b[31m")).isEqualTo("''$'\\033''[31m'");
    assertThat(Quoting.ifNeeded("\u007f")).isEqualTo("''$'\\177'");
    assertThat(Quoting.ifNeeded("\u2028x")).isEqualTo("''$'\\342\\200\\250''x'");
  }

  @Test
  void escapesBytesThatAreNotUtf8() {
    String text = ByteText.decode(new byte[] {'a', (byte) 0xff, (byte) 0xfe});
    assertThat(Quoting.ifNeeded(text)).isEqualTo("'a'$'\\377\\376'");
  }

  @Test
  void quotesTheEmptyText() {
    assertThat(Quoting.ifNeeded("")).isEqualTo("''");
  }
}
