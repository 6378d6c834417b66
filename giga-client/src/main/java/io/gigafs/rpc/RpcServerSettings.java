package io.gigafs.rpc;

import io.gigafs.protocol.frame.FrameCodec;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link NettyRpcServer}.
 *
 * @param maxFrameBytes the longest frame that is accepted
 * @param handshakeMillis the time limit for the hello of a new connection
 * @param idleMillis a connection that sends nothing, or reads nothing, for this long is closed;
 *     clients ping more often than that
 * @param closeMillis the time limit for requests in flight when the server closes
 * @param maxInFlight the maximum number of unanswered requests of one connection; no more are read
 * @param maxInFlightBytes the maximum total length of their frames
 * @param dataMemoryBytes the maximum of file data in flight over all connections; no more is read
 * @param transport the socket implementation; ignored if event loops are passed in
 * @param eventLoopThreads the number of threads that serve sockets; ignored if event loops are
 *     passed in
 * @param busyPollMicros how long a thread that has served its sockets polls them before it blocks,
 *     which saves clients the wake-up time and costs processor time; 0 for none; ignored if event
 *     loops are passed in
 * @param localSocket the path of a domain socket for programs of its machine; null for none
 * @param limits the limits of resources that clients may use
 */
public record RpcServerSettings(
    int maxFrameBytes,
    int handshakeMillis,
    int idleMillis,
    int closeMillis,
    int maxInFlight,
    long maxInFlightBytes,
    long dataMemoryBytes,
    Transport transport,
    int eventLoopThreads,
    int busyPollMicros,
    @Nullable Path localSocket,
    ConnectionLimits limits) {
  public static final long DEFAULT_DATA_MEMORY_BYTES = 256L << 20;

  /** The divisor of the memory for file data that yields the share of one connection. */
  private static final int DATA_SHARES = 8;

  public static final RpcServerSettings DEFAULTS = builder().build();

  public RpcServerSettings {
    FrameCodec.checkMaxFrameBytes(maxFrameBytes);
    SettingChecks.atLeast(1, handshakeMillis, "handshake-timeout");
    SettingChecks.atLeast(1, idleMillis, "idle-timeout");
    SettingChecks.atLeast(0, closeMillis, "close-timeout");
    SettingChecks.atLeast(1, maxInFlight, "max-in-flight");
    SettingChecks.atLeast(1, maxInFlightBytes, "max-in-flight-bytes");
    SettingChecks.atLeast(1, dataMemoryBytes, "data-memory");
    SettingChecks.atLeast(1, eventLoopThreads, "event-loop-threads");
    SettingChecks.atLeast(0, busyPollMicros, "busy-poll");
  }

  /**
   * The maximum of file data that one connection may have in flight, unless it is a single message.
   */
  long maxDataBytes() {
    return Math.max(1, dataMemoryBytes / DATA_SHARES);
  }

  /** Starts from the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  /** Starts from these settings. */
  public Builder toBuilder() {
    return builder()
        .maxFrameBytes(maxFrameBytes)
        .handshakeMillis(handshakeMillis)
        .idleMillis(idleMillis)
        .closeMillis(closeMillis)
        .maxInFlight(maxInFlight)
        .maxInFlightBytes(maxInFlightBytes)
        .dataMemoryBytes(dataMemoryBytes)
        .transport(transport)
        .eventLoopThreads(eventLoopThreads)
        .busyPollMicros(busyPollMicros)
        .localSocket(localSocket)
        .limits(limits);
  }

  /** Collects settings. */
  public static final class Builder {
    private int maxFrameBytes = FrameCodec.DEFAULT_MAX_FRAME_BYTES;
    private int handshakeMillis = 10_000;
    private int idleMillis = 60_000;
    private int closeMillis = 5_000;
    private int maxInFlight = 16_384;
    private long maxInFlightBytes = 16 << 20;
    private long dataMemoryBytes = DEFAULT_DATA_MEMORY_BYTES;
    private Transport transport = Transport.AUTO;
    private int eventLoopThreads = Math.max(2, Runtime.getRuntime().availableProcessors() / 2);
    private int busyPollMicros;
    private @Nullable Path localSocket;
    private ConnectionLimits limits = ConnectionLimits.DEFAULTS;

    private Builder() {}

    public Builder maxFrameBytes(int value) {
      maxFrameBytes = value;
      return this;
    }

    public Builder handshakeMillis(int value) {
      handshakeMillis = value;
      return this;
    }

    public Builder idleMillis(int value) {
      idleMillis = value;
      return this;
    }

    public Builder closeMillis(int value) {
      closeMillis = value;
      return this;
    }

    public Builder maxInFlight(int value) {
      maxInFlight = value;
      return this;
    }

    public Builder maxInFlightBytes(long value) {
      maxInFlightBytes = value;
      return this;
    }

    public Builder dataMemoryBytes(long value) {
      dataMemoryBytes = value;
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

    public Builder busyPollMicros(int value) {
      busyPollMicros = value;
      return this;
    }

    public Builder localSocket(@Nullable Path value) {
      localSocket = value;
      return this;
    }

    public Builder limits(ConnectionLimits value) {
      limits = value;
      return this;
    }

    /** Builds the settings; throws IllegalArgumentException if one is out of its bounds. */
    public RpcServerSettings build() {
      return new RpcServerSettings(
          maxFrameBytes,
          handshakeMillis,
          idleMillis,
          closeMillis,
          maxInFlight,
          maxInFlightBytes,
          dataMemoryBytes,
          transport,
          eventLoopThreads,
          busyPollMicros,
          localSocket,
          limits);
    }
  }
}
