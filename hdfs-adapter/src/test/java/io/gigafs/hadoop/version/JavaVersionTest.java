package io.gigafs.hadoop.version;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Tests which Java versions the plugin accepts. */
class JavaVersionTest {
  @Test
  void olderJavaIsRefusedWithTheRequiredVersion() {
    assertThatThrownBy(() -> JavaVersion.check("1.8", "1.8.0_392 in /opt/jre8"))
        .hasMessageMatching(".*needs Java 11.*1[.]8[.]0_392 in /opt/jre8.*");
  }

  @Test
  void newerJavaIsAccepted() {
    assertThatCode(() -> JavaVersion.check("11", "11.0.13")).doesNotThrowAnyException();
    assertThatCode(() -> JavaVersion.check("25", "25.0.1")).doesNotThrowAnyException();
    assertThatCode(JavaVersion::check).doesNotThrowAnyException();
  }
}
