package io.gigafs.tablefs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the defaults and the validation of settings. */
final class StoreSettingsTest {
  private static final Path PATH = Path.of("data");

  @Test
  void defaultsMatchThePapers() {
    StoreSettings settings = StoreSettings.of(PATH);
    assertThat(settings.path()).isEqualTo(PATH.toAbsolutePath());
    assertThat(settings.durability()).isEqualTo(Durability.INTERVAL);
    assertThat(settings.syncIntervalMillis()).isEqualTo(5_000);
  }

  @ParameterizedTest
  @MethodSource("badSettings")
  void badSettingIsNamed(String name, Consumer<StoreSettings.Builder> bad) {
    StoreSettings.Builder builder = StoreSettings.builder(PATH);
    bad.accept(builder);
    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(name);
  }

  static Stream<Arguments> badSettings() {
    return Stream.of(
        bad("syncIntervalMillis", builder -> builder.syncIntervalMillis(0)),
        bad("blockCacheBytes", builder -> builder.blockCacheBytes(-1)),
        bad("writeBufferBytes", builder -> builder.writeBufferBytes(1)),
        bad("backgroundJobs", builder -> builder.backgroundJobs(1)),
        bad("maxOpenFiles", builder -> builder.maxOpenFiles(1)));
  }

  private static Arguments bad(String name, Consumer<StoreSettings.Builder> change) {
    return Arguments.of(name, change);
  }
}
