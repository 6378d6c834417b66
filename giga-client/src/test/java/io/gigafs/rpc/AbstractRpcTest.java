package io.gigafs.rpc;

import static io.gigafs.rpc.RpcFixture.ask;
import static io.gigafs.rpc.RpcFixture.created;
import static org.assertj.core.api.Assertions.assertThat;

import io.gigafs.cluster.Endpoint;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

abstract class AbstractRpcTest {
  final RpcFixture rpc;

  AbstractRpcTest(Transport transport) {
    rpc = new RpcFixture(transport);
  }

  @AfterEach
  void close() throws Exception {
    rpc.close();
  }

  @Test
  void answersARequest() throws Exception {
    Endpoint server = rpc.server(new EchoHandler()).endpoint();
    assertThat(ask(rpc.client(), server, 7)).isEqualTo(created(7));
  }
}
