package io.gigafs.bench.workload;

import io.gigafs.client.ClientSettings;
import io.gigafs.client.GigaClient;
import io.gigafs.client.connect.GigaClients;
import io.gigafs.cluster.Endpoint;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.GigaException;
import java.util.List;

/** Connects clients for measurements. */
final class BenchClients {
  private static final int IN_FLIGHT = 1 << 16;

  private BenchClients() {}

  /** A client for root, with room for many outstanding requests. */
  public static GigaClient connect(List<Endpoint> contacts) throws GigaException {
    ClientSettings settings = ClientSettings.builder(contacts).caller(Caller.ROOT).build();
    return GigaClients.connect(
        settings.toBuilder().maxInFlight(Math.max(settings.maxInFlight(), IN_FLIGHT)).build());
  }
}
