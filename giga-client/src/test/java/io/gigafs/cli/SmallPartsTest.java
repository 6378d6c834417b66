package io.gigafs.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Caller;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests durations, addresses, identities, tables and JSON of the command line. */
class SmallPartsTest {
  @ParameterizedTest
  @CsvSource({"5, 5000", "5s, 5000", "500ms, 500", "1.5s, 1500", "2m, 120000", "1h, 3600000"})
  void durationsAreParsed(String text, long millis) {
    assertThat(Durations.parse(text)).isEqualTo(Duration.ofMillis(millis));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0", "-1", "5 s", "s", "1d", "99999999999999h"})
  void invalidDurationsAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Durations.parse(text));
  }

  @Test
  void durationsAreFormatted() {
    assertThat(Durations.format(Duration.ofSeconds(59))).isEqualTo("59s");
    assertThat(Durations.format(Duration.ofSeconds(61))).isEqualTo("1m 1s");
    assertThat(Durations.format(Duration.ofSeconds(3_723))).isEqualTo("1h 2m");
    assertThat(Durations.format(Duration.ofHours(49))).isEqualTo("2d 1h");
  }

  @ParameterizedTest
  @ValueSource(strings = {"giga://a:1,b:2/", "giga://a:1,b:2", "a:1,b:2"})
  void addressesAreParsed(String text) {
    assertThat(ClusterAddress.parse(text))
        .isEqualTo(new ClusterAddress(List.of(new Endpoint("a", 1), new Endpoint("b", 2))))
        .hasToString("giga://a:1,b:2/");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "giga://", "giga://a", "giga://a:1/x", "a:1,", "giga://a:x/"})
  void invalidAddressesAreRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> ClusterAddress.parse(text));
  }

  @Test
  void identityIsParsedFromTheProcFile() {
    ProcessIdentity identity =
        ProcessIdentity.parse(
            List.of(
                "Name:\tjava",
                "Umask:\t0027",
                "Uid:\t1\t1000\t3\t4",
                "Gid:\t5\t100\t7\t8",
                "Groups:\t4 24 "));
    assertThat(identity).isEqualTo(new ProcessIdentity(new Caller(1000, 100, 4, 24), 027));
  }

  @Test
  void identityOfThisProcessIsKnown() {
    assertThat(ProcessIdentity.ofThisProcess().umask()).isBetween(0, 0777);
  }

  @Test
  void tablesAlign() {
    assertThat(
            new Table("A", ">NUMBER", "B")
                .row("long cell", "7", "")
                .row("x", "12345678", "y")
                .lines())
        .containsExactly(
            "A            NUMBER  B", //
            "long cell         7",
            "x          12345678  y");
  }

  @Test
  void jsonKeepsOrderAndEscapes() {
    assertThat(
            new JsonObject()
                .put("z", "a\"b\n")
                .put("a", 1.23456)
                .put("l", List.of(1, true))
                .put("n", null)
                .toString())
        .isEqualTo("{\"z\":\"a\\\"b\\n\",\"a\":1.235,\"l\":[1,true],\"n\":null}");
  }
}
