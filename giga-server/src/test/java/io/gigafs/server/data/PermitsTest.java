package io.gigafs.server.data;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.cache.BlockPermit;
import io.gigafs.rpc.Clock;
import io.gigafs.volume.DataLocation;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Validity of block permits by secret, client, user and time, by a clock that the test sets. */
class PermitsTest {
  private static final DataLocation OBJECT = new DataLocation(3, "2/0/f.7");
  private static final long CLIENT = 11;
  private static final int UID = 1_000;

  private long wallMillis = 1_700_000_000_000L;

  private final Clock clock =
      new Clock() {
        @Override
        public long nanos() {
          return 0;
        }

        @Override
        public long wallNanos() {
          return TimeUnit.MILLISECONDS.toNanos(wallMillis);
        }
      };

  private final Permits permits = permits(1);

  private Permits permits(int secret) {
    byte[] bytes = new byte[32];
    bytes[5] = (byte) secret;
    return new Permits(bytes, clock);
  }

  private BlockPermit issued() {
    return permits.issue(OBJECT, 5, 100, CLIENT, UID);
  }

  @Test
  void everyServerOfTheClusterAcceptsAPermit() {
    assertThat(permits(1).isValid(issued(), CLIENT, UID)).isTrue();
    assertThat(permits(2).isValid(issued(), CLIENT, UID)).isFalse();
  }

  @Test
  void permitBelongsToOneClientAndUser() {
    assertThat(permits.isValid(issued(), CLIENT + 1, UID)).isFalse();
    assertThat(permits.isValid(issued(), CLIENT, UID + 1)).isFalse();
  }

  @Test
  void permitExpiresAndToleratesClockSkew() {
    BlockPermit permit = issued();
    wallMillis += Permits.VALID_MILLIS;
    assertThat(permits.isValid(permit, CLIENT, UID)).isTrue();
    wallMillis += 1;
    assertThat(permits.isValid(permit, CLIENT, UID)).isFalse();
    wallMillis -= 2 * Permits.VALID_MILLIS + 1;
    assertThat(permits.isValid(permit, CLIENT, UID)).isTrue();
    wallMillis -= 1;
    assertThat(permits.isValid(permit, CLIENT, UID)).isFalse();
    assertThat(Permits.CLIENT_LIFETIME_MILLIS).isLessThan((int) Permits.VALID_MILLIS);
  }
}
