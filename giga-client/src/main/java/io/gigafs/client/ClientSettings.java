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

  /** Settings with defaults for all other values. */
  public static ClientSettings of(List<Endpoint> contacts) {
    return builder(contacts).build();
  }

  /** Starts from the defaults. */
  public static Builder builder(List<Endpoint> contacts) {
    return new Builder(contacts);
  }

  /** Starts from these settings. */
  public Builder toBuilder() {
    return builder(contacts)
        .caller(caller)
        .timeout(timeout)
        .connectionsPerServer(connectionsPerServer)
        .maxInFlight(maxInFlight)
        .dataPath(dataPath)
        .memory(memory)
        .attributeCacheSettings(attributeCacheSettings)
        .delegation(delegation)
        .dataCache(dataCache)
        .cacheGroup(cacheGroup);
  }

  /** Collects settings. */
  public static final class Builder {
    private final List<Endpoint> contacts;
    private Caller caller = Caller.ROOT;
    private Duration timeout = Duration.ofSeconds(30);
    private int connectionsPerServer = 1;
    private int maxInFlight = 16_384;
    private DataPath dataPath = DataPath.CLIENT;
    private ClientMemory memory = ClientMemory.DEFAULT;
    private AttributeCacheSettings attributeCacheSettings = AttributeCacheSettings.NONE;
    private DelegationSettings delegation = DelegationSettings.NEVER;
    private @Nullable DataCacheSettings dataCache;
    private boolean cacheGroup = true;

    private Builder(List<Endpoint> contacts) {
      this.contacts = contacts;
    }

    public Builder caller(Caller value) {
      caller = value;
      return this;
    }

    public Builder timeout(Duration value) {
      timeout = value;
      return this;
    }

    public Builder connectionsPerServer(int value) {
      connectionsPerServer = value;
      return this;
    }

    public Builder maxInFlight(int value) {
      maxInFlight = value;
      return this;
    }

    public Builder dataPath(DataPath value) {
      dataPath = value;
      return this;
    }

    public Builder memory(ClientMemory value) {
      memory = value;
      return this;
    }

    public Builder attributeCacheSettings(AttributeCacheSettings value) {
      attributeCacheSettings = value;
      return this;
    }

    public Builder delegation(DelegationSettings value) {
      delegation = value;
      return this;
    }

    public Builder dataCache(@Nullable DataCacheSettings value) {
      dataCache = value;
      return this;
    }

    public Builder cacheGroup(boolean value) {
      cacheGroup = value;
      return this;
    }

    /** Builds the settings; throws IllegalArgumentException if one is out of its bounds. */
    public ClientSettings build() {
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
