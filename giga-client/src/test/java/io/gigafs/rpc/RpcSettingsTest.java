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
    refuses(() -> CLIENT.withConnectionsPerServer(0), "connections-per-server is at least 1");
    refuses(() -> CLIENT.withTimeouts(0, 1), "connect-timeout is at least 1");
    refuses(() -> CLIENT.withTimeouts(1, 0), "keep-alive is at least 1");
    refuses(() -> CLIENT.withMaxFrameBytes(1), "max-frame-bytes is 65536 to 1073741824, not 1");
    refuses(() -> CLIENT.withTransport(Transport.NIO, 0), "event-loop-threads is at least 1");
    refuses(() -> SERVER.withMaxFrameBytes(1), "max-frame-bytes is");
    refuses(() -> SERVER.withTimeouts(0, 1, 1), "handshake-timeout is at least 1");
    refuses(() -> SERVER.withTimeouts(1, 0, 1), "idle-timeout is at least 1");
    refuses(() -> SERVER.withTimeouts(1, 1, -1), "close-timeout is at least 0");
    refuses(() -> SERVER.withMaxInFlight(0, 1), "max-in-flight is at least 1");
    refuses(() -> SERVER.withMaxInFlight(1, 0), "max-in-flight-bytes is at least 1");
    refuses(() -> SERVER.withTransport(Transport.NIO, 0), "event-loop-threads is at least 1");
    refuses(() -> SERVER.withBusyPoll(-1), "busy-poll is at least 0");
  }

  private static void refuses(ThrowingCallable change, String message) {
    assertThatThrownBy(change)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }
}
