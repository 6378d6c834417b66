package io.gigafs.rpc;

import io.gigafs.protocol.FrameCodec;
import java.nio.file.Path;
import java.util.function.Consumer;
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
 * @param maxInFlightBytes the length of their frames, at most
 * @param dataMemoryBytes of files' bytes may be under way, over all connections; what is more is
 *     not read from them
 * @param transport how sockets are reached; not used where event loops are handed in
 * @param eventLoopThreads how many threads serve sockets; not used where event loops are handed in
 * @param busyPollMicros how long a thread that has served its sockets polls them before it sleeps:
 *     clients need not wait until it is woken, and it costs processor time; 0 for not at all; not
 *     used where event loops are handed in
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
    int busyPollMicros,
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
          0,
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
    Settings.atLeast(0, busyPollMicros, "busy-poll");
  }

  /** How many of files' bytes one connection may have under way, unless it has but one message. */
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

  /** The same settings, but for what the change sets. */
  private RpcServerSettings with(Consumer<Draft> change) {
    Draft draft = new Draft(this);
    change.accept(draft);
    return draft.settings();
  }

  /** Settings that are about to become others. */
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
