package io.gigafs.hadoop;

import io.gigafs.cluster.Endpoint;
import io.gigafs.server.TestCluster;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;

/**
 * A cluster shared by all tests of this process: two servers whose directories split early, and a
 * volume for large files. It ends with the process.
 */
final class TestGiga {
  static final URI ROOT = URI.create("giga://test/");

  private static final int SERVERS = 2;
  private static final int SLOTS = 8;
  private static final int SPLIT_THRESHOLD = 100;

  private static final TestCluster CLUSTER = start();

  private TestGiga() {}

  private static TestCluster start() {
    try {
      Path directory = Files.createTempDirectory("giga-hadoop");
      TestCluster cluster = TestCluster.start(directory, SERVERS, SLOTS, SPLIT_THRESHOLD);
      cluster.addPosixVolume("volume");
      System.setProperty("giga.test.servers", servers(cluster));
      Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(cluster, directory)));
      return cluster;
    } catch (Exception e) {
      throw new AssertionError("no cluster", e);
    }
  }

  private static void stop(TestCluster cluster, Path directory) {
    cluster.close();
    try {
      FileUtils.deleteDirectory(directory.toFile());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static TestCluster cluster() {
    return CLUSTER;
  }

  /** Returns the servers in the form of a setting. */
  static String servers(TestCluster cluster) {
    return cluster.endpoints().stream().map(Endpoint::toString).collect(Collectors.joining(","));
  }

  /** Returns the site's configuration with the cluster as the default file system. */
  static Configuration configuration() {
    return configure(new Configuration());
  }

  /** Sets the cluster as the default file system. */
  static Configuration configure(Configuration conf) {
    conf.set(CommonConfigurationKeysPublic.FS_DEFAULT_NAME_KEY, ROOT.toString());
    return conf;
  }
}
