package io.gigafs.rpc;

import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.frame.FrameCodec;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link NettyRpcClient}.
 *
 * @param role the role in which it connects to servers
 * @param clientId under which mutations are numbered
 * @param clusterId the cluster that servers must belong to, null for any
 * @param connectionsPerServer requests use them round-robin, except that a connection's thread uses
 *     its own; with as many as there are event loops each loop has one
 * @param connectTimeoutMillis for resolving, connecting and hellos together
 * @param keepAliveMillis a server that was silent for this long is pinged; the connection of one
 *     that was silent for twice as long is closed
 * @param maxFrameBytes the longest frame that is accepted
 * @param transport the socket implementation; ignored if event loops are passed in
 * @param eventLoopThreads the number of event loops; ignored if event loops are passed in
 */
public record RpcClientSettings(
    Frame.Role role,
    long clientId,
    @Nullable UUID clusterId,
    int connectionsPerServer,
    int connectTimeoutMillis,
    int keepAliveMillis,
    int maxFrameBytes,
    Transport transport,
    int eventLoopThreads) {
  static final int DEFAULT_CONNECT_TIMEOUT_MILLIS = 5_000;
  static final int DEFAULT_KEEP_ALIVE_MILLIS = 5_000;

  public RpcClientSettings {
    SettingChecks.atLeast(1, connectionsPerServer, "connections-per-server");
    SettingChecks.atLeast(1, connectTimeoutMillis, "connect-timeout");
    SettingChecks.atLeast(1, keepAliveMillis, "keep-alive");
    SettingChecks.atLeast(1, eventLoopThreads, "event-loop-threads");
    FrameCodec.checkMaxFrameBytes(maxFrameBytes);
  }

  /** The first frame of a connection. */
  Frame.ClientHello hello() {
    return new Frame.ClientHello(
        FrameCodec.LOWEST_VERSION,
        FrameCodec.HIGHEST_VERSION,
        role,
        clientId,
        clusterId,
        maxFrameBytes);
  }

  /** Why this client rejects a server with this hello; null if it accepts it. */
  @Nullable String objection(Frame.ServerHello hello) {
    if (hello.version() < FrameCodec.LOWEST_VERSION
        || hello.version() > FrameCodec.HIGHEST_VERSION) {
      return "it chose version " + hello.version() + ", which was not offered";
    }
    return clusterId == null || clusterId.equals(hello.clusterId())
        ? null
        : "it belongs to cluster " + hello.clusterId() + ", not " + clusterId;
  }

  /** One connection per server, one thread, any cluster. */
  public static RpcClientSettings of(Frame.Role role, long clientId) {
    return builder(role, clientId).build();
  }

  /** Starts from the defaults. */
  public static Builder builder(Frame.Role role, long clientId) {
    return new Builder(role, clientId);
  }

  /** Starts from these settings. */
  public Builder toBuilder() {
    return builder(role, clientId)
        .clusterId(clusterId)
        .connectionsPerServer(connectionsPerServer)
        .connectTimeoutMillis(connectTimeoutMillis)
        .keepAliveMillis(keepAliveMillis)
        .maxFrameBytes(maxFrameBytes)
        .transport(transport)
        .eventLoopThreads(eventLoopThreads);
  }

  /** Collects settings. */
  public static final class Builder {
    private final Frame.Role role;
    private final long clientId;
    private @Nullable UUID clusterId;
    private int connectionsPerServer = 1;
    private int connectTimeoutMillis = DEFAULT_CONNECT_TIMEOUT_MILLIS;
    private int keepAliveMillis = DEFAULT_KEEP_ALIVE_MILLIS;
    private int maxFrameBytes = FrameCodec.DEFAULT_MAX_FRAME_BYTES;
    private Transport transport = Transport.AUTO;
    private int eventLoopThreads = 1;

    private Builder(Frame.Role role, long clientId) {
      this.role = role;
      this.clientId = clientId;
    }

    public Builder clusterId(@Nullable UUID value) {
      clusterId = value;
      return this;
    }

    public Builder connectionsPerServer(int value) {
      connectionsPerServer = value;
      return this;
    }

    public Builder connectTimeoutMillis(int value) {
      connectTimeoutMillis = value;
      return this;
    }

    public Builder keepAliveMillis(int value) {
      keepAliveMillis = value;
      return this;
    }

    public Builder maxFrameBytes(int value) {
      maxFrameBytes = value;
      return this;
    }

    public Builder transport(Transport value) {
      transport = value;
      return this;
    }

    public Builder eventLoopThreads(int value) {
      eventLoopThreads = value;
      return this;
    }

    /** Builds the settings; throws IllegalArgumentException if one is out of its bounds. */
    public RpcClientSettings build() {
      return new RpcClientSettings(
          role,
          clientId,
          clusterId,
          connectionsPerServer,
          connectTimeoutMillis,
          keepAliveMillis,
          maxFrameBytes,
          transport,
          eventLoopThreads);
    }
  }
}
