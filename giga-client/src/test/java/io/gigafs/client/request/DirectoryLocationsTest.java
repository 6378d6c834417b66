package io.gigafs.client.request;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import org.junit.jupiter.api.Test;

/** Tests for the map between directories and their names. */
class DirectoryLocationsTest {
  private static final InodeId DIRECTORY = new InodeId(100);
  private static final InodeId OTHER = new InodeId(101);
  private static final DirectoryKey KEY = new DirectoryKey(InodeId.ROOT, Name.of("a"));
  private static final DirectoryKey OTHER_KEY = new DirectoryKey(InodeId.ROOT, Name.of("b"));

  private final DirectoryLocations locations = new DirectoryLocations();

  @Test
  void removalForgetsTheLocation() {
    for (int i = 0; i < 1_000; i++) {
      DirectoryKey key = new DirectoryKey(InodeId.ROOT, Name.of("d" + i));
      locations.learn(new InodeId(100L + i), key);
      locations.removed(key);
    }
    assertThat(locations.size()).isZero();
    assertThat(locations.of(DIRECTORY)).isNull();
  }

  @Test
  void directoryHasOneName() {
    locations.learn(DIRECTORY, KEY);
    locations.learn(DIRECTORY, OTHER_KEY);
    assertThat(locations.of(DIRECTORY)).isEqualTo(OTHER_KEY);
    assertThat(locations.at(KEY)).isNull();
    assertThat(locations.at(OTHER_KEY)).isEqualTo(DIRECTORY);
    assertThat(locations.size()).isOne();
  }

  @Test
  void nameMapsToOneDirectory() {
    locations.learn(DIRECTORY, KEY);
    locations.learn(OTHER, KEY);
    assertThat(locations.of(DIRECTORY)).isNull();
    assertThat(locations.of(OTHER)).isEqualTo(KEY);
    assertThat(locations.size()).isOne();
  }

  /** The client learns an exchange one name after the other. */
  @Test
  void exchangeSwapsLocations() {
    locations.learn(DIRECTORY, KEY);
    locations.learn(OTHER, OTHER_KEY);
    locations.learn(DIRECTORY, OTHER_KEY);
    locations.learn(OTHER, KEY);
    assertThat(locations.of(DIRECTORY)).isEqualTo(OTHER_KEY);
    assertThat(locations.of(OTHER)).isEqualTo(KEY);
    assertThat(locations.at(KEY)).isEqualTo(OTHER);
    assertThat(locations.at(OTHER_KEY)).isEqualTo(DIRECTORY);
  }

  @Test
  void removalKeepsOtherDirectories() {
    locations.learn(DIRECTORY, KEY);
    locations.learn(OTHER, OTHER_KEY);
    locations.removed(KEY);
    assertThat(locations.of(OTHER)).isEqualTo(OTHER_KEY);
    locations.removed(KEY);
    assertThat(locations.size()).isOne();
  }
}
