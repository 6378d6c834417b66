package io.gigafs.cli.dump;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.Shell;
import io.gigafs.cli.fs.operand.Operand;
import io.gigafs.client.ClientSettings;
import java.time.Duration;

/**
 * Connects dumps and loads with a long timeout: nobody waits for their single requests, and a
 * failure costs hours. So they survive the restart of a server, or a disk that is slow under the
 * load.
 */
final class RetryPolicy {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private RetryPolicy() {}

  static ClientSettings settings(ClusterOptions cluster, Operand operand, Shell shell) {
    return cluster.settings(shell, operand.cluster(cluster, shell)).toBuilder()
        .timeout(cluster.timeoutOr(TIMEOUT))
        .build();
  }
}
