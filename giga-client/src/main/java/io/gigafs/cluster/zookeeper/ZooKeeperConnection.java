package io.gigafs.cluster.zookeeper;

import io.gigafs.cluster.MembershipException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.api.transaction.CuratorOp;
import org.apache.curator.retry.RetryNTimes;
import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.BadVersionException;
import org.apache.zookeeper.KeeperException.NoNodeException;
import org.apache.zookeeper.KeeperException.NodeExistsException;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.client.ZKClientConfig;
import org.apache.zookeeper.data.Stat;

/**
 * One session with ZooKeeper, closed by the owner that opened it. Thread-safe.
 *
 * <p>Every call ends within a few connect timeouts, and fails with a {@link MembershipException}.
 */
final class ZooKeeperConnection implements AutoCloseable {
  private static final int RETRIES = 2;
  private static final int RETRY_DELAY_MILLIS = 200;
  private static final int CLOSE_MILLIS = 2_000;
  private static final int ANY_VERSION = -1;

  /** The content and the metadata of a node. Not for comparison. */
  @SuppressWarnings("ArrayRecordComponent")
  record Node(byte[] data, Stat stat) {}

  private final ZooKeeperAddress address;
  private final CuratorFramework curator;

  private ZooKeeperConnection(ZooKeeperAddress address, CuratorFramework curator) {
    this.address = address;
    this.curator = curator;
  }

  /**
   * Connects.
   *
   * @throws MembershipException if ZooKeeper does not answer within the connect timeout
   */
  static ZooKeeperConnection open(ZooKeeperSettings settings) {
    ZKClientConfig config = new ZKClientConfig();
    config.setProperty(ZKClientConfig.ENABLE_CLIENT_SASL_KEY, "false");
    int sessionMillis = Math.toIntExact(settings.sessionTimeout().toMillis());
    int connectMillis = Math.toIntExact(settings.connectTimeout().toMillis());
    CuratorFramework curator =
        CuratorFrameworkFactory.builder()
            .connectString(settings.address().connectString())
            .sessionTimeoutMs(sessionMillis)
            .connectionTimeoutMs(Math.min(connectMillis, sessionMillis))
            .retryPolicy(new RetryNTimes(RETRIES, RETRY_DELAY_MILLIS))
            .maxCloseWaitMs(CLOSE_MILLIS)
            .dontUseContainerParents()
            .ensembleTracker(false)
            .zkClientConfig(config)
            .build();
    ZooKeeperConnection connection = new ZooKeeperConnection(settings.address(), curator);
    try {
      curator.start();
      if (!curator.blockUntilConnected(connectMillis, TimeUnit.MILLISECONDS)) {
        throw new MembershipException(
            "no ZooKeeper answers at "
                + settings.address().connectString()
                + " within "
                + connectMillis
                + " ms: check the setting --zk, and that ZooKeeper runs there");
      }
      return connection;
    } catch (InterruptedException e) {
      connection.close();
      Thread.currentThread().interrupt();
      throw new MembershipException("interrupted while connecting to ZooKeeper", e);
    } catch (RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  CuratorFramework curator() {
    return curator;
  }

  /**
   * Waits until there is a connection to ZooKeeper.
   *
   * @throws MembershipException if there is none within the timeout
   */
  void awaitConnected(Duration timeout) {
    int millis = Math.toIntExact(Math.max(1, timeout.toMillis()));
    call(
        () -> {
          if (!curator.blockUntilConnected(millis, TimeUnit.MILLISECONDS)) {
            throw new MembershipException(
                "ZooKeeper at " + address + " (--zk) has not answered for " + millis + " ms");
          }
          return true;
        });
  }

  /** ZooKeeper's servers, for messages. */
  String servers() {
    return address.connectString();
  }

  /** Whether there is a connection, as far as the client knows. */
  boolean isConnected() {
    return curator.getZookeeperClient().isConnected();
  }

  /** The current session of this connection. */
  long sessionId() {
    return call(() -> curator.getZookeeperClient().getZooKeeper().getSessionId());
  }

  /** The session timeout that ZooKeeper granted, which may differ from the requested one. */
  long sessionTimeoutMillis() {
    return call(() -> curator.getZookeeperClient().getZooKeeper().getSessionTimeout());
  }

  /** Sets a one-time watch for the creation, change or deletion of a node. */
  void watch(String path, Watcher watcher) {
    call(() -> Optional.ofNullable(curator.checkExists().usingWatcher(watcher).forPath(path)));
  }

  /** Sets a one-time watch for the creation or deletion of children. */
  void watchChildren(String path, Watcher watcher) {
    call(() -> curator.getChildren().usingWatcher(watcher).forPath(path));
  }

  /** The names of a node's children. */
  List<String> children(String path) {
    return call(() -> curator.getChildren().forPath(path));
  }

  /** Reads a node; empty if it does not exist. */
  Optional<Node> read(String path) {
    return call(
        () -> {
          try {
            Stat stat = new Stat();
            byte[] data = curator.getData().storingStatIn(stat).forPath(path);
            return Optional.of(new Node(data, stat));
          } catch (NoNodeException e) {
            return Optional.empty();
          }
        });
  }

  /** Creates an empty node and its ancestors, where they do not exist. */
  void ensure(String path) {
    call(
        () -> {
          try {
            return curator.create().creatingParentsIfNeeded().forPath(path, new byte[0]);
          } catch (NodeExistsException e) {
            return path;
          }
        });
  }

  /** Creates a node; false if it exists. */
  boolean create(String path, byte[] data, CreateMode mode) {
    return call(
        () -> {
          try {
            curator.create().withMode(mode).forPath(path, data);
            return true;
          } catch (NodeExistsException e) {
            return false;
          }
        });
  }

  /** Replaces the content of a node of this version; false if the node has changed since. */
  boolean replace(String path, byte[] data, int version) {
    return call(
        () -> {
          try {
            curator.setData().withVersion(version).forPath(path, data);
            return true;
          } catch (BadVersionException | NoNodeException e) {
            return false;
          }
        });
  }

  /** The operations of one ZooKeeper transaction. */
  static final class Steps {
    private final CuratorFramework curator;
    private final List<CuratorOp> steps = new ArrayList<>();

    private Steps(CuratorFramework curator) {
      this.curator = curator;
    }

    /** Requires that the node exists. */
    Steps check(String path) {
      return check(path, ANY_VERSION);
    }

    /** Requires that the node has this version. */
    Steps check(String path, int version) {
      return add(() -> curator.transactionOp().check().withVersion(version).forPath(path));
    }

    /** Creates a node, which must not exist. */
    Steps create(String path, byte[] data, CreateMode mode) {
      return add(() -> curator.transactionOp().create().withMode(mode).forPath(path, data));
    }

    /** Replaces the content of a node, which must have this version. */
    Steps replace(String path, byte[] data, int version) {
      return add(() -> curator.transactionOp().setData().withVersion(version).forPath(path, data));
    }

    /** Deletes a node, which must exist. */
    Steps delete(String path) {
      return add(() -> curator.transactionOp().delete().forPath(path));
    }

    private Steps add(Action<CuratorOp> step) {
      try {
        steps.add(step.run());
      } catch (Exception e) {
        throw new IllegalArgumentException("invalid ZooKeeper operation", e);
      }
      return this;
    }
  }

  /** Commits all operations; returns false and changes nothing if one of them fails. */
  boolean inOne(Consumer<Steps> steps) {
    Steps all = new Steps(curator);
    steps.accept(all);
    return call(
        () -> {
          try {
            curator.transaction().forOperations(all.steps);
            return true;
          } catch (BadVersionException | NoNodeException | NodeExistsException e) {
            return false;
          }
        });
  }

  /**
   * Deletes a node if it still has this version; false if it has another. A missing node counts as
   * deleted.
   */
  boolean delete(String path, int version) {
    return call(
        () -> {
          try {
            curator.delete().withVersion(version).forPath(path);
            return true;
          } catch (NoNodeException e) {
            return true;
          } catch (BadVersionException e) {
            return false;
          }
        });
  }

  /** Deletes a node, if it exists. */
  void delete(String path) {
    call(
        () -> {
          try {
            curator.delete().forPath(path);
          } catch (NoNodeException e) {
            // It is deleted already.
          }
          return path;
        });
  }

  /** A call of Curator's API. */
  interface Action<T> {
    T run() throws Exception;
  }

  /** Runs a call of Curator's API, whose methods declare Exception, and converts what it throws. */
  <T> T call(Action<T> action) {
    try {
      return action.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new MembershipException("interrupted while talking to ZooKeeper", e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new MembershipException(
          "ZooKeeper at " + address + " (--zk) refused or did not answer: " + e.getMessage(), e);
    }
  }

  /** Ends the session, which deletes its ephemeral nodes. */
  @Override
  public void close() {
    curator.close();
  }
}
