package io.gigafs.rpc;

import static io.gigafs.rpc.RpcFixture.ask;
import static io.gigafs.rpc.RpcFixture.created;
import static io.gigafs.rpc.RpcFixture.failure;
import static io.gigafs.rpc.RpcFixture.in;
import static io.gigafs.rpc.RpcFixture.makeDirectory;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests for deferred calls, whose answers no thread waits for. */
@ExtendWith(LeakCheck.class)
class DeferredCallsTest {
  private final RpcFixture rpc = new RpcFixture(Transport.AUTO);

  @AfterEach
  void close() {
    rpc.close();
  }

  private static final class Mute extends EchoHandler {
    @Override
    void handle(MakeDirectoryRequest make, Exchange<EntryResult> exchange) {
      // No answer.
    }
  }

  @Test
  void deferredCallIsSentBeforeTheNextCall() throws Exception {
    Queue<Long> heard = new ConcurrentLinkedQueue<>();
    EchoHandler handler =
        new EchoHandler() {
          @Override
          void handle(MakeDirectoryRequest make, Exchange<EntryResult> exchange) {
            heard.add(make.sequence().number());
            super.handle(make, exchange);
          }
        };
    Endpoint server = rpc.server(handler).endpoint();
    NettyRpcClient client = rpc.client();
    for (long number = 1; number < 1000; number += 2) {
      CompletableFuture<?> deferred =
          client.callDeferred(server, makeDirectory(number), in(20_000));
      ask(client, server, number + 1);
      RpcFixture.await(deferred);
      assertThat(heard).containsExactly(number, number + 1);
      heard.clear();
    }
  }

  @Test
  void deferredCallsAreSentWithoutAnotherCall() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    NettyRpcClient client = rpc.client();
    List<CompletableFuture<Answer<EntryResult>>> deferred = new ArrayList<>();
    for (long number = 1; number <= 5_000; number++) {
      deferred.add(client.callDeferred(server, makeDirectory(number), in(20_000)));
    }
    for (long number = 1; number <= 5_000; number++) {
      assertThat(RpcFixture.await(deferred.get((int) number - 1))).isEqualTo(created(number));
    }
    CompletableFuture<Answer<EntryResult>> last =
        client.callDeferred(server, makeDirectory(7), in(20_000));
    client.flushDeferred();
    assertThat(RpcFixture.await(last)).isEqualTo(created(7));
  }

  @Test
  void deferredCallFailsWhenTheClientCloses() throws Exception {
    Endpoint server = rpc.server(new Mute()).endpoint();
    NettyRpcClient client = rpc.client();
    CompletableFuture<?> deferred = client.callDeferred(server, makeDirectory(1), in(20_000));
    client.close();
    assertThat(failure(deferred).code()).isEqualTo(ErrorCode.EIO);
  }
}
