package io.gigafs.server;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests {@link Descriptors}: the store keeps enough file descriptors, whatever the number of
 * connections.
 */
class DescriptorsTest {
  @ParameterizedTest
  @ValueSource(longs = {1_024, 4_096, 65_536, 1_048_576})
  void connectionsLeaveDescriptorsForTheStore(long limit) {
    Descriptors all = new Descriptors(limit);
    assertThat((long) all.forStore() + all.forConnections()).isLessThan(limit - 200);
    assertThat(all.forStore()).isGreaterThanOrEqualTo(300);
    assertThat(all.forConnections()).isGreaterThanOrEqualTo(400);
  }
}
