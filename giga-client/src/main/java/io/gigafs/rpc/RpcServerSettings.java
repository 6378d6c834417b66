package io.gigafs.rpc;

import io.gigafs.protocol.FrameCodec;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link NettyRpcServer}.
 *
 * @param maxFrameBytes the longest frame that is taken
 * @param handshakeMillis how long a new connection may take for its hello
 * @param idleMillis a connection that says nothing, or takes nothing, for so long is closed;
 *     clients ping more often than that
 * @param closeMillis how long requests in flight may take when the server closes
 * @param maxInFlight requests of one connection that wait for their answers; no more are read
 * @param maxInFlightBytes likewise, by the length of their frames
 * @param dataMemoryBytes of files' bytes may be under way, over all connections; what is more is
 *     not read from them
 * @param transport how sockets are reached; not used where event loops are handed in
 * @param eventLoopThreads likewise
 * @param localSocket where it listens for programs of its machine, too; null for nowhere
 * @param limits what clients may take of the server, one and all
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
    @Nullable Path localSocket,
    ConnectionLimits limits) {
  public static final long DEFAULT_DATA_MEMORY_BYTES = 256L << 20;

  /** A connection may have one part in so many of the memory for files' bytes. */
  private static final int DATA_SHARES = 8;

  public static final RpcServerSettings DEFAULTS =
      new RpcServerSettings(
          FrameCodec.DEFAULT_MAX_FRAME_BYTES,
          10_000,
          60_000,
          5_000,
          16_384,
          16 << 20,
          DEFAULT_DATA_MEMORY_BYTES,
          Transport.AUTO,
          Math.max(2, Runtime.getRuntime().availableProcessors() / 2),
          null,
          ConnectionLimits.DEFAULTS);

  public RpcServerSettings {
    FrameCodec.checkMaxFrameBytes(maxFrameBytes);
    Settings.atLeast(1, handshakeMillis, "handshake-timeout");
    Settings.atLeast(1, idleMillis, "idle-timeout");
    Settings.atLeast(0, closeMillis, "close-timeout");
    Settings.atLeast(1, maxInFlight, "max-in-flight");
    Settings.atLeast(1, maxInFlightBytes, "max-in-flight-bytes");
    Settings.atLeast(1, dataMemoryBytes, "data-memory");
    Settings.atLeast(1, eventLoopThreads, "event-loop-threads");
  }

  public RpcServerSettings withMaxFrameBytes(int maxFrameBytes) {
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
        localSocket,
        limits);
  }

  public RpcServerSettings withTimeouts(int handshakeMillis, int idleMillis, int closeMillis) {
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
        localSocket,
        limits);
  }

  public RpcServerSettings withMaxInFlight(int maxInFlight, long maxInFlightBytes) {
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
        localSocket,
        limits);
  }

  public RpcServerSettings withDataMemory(long dataMemoryBytes) {
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
        localSocket,
        limits);
  }

  public RpcServerSettings withLocalSocket(@Nullable Path localSocket) {
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
        localSocket,
        limits);
  }

  public RpcServerSettings withLimits(ConnectionLimits limits) {
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
        localSocket,
        limits);
  }

  /** How many of files' bytes one connection may have under way, unless it has but one message. */
  long maxDataBytes() {
    return Math.max(1, dataMemoryBytes / DATA_SHARES);
  }

  public RpcServerSettings withTransport(Transport transport, int eventLoopThreads) {
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
        localSocket,
        limits);
  }
}
