package io.gigafs.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests which objects, clusters and block lengths have different cache keys. */
class ObjectKeysTest {
  private static final UUID CLUSTER = new UUID(1, 2);
  private static final int BLOCK = 1 << 20;

  @Test
  void keyBelongsToOneClusterAndBlockLength() {
    for (String path : new String[] {"a", "d/".repeat(500)}) {
      CacheKey key = ObjectKeys.of(CLUSTER, 3, path, BLOCK);
      assertThat(ObjectKeys.isOf(key, CLUSTER, BLOCK)).isTrue();
      assertThat(ObjectKeys.isOf(key, new UUID(1, 3), BLOCK)).isFalse();
      assertThat(ObjectKeys.isOf(key, new UUID(2, 2), BLOCK)).isFalse();
      assertThat(ObjectKeys.isOf(key, CLUSTER, BLOCK / 2)).isFalse();
    }
  }

  @Test
  void valueKeysAreNotObjectKeys() {
    assertThat(ObjectKeys.isOf(CacheKey.of("a"), CLUSTER, BLOCK)).isFalse();
    assertThat(ObjectKeys.isOf(CacheKey.of("p".repeat(100)), CLUSTER, BLOCK)).isFalse();
  }

  @Test
  void keysDifferByVolumeAndPath() {
    CacheKey key = ObjectKeys.of(CLUSTER, 3, "a", BLOCK);
    assertThat(ObjectKeys.of(CLUSTER, 3, "a", BLOCK)).isEqualTo(key);
    assertThat(ObjectKeys.of(CLUSTER, 4, "a", BLOCK)).isNotEqualTo(key);
    assertThat(ObjectKeys.of(CLUSTER, 3, "b", BLOCK)).isNotEqualTo(key);
  }
}
