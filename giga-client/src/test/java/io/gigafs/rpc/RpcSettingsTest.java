package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.protocol.frame.Frame;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Tests that settings reject values out of range and name the setting. */
final class RpcSettingsTest {
  private static final RpcClientSettings CLIENT = RpcClientSettings.of(Frame.Role.CLIENT, 1);
  private static final RpcServerSettings SERVER = RpcServerSettings.DEFAULTS;

  @Test
  void errorNamesTheInvalidSetting() {
    refuses(
        () -> CLIENT.toBuilder().connectionsPerServer(0).build(),
        "connections-per-server is at least 1");
    refuses(
        () -> CLIENT.toBuilder().connectTimeoutMillis(0).keepAliveMillis(1).build(),
        "connect-timeout is at least 1");
    refuses(
        () -> CLIENT.toBuilder().connectTimeoutMillis(1).keepAliveMillis(0).build(),
        "keep-alive is at least 1");
    refuses(
        () -> CLIENT.toBuilder().maxFrameBytes(1).build(),
        "max-frame-bytes is 65536 to 1073741824, not 1");
    refuses(
        () -> CLIENT.toBuilder().transport(Transport.NIO).eventLoopThreads(0).build(),
        "event-loop-threads is at least 1");
    refuses(() -> SERVER.toBuilder().maxFrameBytes(1).build(), "max-frame-bytes is");
    refuses(
        () -> SERVER.toBuilder().handshakeMillis(0).idleMillis(1).closeMillis(1).build(),
        "handshake-timeout is at least 1");
    refuses(
        () -> SERVER.toBuilder().handshakeMillis(1).idleMillis(0).closeMillis(1).build(),
        "idle-timeout is at least 1");
    refuses(
        () -> SERVER.toBuilder().handshakeMillis(1).idleMillis(1).closeMillis(-1).build(),
        "close-timeout is at least 0");
    refuses(
        () -> SERVER.toBuilder().maxInFlight(0).maxInFlightBytes(1).build(),
        "max-in-flight is at least 1");
    refuses(
        () -> SERVER.toBuilder().maxInFlight(1).maxInFlightBytes(0).build(),
        "max-in-flight-bytes is at least 1");
    refuses(
        () -> SERVER.toBuilder().transport(Transport.NIO).eventLoopThreads(0).build(),
        "event-loop-threads is at least 1");
    refuses(() -> SERVER.toBuilder().busyPollMicros(-1).build(), "busy-poll is at least 0");
  }

  private static void refuses(ThrowingCallable change, String message) {
    assertThatThrownBy(change)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
