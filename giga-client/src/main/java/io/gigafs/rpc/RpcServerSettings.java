package io.gigafs.rpc;

import io.gigafs.protocol.frame.FrameCodec;
import java.nio.file.Path;
import java.util.function.Consumer;
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
          0,
          null,
          ConnectionLimits.DEFAULTS);

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

  public RpcServerSettings withMaxFrameBytes(int newMaxFrameBytes) {
    return with(draft -> draft.maxFrameBytes = newMaxFrameBytes);
  }

  public RpcServerSettings withTimeouts(
      int newHandshakeMillis, int newIdleMillis, int newCloseMillis) {
    return with(
        draft -> {
          draft.handshakeMillis = newHandshakeMillis;
          draft.idleMillis = newIdleMillis;
          draft.closeMillis = newCloseMillis;
        });
  }

  public RpcServerSettings withMaxInFlight(int newMaxInFlight, long newMaxInFlightBytes) {
    return with(
        draft -> {
          draft.maxInFlight = newMaxInFlight;
          draft.maxInFlightBytes = newMaxInFlightBytes;
        });
  }

  public RpcServerSettings withDataMemory(long newDataMemoryBytes) {
    return with(draft -> draft.dataMemoryBytes = newDataMemoryBytes);
  }

  public RpcServerSettings withTransport(Transport newTransport, int newEventLoopThreads) {
    return with(
        draft -> {
          draft.transport = newTransport;
          draft.eventLoopThreads = newEventLoopThreads;
        });
  }

  public RpcServerSettings withBusyPoll(int newBusyPollMicros) {
    return with(draft -> draft.busyPollMicros = newBusyPollMicros);
  }

  public RpcServerSettings withLocalSocket(@Nullable Path newLocalSocket) {
    return with(draft -> draft.localSocket = newLocalSocket);
  }

  public RpcServerSettings withLimits(ConnectionLimits newLimits) {
    return with(draft -> draft.limits = newLimits);
  }

  /** A copy of these settings, changed by a function. */
  private RpcServerSettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /** A mutable copy of settings. */
  private static final class Draft {
    private int maxFrameBytes;
    private int handshakeMillis;
    private int idleMillis;
    private int closeMillis;
    private int maxInFlight;
    private long maxInFlightBytes;
    private long dataMemoryBytes;
    private Transport transport;
    private int eventLoopThreads;
    private int busyPollMicros;
    private @Nullable Path localSocket;
    private ConnectionLimits limits;

    Draft(RpcServerSettings from) {
      this.maxFrameBytes = from.maxFrameBytes;
      this.handshakeMillis = from.handshakeMillis;
      this.idleMillis = from.idleMillis;
      this.closeMillis = from.closeMillis;
      this.maxInFlight = from.maxInFlight;
      this.maxInFlightBytes = from.maxInFlightBytes;
      this.dataMemoryBytes = from.dataMemoryBytes;
      this.transport = from.transport;
      this.eventLoopThreads = from.eventLoopThreads;
      this.busyPollMicros = from.busyPollMicros;
      this.localSocket = from.localSocket;
      this.limits = from.limits;
    }

    RpcServerSettings settings() {
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
