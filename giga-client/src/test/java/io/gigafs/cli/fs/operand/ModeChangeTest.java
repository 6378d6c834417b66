package io.gigafs.cli.fs.operand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests symbolic and octal modes by a table. */
class ModeChangeTest {
  /** Umask, mode, kind (file or directory), change, and the result of GNU chmod 9.1. */
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          022, 644, f, '755', 755
          022, 644, f, 'u+x', 744
          022, 644, f, '+x', 755
          077, 644, f, '+x', 744
          022, 644, f, '+w', 644
          022, 755, f, 'a-w', 555
          022, 755, f, '-w', 555
          022, 754, f, 'g=u', 774
          022, 754, f, 'o=g', 755
          022, 640, f, 'go=', 600
          022, 640, f, 'u+rwX,g+rX', 640
          022, 740, f, 'a+X', 751
          022, 640, d, 'a+X', 751
          022, 644, f, 'u+s,g+s', 6644
          022, 755, d, '+t', 1755
          022, 2755, d, '755', 2755
          022, 2755, d, '00755', 755
          022, 6755, d, 'u-s', 2755
          022, 2755, d, 'g=rx', 2755
          022, 2755, d, 'g=rxs', 2755
          022, 2755, f, '755', 755
          022, 1777, d, 'o-t', 777
          022, 4755, f, 'u=rwx', 755
          022, 644, f, '=', 0
          022, 644, f, '=rw', 644
          022, 644, f, 'u=g+w', 644
          022, 600, f, 'ug+rw-x,o=r', 664
          022, 711, f, 'u-x,a+X', 711
          022, 600, f, 'go+u', 666
          022, 4711, f, 'a=rx', 555
          022, 777, f, '4755', 4755
          022, 777, d, '4755', 4755
          022, 6777, d, '755', 6755
          022, 6777, d, '=', 6000
          022, 6777, d, 'a=rwx', 6777
          """)
  void changesAsChmodDoes(String umask, String mode, String kind, String change, String result) {
    int changed =
        ModeChange.parse(change)
            .apply(Integer.parseInt(mode, 8), kind.equals("d"), Integer.parseInt(umask, 8));
    assertThat(Integer.toOctalString(changed)).isEqualTo(result);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "8",
        "77777",
        "u",
        "u+q",
        "z+r",
        "u+r,",
        ",u+r",
        "u+r w",
        "99999999999",
        "u+gx"
      })
  void invalidModesAreRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ModeChange.parse(text))
        .withMessageContaining("'" + text + "' is not a mode");
  }

  @Test
  void emptyChangeKeepsAllBits() {
    assertThat(ModeChange.parse("+").apply(01234, false, 022)).isEqualTo(01234);
  }
}
