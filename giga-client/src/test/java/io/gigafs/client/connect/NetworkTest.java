package io.gigafs.client.connect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.GigaPath;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.ClusterView;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.ServerInfo;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.TestViews;
import io.gigafs.index.InodeId;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.NewFiles;
import io.gigafs.protocol.cluster.ClusterViewRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest.ClusterViewResult;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.NettyRpcServer;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.rpc.RpcServerSettings;
import io.gigafs.rpc.ServerIdentity;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Tests a client and a server over a real TCP connection. */
final class NetworkTest {
  private static final UUID CLUSTER = new UUID(3, 4);

  @Test
  void worksOverTcpAndReturnsLeases() throws Exception {
    OneServer handler = new OneServer();
    ServerIdentity identity = new ServerIdentity(CLUSTER, new ServerId("s0"));
    try (NettyRpcServer server =
        NettyRpcServer.bind(
            new Endpoint("127.0.0.1", 0), identity, RpcServerSettings.DEFAULTS, handler)) {
      handler.view = view(server.endpoint());
      try (GigaClient client = GigaClients.connect(ClientSettings.of(List.of(server.endpoint())))) {
        for (int i = 0; i < 100; i++) {
          client.create(GigaPath.parse("/f" + i), 0644, true);
        }
        assertThat(handler.lookups).hasValue(1);
        assertThatThrownBy(() -> client.stat(GigaPath.parse("/none")))
            .hasMessage("/none: No such file or directory");
        handler.recall();
        assertThat(handler.returned.get(60, TimeUnit.SECONDS)).isEqualTo(77);
        client.create(GigaPath.parse("/g"), 0644, true);
        assertThat(handler.lookups).hasValue(3);
      }
    }
  }

  private static ClusterView view(Endpoint endpoint) {
    return TestViews.of(
        CLUSTER,
        1,
        ClusterSettings.DEFAULTS,
        List.of(new ServerInfo(new ServerId("s0"), endpoint)),
        SlotTable.interleaved(8, 1));
  }

  /** Knows the root and creates any file. */
  private static final class OneServer implements RequestHandler {
    final AtomicInteger lookups = new AtomicInteger();
    final CompletableFuture<Long> returned = new CompletableFuture<>();
    volatile @Nullable ClusterView view;
    private volatile @Nullable Peer client;

    @Override
    @SuppressWarnings("unchecked") // The opcode ties a request to its result.
    public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
      exchange.answer((Answer<R>) answer(request, exchange.peer()));
    }

    private Answer<? extends Result> answer(Request<?> request, Peer peer) {
      ClusterView known = view;
      if (request instanceof ClusterViewRequest && known != null) {
        return new Answer.Done<>(new ClusterViewResult(known));
      } else if (request instanceof LookupRequest lookup) {
        lookups.incrementAndGet();
        if (lookup.lease()) {
          client = peer;
        }
        return lookup.name().equals(InodeId.ROOT_NAME)
            ? new Answer.Done<>(
                new LookupResult(attributes(InodeId.ROOT, FileType.DIRECTORY), 3_600_000, null))
            : new Answer.Failed<>(ErrorCode.ENOENT, "");
      } else if (request instanceof CreateRequest create) {
        int[] outcomes = new int[create.numbers().length];
        long[] inodes = new long[outcomes.length];
        Arrays.setAll(inodes, i -> InodeId.of(0, 16 + create.numbers()[i]).value());
        return new Answer.Done<>(
            new BulkCreateResult(
                outcomes,
                inodes,
                new NewFiles(0644, 0, 0, 1),
                List.of(),
                null,
                LookupResult.NOT_TO_BE_KEPT));
      }
      return new Answer.Failed<>(ErrorCode.ENOSYS, "");
    }

    void recall() {
      Peer peer = client;
      if (peer != null) {
        peer.send(new Notice.LeaseRecalled(77, InodeId.SUPER_ROOT, InodeId.ROOT_NAME));
      }
    }

    @Override
    public void handle(Notice notice, Peer from) {
      if (notice instanceof Notice.LeaseReturned lease) {
        returned.complete(lease.lease());
      }
    }

    @Override
    public void disconnected(Peer peer) {}

    private static FileAttributes attributes(InodeId id, FileType type) {
      return new FileAttributes(id, type, 0755, 0, 0, 0, 1, 1, 1, 1, 0);
    }
  }
}
