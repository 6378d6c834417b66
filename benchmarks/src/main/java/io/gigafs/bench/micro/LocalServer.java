package io.gigafs.bench.micro;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.ClusterSettings;
import io.gigafs.cluster.Endpoint;
import io.gigafs.cluster.ServerId;
import io.gigafs.cluster.SlotTable;
import io.gigafs.cluster.zookeeper.ClusterFormatter;
import io.gigafs.cluster.zookeeper.EmbeddedZooKeeper;
import io.gigafs.cluster.zookeeper.ZooKeeperMembership;
import io.gigafs.cluster.zookeeper.ZooKeeperSettings;
import io.gigafs.protocol.GigaException;
import io.gigafs.server.GigaServer;
import io.gigafs.server.ServerSettings;
import java.io.IOException;
import java.util.List;

/** A cluster of one server in this process, and a client of it over the loopback device. */
record LocalServer(
    Scratch scratch, EmbeddedZooKeeper zooKeeper, GigaServer server, GigaClient client)
    implements AutoCloseable {

  static LocalServer start() throws IOException, GigaException {
    Scratch scratch = Scratch.make();
    EmbeddedZooKeeper zooKeeper = EmbeddedZooKeeper.start(scratch.path().resolve("zookeeper"), 0);
    ZooKeeperSettings settings = ZooKeeperSettings.of(zooKeeper.address());
    ClusterFormatter.format(settings, SlotTable.DEFAULT_SLOTS, 1, ClusterSettings.DEFAULTS);
    GigaServer server =
        GigaServer.start(
            ServerSettings.of(
                new ServerId("s1"), scratch.path().resolve("s1"), new Endpoint("127.0.0.1", 0)),
            ZooKeeperMembership.open(settings));
    GigaClient client = GigaClients.connect(ClientSettings.of(List.of(server.endpoint())));
    return new LocalServer(scratch, zooKeeper, server, client);
  }

  @Override
  public void close() throws IOException {
    client.close();
    server.close();
    zooKeeper.close();
    scratch.close();
  }
}
