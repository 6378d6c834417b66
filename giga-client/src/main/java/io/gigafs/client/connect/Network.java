package io.gigafs.client.connect;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.request.NoticeListener;
import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.frame.Frame;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.EventLoops;
import io.gigafs.rpc.NettyRpcClient;
import io.gigafs.rpc.NettyTimers;
import io.gigafs.rpc.RpcClient;
import io.gigafs.rpc.RpcClient.RpcClientListener;
import io.gigafs.rpc.RpcClientSettings;
import io.gigafs.rpc.Timers;
import io.gigafs.rpc.Transport;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/**
 * A client's thread, which serves its connections and its timers. Safe for use by several threads;
 * closed as a whole.
 */
final class Network implements RpcClient {
  private static final int THREADS = 1;

  private final EventLoops loops;
  private final NettyRpcClient rpc;

  private Network(EventLoops loops, NettyRpcClient rpc) {
    this.loops = loops;
    this.rpc = rpc;
  }

  static EventLoops threads() {
    return new EventLoops(Transport.AUTO, THREADS, "giga-client");
  }

  static Timers timers(EventLoops loops) {
    return new NettyTimers(loops);
  }

  /** Connections served by the event loops, which are closed with them. */
  static Network open(
      EventLoops loops, ClientSettings settings, long clientId, NoticeListener listener) {
    RpcClientSettings rpcSettings =
        RpcClientSettings.builder(Frame.Role.CLIENT, clientId)
            .connectionsPerServer(settings.connectionsPerServer())
            .build();
    CompletableFuture<NettyRpcClient> opened = new CompletableFuture<>();
    RpcClientListener replying =
        new RpcClientListener() {
          @Override
          public void received(Notice notice, Endpoint server) {
            listener.notice(notice, reply -> opened.thenAccept(rpc -> rpc.send(server, reply)));
          }
        };
    NettyRpcClient rpc =
        new NettyRpcClient(
            rpcSettings, replying, loops, Clock.system(), new SplittableRandom(clientId));
    opened.complete(rpc);
    return new Network(loops, rpc);
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> call(
      Endpoint server, Request<R> request, long deadlineNanos) {
    return rpc.call(server, request, deadlineNanos);
  }

  @Override
  public void execute(Runnable task) {
    rpc.execute(task);
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> callDeferred(
      Endpoint server, Request<R> request, long deadlineNanos) {
    return rpc.callDeferred(server, request, deadlineNanos);
  }

  @Override
  public <R extends Result> CompletableFuture<Answer<R>> callWaiting(
      Endpoint server, Request<R> request, long deadlineNanos) {
    return rpc.callWaiting(server, request, deadlineNanos);
  }

  @Override
  public void flushDeferred() {
    rpc.flushDeferred();
  }

  @Override
  public void close() {
    rpc.close();
    loops.close();
  }
}
