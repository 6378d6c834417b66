package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.MembershipException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Properties;
import org.apache.zookeeper.server.embedded.ExitHandler;
import org.apache.zookeeper.server.embedded.ZooKeeperServerEmbedded;

/**
 * A ZooKeeper server within this process, for demonstrations and tests. It runs a single server, on
 * 127.0.0.1 by default, and stores its data in a directory.
 *
 * <p>It is not for production: it stops when this process does.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final Duration START_TIMEOUT = Duration.ofSeconds(30);
  private static final int TICK_MILLIS = 500;
  private static final int MIN_SESSION_MILLIS = 2 * TICK_MILLIS;
  private static final int MAX_SESSION_MILLIS = 120_000;
  private static final int MAX_CONNECTIONS = 10_000;
  private static final int LOG_PREALLOCATION_KIB = 1024;

  /** ZooKeeper writes its settings to a new file of this name at every start. */
  private static final String SETTINGS_FILES = "zookeeper.configuration*.properties";

  private final Path directory;
  private final String host;
  private final int port;
  private final FileChannel lockFile;
  private final ZooKeeperServerEmbedded server;

  private EmbeddedZooKeeper(
      Path directory, String host, int port, FileChannel lockFile, ZooKeeperServerEmbedded server) {
    this.directory = directory;
    this.host = host;
    this.port = port;
    this.lockFile = lockFile;
    this.server = server;
  }

  /**
   * Starts a server and waits until it answers.
   *
   * @param directory created if it does not exist; used by one server at a time
   * @param port 0 for any free port
   * @throws MembershipException if the port or the directory is in use, or the server does not
   *     start
   */
  public static EmbeddedZooKeeper start(Path directory, int port) {
    return start(directory, HOST, port);
  }

  /** Starts a server as above, on another local address than 127.0.0.1. */
  public static EmbeddedZooKeeper start(Path directory, String host, int port) {
    FileChannel lockFile = lock(directory);
    try {
      int chosen = freePort(host, port);
      deleteSettingsFiles(directory);
      ZooKeeperServerEmbedded server =
          ZooKeeperServerEmbedded.builder()
              .baseDir(directory)
              .configuration(settings(host, chosen))
              .exitHandler(ExitHandler.LOG_ONLY)
              .build();
      try {
        server.start(START_TIMEOUT.toMillis());
      } catch (Exception e) {
        server.close();
        throw e;
      }
      return new EmbeddedZooKeeper(directory, host, chosen, lockFile, server);
    } catch (MembershipException e) {
      unlock(lockFile);
      throw e;
    } catch (Exception e) {
      unlock(lockFile);
      throw new MembershipException(
          "ZooKeeper did not start on " + directory + ": " + e.getMessage(), e);
    }
  }

  public int port() {
    return port;
  }

  /** The address of a cluster in this server, at the default chroot. */
  public ZooKeeperAddress address() {
    return ZooKeeperAddress.parse(host + ":" + port);
  }

  /** Stops the server. Its data stays on the disk. */
  @Override
  public void close() {
    server.close();
    deleteSettingsFiles(directory);
    unlock(lockFile);
  }

  private static Properties settings(String host, int port) {
    Properties settings = new Properties();
    settings.setProperty("clientPort", Integer.toString(port));
    settings.setProperty("clientPortAddress", host);
    settings.setProperty("tickTime", Integer.toString(TICK_MILLIS));
    settings.setProperty("minSessionTimeout", Integer.toString(MIN_SESSION_MILLIS));
    settings.setProperty("maxSessionTimeout", Integer.toString(MAX_SESSION_MILLIS));
    settings.setProperty("maxCnxns", Integer.toString(MAX_CONNECTIONS));
    settings.setProperty("maxClientCnxns", "0");
    settings.setProperty("preAllocSize", Integer.toString(LOG_PREALLOCATION_KIB));
    settings.setProperty("admin.enableServer", "false");
    settings.setProperty("4lw.commands.whitelist", "");
    return settings;
  }

  private static int freePort(String host, int wanted) {
    try (ServerSocket probe = new ServerSocket()) {
      probe.setReuseAddress(true);
      probe.bind(new InetSocketAddress(InetAddress.getByName(host), wanted));
      return probe.getLocalPort();
    } catch (IOException e) {
      throw new MembershipException(
          "port "
              + wanted
              + " of "
              + host
              + " is in use: stop what listens there, or choose another",
          e);
    }
  }

  private static FileChannel lock(Path directory) {
    FileChannel channel = null;
    try {
      Files.createDirectories(directory);
      channel =
          FileChannel.open(
              directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      FileLock lock = channel.tryLock();
      if (lock != null) {
        return channel;
      }
    } catch (IOException e) {
      if (channel != null) {
        unlock(channel);
      }
      throw new MembershipException("cannot use the directory " + directory + ": " + e, e);
    } catch (OverlappingFileLockException e) {
      // This process itself holds the lock: report the directory as in use.
    }
    if (channel != null) {
      unlock(channel);
    }
    throw new MembershipException(
        "another ZooKeeper runs on the directory " + directory + ": stop it, or choose another");
  }

  private static void unlock(FileChannel lockFile) {
    try {
      lockFile.close();
    } catch (IOException e) {
      throw new MembershipException("cannot close ZooKeeper's lock file", e);
    }
  }

  private static void deleteSettingsFiles(Path directory) {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, SETTINGS_FILES)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new MembershipException("cannot tidy the directory " + directory + ": " + e, e);
    }
  }
}
