package io.gigafs.rpc;

import static io.gigafs.rpc.DirectoryHandler.callWaiting;
import static io.gigafs.rpc.DirectoryHandler.makeDirectory;
import static io.gigafs.rpc.RpcFixture.ask;
import static io.gigafs.rpc.RpcFixture.created;
import static io.gigafs.rpc.RpcFixture.failure;
import static io.gigafs.rpc.RpcFixture.in;
import static io.gigafs.rpc.RpcFixture.until;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests for servers that also listen on a domain socket, and for direct calls over it. */
@ExtendWith(LeakCheck.class)
abstract class AbstractLocalSocketTest {
  private static final String BY_TCP = "127.0.0.1:";

  private final RpcFixture rpc;

  /** The pattern of the peer address that a server sees over its socket. */
  private final String bySocket;

  @TempDir private Path directory;
  private Path socket = Path.of("");

  AbstractLocalSocketTest(Transport transport, String bySocket) {
    this.rpc = new RpcFixture(transport);
    this.bySocket = bySocket;
  }

  @BeforeEach
  void nameTheSocket() {
    socket = directory.resolve("data").resolve("giga.sock");
  }

  @AfterEach
  void close() {
    rpc.close();
  }

  /** Records the peer address of the last call; does not answer numbers above 1000. */
  private static final class Noting extends DirectoryHandler {
    private volatile String from = "";

    @Override
    void answer(long number, Exchange<EntryResult> exchange) {
      from = exchange.peer().address();
      if (number <= 1000) {
        super.answer(number, exchange);
      }
    }
  }

  private RpcServerSettings settings() {
    return rpc.serverSettings().toBuilder().localSocket(socket).build();
  }

  private NettyRpcServer server(RequestHandler handler) throws IOException {
    return rpc.server(handler, settings());
  }

  /** The peer address of a direct call of a new client. */
  private String way(NettyRpcServer server, Noting handler) {
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    assertThat(callWaiting(client, server.endpoint(), 2)).isCompletedWithValue(created(2));
    return handler.from;
  }

  /** A socket that listens at the path and never answers. */
  private static ServerSocketChannel listener(Path path) throws IOException {
    ServerSocketChannel listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    return listener.bind(UnixDomainSocketAddress.of(path));
  }

  private static void leaveStale(Path path) throws IOException {
    listener(path).close();
    assertThat(path).exists();
  }

  @Test
  void directCallsUseTheSocket() throws Exception {
    Noting handler = new Noting();
    NettyRpcServer server = server(handler);
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    for (int number = 2; number < 100; number++) {
      assertThat(callWaiting(client, server.endpoint(), number))
          .isCompletedWithValue(created(number));
      assertThat(handler.from).matches(bySocket);
    }
    assertThat(server.connections()).isEqualTo(2);
    assertThat(server.localSocket()).isEqualTo(socket.toString());
  }

  @Test
  void requestsLongerThanTheBufferAreSentInParts() throws Exception {
    Noting handler = new Noting();
    NettyRpcServer server = server(handler);
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    Caller ofManyGroups =
        new Caller(1000, 1000, IntStream.range(1 << 30, (1 << 30) + 60_000).toArray());
    for (int number = 2; number < 20; number++) {
      assertThat(
              client.callWaiting(
                  server.endpoint(), makeDirectory(number, ofManyGroups), in(20_000)))
          .isCompletedWithValue(created(number));
      assertThat(handler.from).matches(bySocket);
    }
    assertThat(server.connections()).isEqualTo(2);
  }

  @Test
  void socketIsOpenToAllAndRemovedOnClose() throws Exception {
    NettyRpcServer server = server(new Noting());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
        .isEqualTo("rw-rw-rw-");
    server.close();
    assertThat(socket).doesNotExist();
  }

  @Test
  void failedStartLeavesNoSocket() throws Exception {
    int taken = rpc.server(new Noting()).endpoint().port();
    try {
      rpc.server(new Noting(), settings(), taken);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("in use");
    }
    assertThat(socket).doesNotExist();
  }

  @Test
  void socketOfADeadServerIsReplaced() throws Exception {
    Files.createDirectory(socket.getParent());
    leaveStale(socket);
    Noting handler = new Noting();
    assertThat(way(server(handler), handler)).matches(bySocket);
  }

  @Test
  void socketOfALiveServerIsKept() throws Exception {
    Noting first = new Noting();
    NettyRpcServer living = server(first);
    Noting second = new Noting();
    NettyRpcServer late = server(second);
    assertThat(late.localSocket()).isEmpty();
    assertThat(way(late, second)).startsWith(BY_TCP);
    late.close();
    assertThat(way(living, first)).matches(bySocket);
  }

  @Test
  void regularFileIsNotReplaced() throws Exception {
    Files.createDirectory(socket.getParent());
    Files.writeString(socket, "precious");
    Noting handler = new Noting();
    NettyRpcServer server = server(handler);
    assertThat(way(server, handler)).startsWith(BY_TCP);
    server.close();
    assertThat(socket).hasContent("precious");
  }

  @Test
  void longSocketPathFallsBackToTcp() throws Exception {
    String longest = "x".repeat(106 - directory.toString().length() - 1);
    socket = directory.resolve(longest);
    Noting handler = new Noting();
    assertThat(way(server(handler), handler)).matches(bySocket);
    socket = directory.resolve(longest + "x");
    NettyRpcServer server = server(handler);
    assertThat(server.localSocket()).isEmpty();
    assertThat(way(server, handler)).startsWith(BY_TCP);
  }

  @Test
  void missingSocketFallsBackToTcp() throws Exception {
    Noting handler = new Noting();
    NettyRpcServer server = server(handler);
    Files.delete(socket);
    assertThat(way(server, handler)).startsWith(BY_TCP);
  }

  @Test
  void staleSocketFallsBackToTcp() throws Exception {
    Noting handler = new Noting();
    NettyRpcServer server = server(handler);
    Files.delete(socket);
    leaveStale(socket);
    assertThat(way(server, handler)).startsWith(BY_TCP);
  }

  @Test
  void socketOfAnotherServerFallsBackToTcp() throws Exception {
    Noting handler = new Noting();
    NettyRpcServer server = server(handler);
    Noting stranger = new Noting();
    Path other = directory.resolve("other.sock");
    NettyRpcServer second =
        NettyRpcServer.bind(
            new Endpoint("127.0.0.1", 0),
            new ServerIdentity(RpcFixture.CLUSTER, new ServerId("s2")),
            rpc.serverSettings().toBuilder().localSocket(other).build(),
            stranger);
    rpc.closing(second::close);
    Files.delete(socket);
    Files.createSymbolicLink(socket, other);
    assertThat(way(server, handler)).startsWith(BY_TCP);
    assertThat(stranger.from).isEmpty();
  }

  @Test
  void silentSocketFallsBackToTcpInTime() throws Exception {
    Noting handler = new Noting();
    NettyRpcServer server = server(handler);
    Files.delete(socket);
    try (ServerSocketChannel mute = listener(socket)) {
      NettyRpcClient client = rpc.client();
      ask(client, server.endpoint(), 1);
      long begun = RpcFixture.CLOCK.nanos();
      CompletableFuture<?> hasty =
          client.callWaiting(server.endpoint(), makeDirectory(1001), in(200));
      assertThat(failure(hasty).code()).isEqualTo(ErrorCode.ETIMEDOUT);
      assertThat(millisSince(begun)).isGreaterThanOrEqualTo(200L);
      assertThat(callWaiting(client, server.endpoint(), 2)).isCompletedWithValue(created(2));
      assertThat(handler.from).startsWith(BY_TCP);
      assertThat(callers(mute)).isEqualTo(1);
      begun = RpcFixture.CLOCK.nanos();
      assertThat(way(server, handler)).startsWith(BY_TCP);
      assertThat(millisSince(begun)).isGreaterThanOrEqualTo(900L);
      assertThat(callers(mute)).isEqualTo(1);
    }
  }

  /** The number of connections since the last call. */
  private static int callers(ServerSocketChannel listener) throws IOException {
    listener.configureBlocking(false);
    int callers = 0;
    for (SocketChannel each = listener.accept(); each != null; each = listener.accept()) {
      each.close();
      callers++;
    }
    return callers;
  }

  private static long millisSince(long nanos) {
    return TimeUnit.NANOSECONDS.toMillis(RpcFixture.CLOCK.nanos() - nanos);
  }

  @Test
  void callsOverTheSocketEndAtTheirDeadline() throws Exception {
    Noting handler = new Noting();
    NettyRpcServer server = server(handler);
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    // If this thread stalls, the deadline passes before the call is sent; the test tries again.
    until(
        () -> {
          long begun = RpcFixture.CLOCK.nanos();
          CompletableFuture<?> call =
              client.callWaiting(server.endpoint(), makeDirectory(1001), in(200));
          assertThat(failure(call).code()).isEqualTo(ErrorCode.ETIMEDOUT);
          assertThat(millisSince(begun)).isGreaterThanOrEqualTo(200L);
          return handler.from.matches(bySocket);
        });
    assertThat(callWaiting(client, server.endpoint(), 2)).isCompletedWithValue(created(2));
    assertThat(handler.from).matches(bySocket);
  }

  @Test
  void socketOfARestartedServerIsUsedAgain() throws Exception {
    Noting first = new Noting();
    NettyRpcServer server = server(first);
    Endpoint endpoint = server.endpoint();
    NettyRpcClient client = rpc.client();
    ask(client, endpoint, 1);
    callWaiting(client, endpoint, 2).join();
    assertThat(first.from).matches(bySocket);
    server.close();
    assertThat(failure(callWaiting(client, endpoint, 3)).code()).isEqualTo(ErrorCode.EIO);
    Noting second = new Noting();
    rpc.server(second, settings(), endpoint.port());
    until(() -> callWaiting(client, endpoint, 4).handle((made, gone) -> gone == null).join());
    callWaiting(client, endpoint, 5).join();
    assertThat(second.from).matches(bySocket);
  }

  @Test
  void interruptedThreadUsesTheSocket() throws Exception {
    Noting handler = new Noting();
    NettyRpcServer server = server(handler);
    NettyRpcClient client = rpc.client();
    ask(client, server.endpoint(), 1);
    Thread.currentThread().interrupt();
    CompletableFuture<?> call = callWaiting(client, server.endpoint(), 2);
    assertThat(Thread.interrupted()).isTrue();
    assertThat(call).isCompleted();
    assertThat(handler.from).matches(bySocket);
  }
}
