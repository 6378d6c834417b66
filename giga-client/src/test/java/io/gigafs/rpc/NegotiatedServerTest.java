package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.protocol.frame.Frame;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.UnixDomainSocketAddress;
import java.util.Collections;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests for what a client keeps of a server's hello: its domain socket and its identity. */
final class NegotiatedServerTest {
  private static final String PATH = "/run/giga/s1.sock";
  private static final UnixDomainSocketAddress SOCKET = UnixDomainSocketAddress.of(PATH);

  private long nanos;

  private NegotiatedServer reached(String host, String localSocket) throws IOException {
    Clock clock =
        new Clock() {
          @Override
          public long wallNanos() {
            return nanos;
          }

          @Override
          public long nanos() {
            return nanos;
          }
        };
    return new NegotiatedServer(
        new InetSocketAddress(InetAddress.getByName(host), 7000),
        hello(RpcFixture.CLUSTER, "s1", localSocket),
        clock);
  }

  private static Frame.ServerHello hello(UUID cluster, String server, String localSocket) {
    return new Frame.ServerHello(1, cluster, server, 1 << 20, localSocket);
  }

  @Test
  void localSocketIsUsedOnThisMachineOnly() throws Exception {
    assertThat(reached("127.0.0.1", PATH).localSocket()).contains(SOCKET);
    assertThat(reached("127.1.2.3", PATH).localSocket()).contains(SOCKET);
    assertThat(reached("192.0.2.1", PATH).localSocket()).isEmpty();
    for (NetworkInterface device : Collections.list(NetworkInterface.getNetworkInterfaces())) {
      for (InetAddress address : Collections.list(device.getInetAddresses())) {
        assertThat(reached(address.getHostAddress(), PATH).localSocket()).contains(SOCKET);
      }
    }
  }

  @Test
  void invalidSocketPathsAreIgnored() throws Exception {
    assertThat(reached("127.0.0.1", "").localSocket()).isEmpty();
    assertThat(reached("127.0.0.1", "giga.sock").localSocket()).isEmpty();
    assertThat(reached("127.0.0.1", "/giga\0.sock").localSocket()).isEmpty();
  }

  @Test
  void failedSocketIsSkippedForAWhile() throws Exception {
    NegotiatedServer server = reached("127.0.0.1", PATH);
    assertThat(server.localSocket()).contains(SOCKET);
    server.localSocketFailed(new IOException("no such file"));
    nanos += TimeUnit.SECONDS.toNanos(10) - 1;
    assertThat(server.localSocket()).isEmpty();
    nanos++;
    assertThat(server.localSocket()).contains(SOCKET);
  }

  @Test
  void serverIsIdentifiedByClusterAndName() throws Exception {
    NegotiatedServer server = reached("127.0.0.1", PATH);
    assertThat(server.objection(hello(RpcFixture.CLUSTER, "s1", "/elsewhere"))).isNull();
    assertThat(server.objection(hello(RpcFixture.CLUSTER, "s2", PATH))).contains("server s2");
    assertThat(server.objection(hello(new UUID(1, 2), "s1", PATH))).contains("of cluster");
  }
}
