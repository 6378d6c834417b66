package io.gigafs.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests for volume settings: what they change, and which values are refused. */
class VolumeInfoTest {
  private static final VolumeInfo VOLUME =
      new VolumeInfo(1, URI.create("posix:///pan/1"), VolumeInfo.State.ACTIVE, "shelf1", 3);

  @Test
  void settingsChangeOnlyGivenFields() {
    assertThat(VOLUME.with(VolumeSettings.UNCHANGED)).isEqualTo(VOLUME);
    assertThat(VOLUME.with(new VolumeSettings("", null)).group()).isEmpty();
    assertThat(VOLUME.with(new VolumeSettings("", null)).weight()).isEqualTo(3);
    assertThat(VOLUME.with(new VolumeSettings(null, 7)).group()).isEqualTo("shelf1");
    assertThat(VOLUME.with(new VolumeSettings(null, 7)).weight()).isEqualTo(7);
  }

  @Test
  void stateChangeKeepsGroupAndWeight() {
    assertThat(VOLUME.in(VolumeInfo.State.DRAINING).in(VolumeInfo.State.ACTIVE)).isEqualTo(VOLUME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"a b", "a/b", "\n", "gr\u00fcn", "a,b"})
  void refusesInvalidGroupNames(String group) {
    assertThatIllegalArgumentException().isThrownBy(() -> new VolumeSettings(group, null));
  }

  @Test
  void refusesLongGroupNames() {
    assertThat(new VolumeSettings("x".repeat(64), null).group()).hasSize(64);
    assertThatIllegalArgumentException().isThrownBy(() -> new VolumeSettings("x".repeat(65), null));
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 0, 1001})
  void refusesInvalidWeights(int weight) {
    assertThatIllegalArgumentException().isThrownBy(() -> new VolumeSettings(null, weight));
  }
}
