package io.gigafs.bench.micro;

import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.NettyRpcClient;
import io.gigafs.rpc.NettyRpcServer;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.rpc.RpcClient.RpcClientListener;
import io.gigafs.rpc.RpcClientSettings;
import io.gigafs.rpc.RpcServerSettings;
import io.gigafs.rpc.ServerIdentity;
import java.io.IOException;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The cost of a request over one connection of the loopback device without any work on the server:
 * one at a time, and with 64 outstanding. Both ends are in this process, so allocated bytes include
 * both.
 */
@State(Scope.Thread)
public class RpcBenchmark {
  private static final int WINDOW = 64;
  private static final long TIMEOUT_NANOS = 30_000_000_000L;

  private final LookupRequest request = SampleMessages.lookupRequest();
  private final SlidingWindow window = new SlidingWindow(WINDOW);
  private NettyRpcServer server;
  private NettyRpcClient client;

  @Setup
  public void connect() throws IOException {
    server =
        NettyRpcServer.bind(
            new Endpoint("127.0.0.1", 0),
            new ServerIdentity(new UUID(1, 1), new ServerId("s1")),
            RpcServerSettings.DEFAULTS,
            new Echo());
    client =
        new NettyRpcClient(RpcClientSettings.of(Frame.Role.CLIENT, 42), RpcClientListener.NONE);
  }

  @TearDown(Level.Iteration)
  public void drain() {
    window.drain();
  }

  @TearDown
  public void close() {
    client.close();
    server.close();
  }

  @Benchmark
  public Answer<LookupResult> alone() {
    return call().join();
  }

  @Benchmark
  public void windowOf64() {
    window.enter();
    window.add(call());
  }

  private CompletableFuture<Answer<LookupResult>> call() {
    return client.call(server.endpoint(), request, Clock.system().nanos() + TIMEOUT_NANOS);
  }

  /** Gives the same answer to every lookup, at once. */
  private static final class Echo implements RequestHandler {
    private final Answer<LookupResult> answer =
        new Answer.Done<>(new LookupResult(SampleFiles.attributes(1), 0, null));

    @Override
    @SuppressWarnings("unchecked") // only lookups are sent
    public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
      exchange.answer((Answer<R>) answer);
    }

    @Override
    public void handle(Notice notice, Peer from) {}

    @Override
    public void disconnected(Peer peer) {}
  }
}
