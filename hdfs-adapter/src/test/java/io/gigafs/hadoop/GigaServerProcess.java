package io.gigafs.hadoop;

import io.gigafs.server.TestCluster;
import java.nio.file.Path;

/** Runs a Giga cluster in its own process until its input ends. */
final class GigaServerProcess {
  private static final int SERVERS = 1;
  private static final int SLOTS = 16;
  private static final int SPLIT_THRESHOLD = 8_000;

  private GigaServerProcess() {}

  /** Argument: a directory. Prints the URI when the cluster is ready. */
  public static void main(String[] arguments) throws Exception {
    try (TestCluster cluster =
        TestCluster.start(Path.of(arguments[0]), SERVERS, SLOTS, SPLIT_THRESHOLD)) {
      System.out.println("giga://" + TestGiga.servers(cluster) + "/");
      while (System.in.read() >= 0) {
        // until the parent process closes the input
      }
    }
  }
}
