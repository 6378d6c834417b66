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

  /**
   * How a client caches files' attributes. A caching client may return attributes by path that are
   * out of date by up to the trusted time. Opens and changes always go to servers. The client sees
   * its own changes at once, except those of bulk calls, which count as changes by others.
   *
   * @param most the maximum number of cached files
   * @param trusted how long after a server's last confirmation a file is taken as unchanged by
   *     others; zero to cache nothing
   */
  public record AttributeCacheSettings(int most, Duration trusted) {
    public static final AttributeCacheSettings NONE = new AttributeCacheSettings(0, Duration.ZERO);

    public AttributeCacheSettings {
      if (most < 0 || trusted.isNegative()) {
        throw new IllegalArgumentException(
            "number of cached files and time must not be negative, but are "
                + most
                + " and "
                + trusted);
      }
    }

    public boolean isOn() {
      return most > 0 && !trusted.isZero();
    }
  }

  /**
   * Limits of the memory for the bytes of a client's files.
   *
   * @param cacheBytes of small files: beyond it, writes go to servers at once and read bytes are
   *     not kept. 0 keeps only what calls in flight need
   * @param bufferBytes for read-ahead and buffered writes of large files that go through servers:
   *     at least 1 MiB
   */
  public record ClientMemory(long cacheBytes, long bufferBytes) {
    /** 64 MiB each. */
    public static final ClientMemory DEFAULT = new ClientMemory(64L << 20, 64L << 20);

    private static final long MIN_BUFFER_BYTES = 1L << 20;

    public ClientMemory {
      if (cacheBytes < 0) {
        throw new IllegalArgumentException("cache-size is not negative, as " + cacheBytes);
      }
      if (bufferBytes < MIN_BUFFER_BYTES) {
        throw new IllegalArgumentException("buffer-size is at least 1 MiB, not " + bufferBytes);
      }
    }
  }

  /** How a client accesses the bytes of large files. */
  public enum DataPath {
    /** Servers relay them: for clients that cannot reach the volumes. */
    SERVER,
    /**
     * The client reads and writes volumes directly; servers relay for a volume that it cannot
     * reach.
     */
    CLIENT,
    /**
     * Like {@link #CLIENT}, and other programs may write to volumes directly: size and times of
     * large files are those of the volume.
     */
    SYMLINK
  }
}
