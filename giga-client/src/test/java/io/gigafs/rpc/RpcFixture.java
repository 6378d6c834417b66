package io.gigafs.rpc;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.rpc.RpcClient.RpcClientListener;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Servers and clients of a test, closed with it in reverse order. */
final class RpcFixture implements AutoCloseable {
  static final UUID CLUSTER = new UUID(0x0123456789abcdefL, 0x8123456789abcdefL);
  static final ServerIdentity IDENTITY = new ServerIdentity(CLUSTER, new ServerId("s1"));
  static final long CLIENT_ID = 0x1122334455667788L;
  static final Clock CLOCK = Clock.system();

  private final Transport transport;
  private final Deque<Runnable> closers = new ArrayDeque<>();

  RpcFixture(Transport transport) {
    this.transport = transport;
  }

  RpcServerSettings serverSettings() {
    return RpcServerSettings.builder()
        .transport(transport)
        .eventLoopThreads(2)
        .handshakeMillis(10_000)
        .idleMillis(60_000)
        .closeMillis(0)
        .build();
  }

  RpcClientSettings clientSettings() {
    return RpcClientSettings.builder(Frame.Role.CLIENT, CLIENT_ID)
        .transport(transport)
        .eventLoopThreads(1)
        .build();
  }

  NettyRpcServer server(RequestHandler handler) throws IOException {
    return server(handler, serverSettings());
  }

  NettyRpcServer server(RequestHandler handler, RpcServerSettings settings) throws IOException {
    return server(handler, settings, 0);
  }

  NettyRpcServer server(RequestHandler handler, RpcServerSettings settings, int port)
      throws IOException {
    NettyRpcServer server =
        NettyRpcServer.bind(new Endpoint("127.0.0.1", port), IDENTITY, settings, handler);
    closers.push(server::close);
    return server;
  }

  NettyRpcClient client() {
    return client(clientSettings());
  }

  NettyRpcClient client(RpcClientSettings settings) {
    return client(settings, RpcClientListener.NONE);
  }

  NettyRpcClient client(RpcClientSettings settings, RpcClientListener listener) {
    NettyRpcClient client = new NettyRpcClient(settings, listener);
    closers.push(client::close);
    return client;
  }

  /**
   * A client.
   *
   * @param watchMillis how often it checks idle connections
   */
  NettyRpcClient client(RpcClientSettings settings, long watchMillis) {
    NettyRpcClient client = new NettyRpcClient(settings, RpcClientListener.NONE, watchMillis);
    closers.push(client::close);
    return client;
  }

  void closing(Runnable closer) {
    closers.push(closer);
  }

  static long in(long millis) {
    return CLOCK.nanos() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** A request that an {@link EchoHandler} answers with inode {@code number}. */
  static MakeDirectoryRequest makeDirectory(long number) {
    return new MakeDirectoryRequest(
        InodeId.ROOT,
        PartitionIndex.ZEROTH,
        Caller.ROOT,
        new Sequence(number, 0),
        Name.of("file" + number),
        0644);
  }

  static Answer<EntryResult> created(long number) {
    return new Answer.Done<>(
        new EntryResult(
            new FileAttributes(
                new InodeId(number), FileType.REGULAR, 0644, 0, 0, 0, 1, 1, 2, 3, 0)));
  }

  /** The answer to a create that must succeed. */
  static Answer<EntryResult> ask(NettyRpcClient client, Endpoint server, long number) {
    return await(client.call(server, makeDirectory(number), in(20_000)));
  }

  static <T> T await(CompletableFuture<T> future) {
    try {
      return future.get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** The exception that a future fails with. */
  static GigaException failure(CompletableFuture<?> future) {
    try {
      Object answer = future.get(30, TimeUnit.SECONDS);
      throw new AssertionError("answered " + answer);
    } catch (ExecutionException e) {
      return (GigaException) Objects.requireNonNull(e.getCause());
    } catch (InterruptedException | TimeoutException e) {
      throw new AssertionError(e);
    }
  }

  /** Waits until the condition holds. */
  static void until(Condition condition) {
    long deadline = in(300_000);
    while (!condition.holds()) {
      if (CLOCK.nanos() - deadline > 0) {
        throw new AssertionError("it did not come true in time");
      }
      Thread.onSpinWait();
      try {
        TimeUnit.MILLISECONDS.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  interface Condition {
    boolean holds();
  }

  @Override
  public void close() {
    while (!closers.isEmpty()) {
      closers.pop().run();
    }
  }
}
