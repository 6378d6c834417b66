package io.gigafs.client;

import io.gigafs.client.data.DataEnvironment;
import io.gigafs.client.data.OpenFiles;
import io.gigafs.client.data.ServerRelay;
import io.gigafs.cluster.ClusterView;
import io.gigafs.protocol.GigaException;
import io.gigafs.rpc.Clock;
import io.gigafs.rpc.EventLoops;
import io.gigafs.rpc.RpcClient;
import io.gigafs.rpc.Timers;
import io.gigafs.volume.OpenVolumes;
import java.security.SecureRandom;
import java.util.Random;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;

/** Makes clients. */
public final class GigaClients {
  private GigaClients() {}

  /**
   * Connects to a cluster.
   *
   * @throws GigaException if no contact answers in time; names all of them and what is wrong with
   *     each
   */
  public static GigaClient connect(ClientSettings settings) throws GigaException {
    EventLoops loops = Network.threads();
    return blocking(
        Awaiting.result(
            open(
                settings,
                (clientId, listener) -> Network.open(loops, settings, clientId, listener),
                Clock.system(),
                Network.timers(loops),
                new SecureRandom(),
                new VolumeResources(OpenVolumes.installed(), VolumeThreads.start()))));
  }

  /**
   * A client whose methods return when the operation is done, over one that does not wait. Not to
   * be used where operations complete: their callbacks run on the thread that it would wait for.
   */
  public static GigaClient blocking(AsyncGigaClient client) {
    return new BlockingClient(client);
  }

  /**
   * A client over a given network and given clocks; the client itself has no thread and waits for
   * none, unless more operations are begun than the settings let be in flight.
   *
   * @param random where client ids and the jitter of delays come from
   * @return the client as soon as a contact answers; a {@link GigaException} that names all
   *     contacts and what is wrong with each if none does
   */
  public static CompletableFuture<AsyncGigaClient> open(
      ClientSettings settings,
      RpcClientFactory factory,
      Clock clock,
      Timers timers,
      Random random) {
    return open(settings, factory, clock, timers, random, VolumeResources.none());
  }

  /** Likewise, a client that reaches volumes. */
  public static CompletableFuture<AsyncGigaClient> open(
      ClientSettings settings,
      RpcClientFactory factory,
      Clock clock,
      Timers timers,
      Random random,
      VolumeResources volumes) {
    DirectoryCache directories = new DirectoryCache();
    Delegations delegations = new Delegations(settings.delegation(), clock);
    long clientId = random.nextLong();
    RpcClient rpc =
        factory.open(
            clientId,
            (notice, reply) -> {
              directories.notice(notice, reply);
              delegations.notice(notice, reply);
            });
    CompletableFuture<AsyncGigaClient> client = new CompletableFuture<>();
    new Connect(rpc, clock, timers, settings)
        .begin()
        .whenComplete(
            (view, failure) -> {
              if (failure == null) {
                Core core =
                    core(
                        settings,
                        rpc,
                        clock,
                        timers,
                        random,
                        view,
                        directories,
                        delegations,
                        volumes,
                        clientId);
                client.complete(new CoreClient(core, settings.caller()));
              } else {
                rpc.close();
                volumes.volumes().close();
                client.completeExceptionally(failure);
              }
            });
    return client;
  }

  private static Core core(
      ClientSettings settings,
      RpcClient rpc,
      Clock clock,
      Timers timers,
      Random random,
      ClusterView view,
      DirectoryCache directories,
      Delegations delegations,
      VolumeResources volumes,
      long clientId) {
    Views views = new Views(view);
    ViewRefresh refresh = new ViewRefresh(rpc, clock, settings.contacts(), views);
    KnownVolumes known = new KnownVolumes(volumes.volumes(), views, refresh);
    Pauses pauses = new Pauses(timers);
    Deadlines deadlines = new Deadlines(pauses, clock);
    InFlightLimit limit = new InFlightLimit(settings.maxInFlight());
    return new Core(
        settings,
        rpc,
        clock,
        pauses,
        deadlines,
        random,
        views,
        refresh,
        new PartitionMaps(),
        directories,
        new DirectoryLocations(),
        new KnownFiles(settings.keptFiles()),
        new CopyHints(random),
        delegations,
        new LookupsInFlight(),
        new SequenceTracker(),
        new Sessions(),
        limit,
        volumes.volumes(),
        known,
        new VolumeBlocks(known, volumes.io(), settings.dataPath() != DataPath.SERVER),
        new OpenFiles(
            new DataEnvironment(
                clock,
                (nanos, task) -> deadlines.once(nanos, () -> limit.complete(task))::end,
                volumes.io(),
                settings.dataPath() != DataPath.SERVER,
                known,
                new ServerRelay(settings.memory().bufferBytes(), clock),
                ownInlineLimit(view.settings().inlineLimit(), clientId),
                settings.memory().cacheBytes())),
        new Counters());
  }

  /** Between half of the cluster's limit and one and a half. */
  private static int ownInlineLimit(int limit, long clientId) {
    return limit / 2 + new SplittableRandom(clientId).nextInt(limit + 1);
  }
}
