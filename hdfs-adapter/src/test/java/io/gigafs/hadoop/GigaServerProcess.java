package io.gigafs.hadoop;

import io.gigafs.server.TestCluster;
import java.nio.file.Path;

/** A cluster of Giga in a process of its own, until its input ends. */
final class GigaServerProcess {
  private static final int SERVERS = 1;
  private static final int SLOTS = 16;
  private static final int SPLIT_THRESHOLD = 8_000;

  private GigaServerProcess() {}

  /** Arguments: a directory. Prints the URI once it is up. */
  public static void main(String[] arguments) throws Exception {
    try (TestCluster cluster =
        TestCluster.start(Path.of(arguments[0]), SERVERS, SLOTS, SPLIT_THRESHOLD)) {
      System.out.println("giga://" + TestGiga.servers(cluster) + "/");
      while (System.in.read() >= 0) {
        // until whoever started it is gone
      }
    }
  }
}
