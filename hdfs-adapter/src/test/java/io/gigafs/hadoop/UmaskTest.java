package io.gigafs.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.junit.jupiter.api.Test;

/** Tests that the umask follows changes of the configuration. */
final class UmaskTest {
  private final Umask umask = new Umask();

  @Test
  void umaskFollowsTheConfiguration() {
    Configuration configuration = new Configuration(false);
    assertThat(umask.of(configuration)).isEqualTo(FsPermission.DEFAULT_UMASK);
    configuration.set(FsPermission.UMASK_LABEL, "077");
    assertThat(umask.of(configuration)).isEqualTo(0077);
    assertThat(umask.of(configuration)).isEqualTo(0077);
    configuration.set(FsPermission.UMASK_LABEL, "u=rwx,g=rx,o=");
    assertThat(umask.of(configuration)).isEqualTo(0027);
    configuration.unset(FsPermission.UMASK_LABEL);
    assertThat(umask.of(configuration)).isEqualTo(FsPermission.DEFAULT_UMASK);
  }
}
