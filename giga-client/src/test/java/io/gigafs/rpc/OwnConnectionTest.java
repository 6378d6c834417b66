package io.gigafs.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.rpc.RpcClient.RpcClientListener;
import io.netty.channel.EventLoop;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls from an event loop thread use that thread's own connection. */
class OwnConnectionTest {
  private static final int THREADS = 3;
  private static final int ROUNDS = 20;

  private final RpcFixture rpc = new RpcFixture(Transport.AUTO);
  private EventLoops loops;
  private NettyRpcClient client;

  @BeforeEach
  void open() {
    loops = new EventLoops(Transport.AUTO, THREADS, "shared");
    rpc.closing(loops::close);
    client =
        new NettyRpcClient(
            rpc.clientSettings().toBuilder().connectionsPerServer(THREADS).build(),
            RpcClientListener.NONE,
            loops,
            RpcFixture.CLOCK,
            new SplittableRandom(1));
    rpc.closing(client::close);
  }

  @AfterEach
  void close() {
    rpc.close();
  }

  @Test
  void answerArrivesOnTheCallingThread() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    List<EventLoop> threads = loops.next(THREADS);
    assertThat(new HashSet<>(threads)).hasSize(THREADS);
    for (int i = 0; i < ROUNDS * THREADS; i++) {
      EventLoop asking = threads.get(i % THREADS);
      int number = i + 1;
      CompletableFuture<Boolean> answeredThere =
          CompletableFuture.supplyAsync(
                  () ->
                      client
                          .call(server, RpcFixture.makeDirectory(number), RpcFixture.in(20_000))
                          .thenApply(answer -> asking.inEventLoop() && isOf(answer, number)),
                  asking)
              .thenCompose(call -> call);
      assertThat(RpcFixture.await(answeredThere)).isTrue();
    }
  }

  private static boolean isOf(Answer<EntryResult> answer, int number) {
    return answer.equals(RpcFixture.created(number));
  }

  @Test
  void otherThreadsUseConnectionsRoundRobin() throws Exception {
    NettyRpcServer server = rpc.server(new EchoHandler());
    for (int i = 1; i <= THREADS; i++) {
      assertThat(RpcFixture.ask(client, server.endpoint(), i)).isEqualTo(RpcFixture.created(i));
    }
    assertThat(server.connections()).isEqualTo(THREADS);
  }
}
