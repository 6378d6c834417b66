package io.gigafs.client;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Caller;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a client.
 *
 * @param contacts servers to request the cluster view from; any server of the cluster will do
 * @param caller the user that the client acts for
 * @param timeout of an operation, including retries
 * @param connectionsPerServer how many connections the client opens to each server
 * @param maxInFlight how many operations may be in flight before callers are delayed
 * @param dataPath how the client accesses the bytes of large files
 * @param memory for bytes of files
 * @param attributeCacheSettings how files' attributes are cached
 * @param delegation when the client requests delegations
 * @param dataCache where the client caches the data of files on volumes; null for no cache
 * @param cacheGroup whether it reads files on volumes from the caches of servers, if these have any
 */
public record ClientSettings(
    List<Endpoint> contacts,
    Caller caller,
    Duration timeout,
    int connectionsPerServer,
    int maxInFlight,
    DataPath dataPath,
    ClientMemory memory,
    AttributeCacheSettings attributeCacheSettings,
    DelegationSettings delegation,
    @Nullable DataCacheSettings dataCache,
    boolean cacheGroup) {
  public ClientSettings {
    contacts = List.copyOf(contacts);
    if (contacts.isEmpty()) {
      throw new IllegalArgumentException("contacts names at least one server");
    }
    if (timeout.isNegative() || timeout.isZero()) {
      throw new IllegalArgumentException("timeout is more than 0, not " + timeout);
    }
    if (connectionsPerServer < 1 || maxInFlight < 1) {
      throw new IllegalArgumentException(
          "connections-per-server and max-in-flight are at least 1, not "
              + connectionsPerServer
              + " and "
              + maxInFlight);
    }
  }

  public static ClientSettings of(List<Endpoint> contacts) {
    return new ClientSettings(
        contacts,
        Caller.ROOT,
        Duration.ofSeconds(30),
        1,
        16_384,
        DataPath.CLIENT,
        ClientMemory.DEFAULT,
        AttributeCacheSettings.NONE,
        DelegationSettings.NEVER,
        null,
        true);
  }

  public ClientSettings withCaller(Caller caller) {
    Draft changed = new Draft(this);
    changed.caller = caller;
    return changed.build();
  }

  public ClientSettings withTimeout(Duration timeout) {
    Draft changed = new Draft(this);
    changed.timeout = timeout;
    return changed.build();
  }

  public ClientSettings withConnectionsPerServer(int connectionsPerServer) {
    Draft changed = new Draft(this);
    changed.connectionsPerServer = connectionsPerServer;
    return changed.build();
  }

  public ClientSettings withMaxInFlight(int maxInFlight) {
    Draft changed = new Draft(this);
    changed.maxInFlight = maxInFlight;
    return changed.build();
  }

  public ClientSettings withDataPath(DataPath dataPath) {
    Draft changed = new Draft(this);
    changed.dataPath = dataPath;
    return changed.build();
  }

  public ClientSettings withMemory(ClientMemory memory) {
    Draft changed = new Draft(this);
    changed.memory = memory;
    return changed.build();
  }

  public ClientSettings withAttributeCacheSettings(AttributeCacheSettings attributeCacheSettings) {
    Draft changed = new Draft(this);
    changed.attributeCacheSettings = attributeCacheSettings;
    return changed.build();
  }

  public ClientSettings withDelegation(DelegationSettings delegation) {
    Draft changed = new Draft(this);
    changed.delegation = delegation;
    return changed.build();
  }

  public ClientSettings withDataCache(@Nullable DataCacheSettings dataCache) {
    Draft changed = new Draft(this);
    changed.dataCache = dataCache;
    return changed.build();
  }

  public ClientSettings withCacheGroup(boolean cacheGroup) {
    Draft changed = new Draft(this);
    changed.cacheGroup = cacheGroup;
    return changed.build();
  }

  /** A mutable copy of settings. */
  private static final class Draft {
    private final List<Endpoint> contacts;
    private Caller caller;
    private Duration timeout;
    private int connectionsPerServer;
    private int maxInFlight;
    private DataPath dataPath;
    private ClientMemory memory;
    private AttributeCacheSettings attributeCacheSettings;
    private DelegationSettings delegation;
    private @Nullable DataCacheSettings dataCache;
    private boolean cacheGroup;

    Draft(ClientSettings from) {
      contacts = from.contacts;
      caller = from.caller;
      timeout = from.timeout;
      connectionsPerServer = from.connectionsPerServer;
      maxInFlight = from.maxInFlight;
      dataPath = from.dataPath;
      memory = from.memory;
      attributeCacheSettings = from.attributeCacheSettings;
      delegation = from.delegation;
      dataCache = from.dataCache;
      cacheGroup = from.cacheGroup;
    }

    ClientSettings build() {
      return new ClientSettings(
          contacts,
          caller,
          timeout,
          connectionsPerServer,
          maxInFlight,
          dataPath,
          memory,
          attributeCacheSettings,
          delegation,
          dataCache,
          cacheGroup);
    }
  }
}
