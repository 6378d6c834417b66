package io.gigafs.cli.dump;

import io.gigafs.cli.ClusterOptions;
import io.gigafs.cli.Shell;
import io.gigafs.cli.fs.Operand;
import io.gigafs.client.ClientSettings;
import java.time.Duration;

/**
 * How dumps and loads connect: nobody waits for their single requests, and giving up costs hours,
 * so they outlast a server that restarts, or one whose disk is slow with all that is loaded.
 */
final class RetryPolicy {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);

  private RetryPolicy() {}

  static ClientSettings settings(ClusterOptions cluster, Operand operand, Shell shell) {
    return cluster
        .settings(shell, operand.cluster(cluster, shell))
        .withTimeout(cluster.timeoutOr(TIMEOUT));
  }
}
