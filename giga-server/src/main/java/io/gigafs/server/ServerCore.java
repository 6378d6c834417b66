package io.gigafs.server;

import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.server.admin.AdminRoutes;
import io.gigafs.server.admin.Checkpoints;
import io.gigafs.server.admin.StatusReporter;
import io.gigafs.server.context.RouteTable;
import io.gigafs.server.context.RoutingMessenger;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.context.ServerCounters;
import io.gigafs.server.data.DataRoutes;
import io.gigafs.server.data.Drainer;
import io.gigafs.server.data.FileMover;
import io.gigafs.server.data.GroupCache;
import io.gigafs.server.data.LeftUnsettled;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.Permits;
import io.gigafs.server.data.Placer;
import io.gigafs.server.data.Reclaimer;
import io.gigafs.server.data.RelayService;
import io.gigafs.server.data.ServerVolumes;
import io.gigafs.server.data.StoredChanges;
import io.gigafs.server.file.DeferredAtimeUpdates;
import io.gigafs.server.file.FileRoutes;
import io.gigafs.server.file.SessionManager;
import io.gigafs.server.file.SessionWatch;
import io.gigafs.server.fsck.Checker;
import io.gigafs.server.fsck.FsckRoutes;
import io.gigafs.server.lease.CopyRule;
import io.gigafs.server.lease.LeaseRoutes;
import io.gigafs.server.lease.NameCopier;
import io.gigafs.server.lease.NameCopyCache;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.migration.ArrivedPartitions;
import io.gigafs.server.migration.HeatRule;
import io.gigafs.server.migration.HeatSplits;
import io.gigafs.server.migration.IncomingFiles;
import io.gigafs.server.migration.Installer;
import io.gigafs.server.migration.MigrationRoutes;
import io.gigafs.server.migration.PartitionSender;
import io.gigafs.server.migration.SlotExporter;
import io.gigafs.server.migration.SlotImporter;
import io.gigafs.server.migration.Splitter;
import io.gigafs.server.migration.TransferDirectory;
import io.gigafs.server.namespace.AdjustLinkCountRule;
import io.gigafs.server.namespace.InsertDentryRule;
import io.gigafs.server.namespace.NamespaceRoutes;
import io.gigafs.server.namespace.NotedAccess;
import io.gigafs.server.namespace.PromoteToInodeRule;
import io.gigafs.server.partition.GroupSync;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.partition.LeaseBook;
import io.gigafs.server.partition.LeaseRecaller;
import io.gigafs.server.partition.LocalQuotas;
import io.gigafs.server.partition.PartitionTable;
import io.gigafs.server.partition.SlotState;
import io.gigafs.server.partition.TaskFailures;
import io.gigafs.server.quota.QuotaRoutes;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.quota.StartCount;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.server.transaction.PreparedOperations;
import io.gigafs.server.transaction.StepRules;
import io.gigafs.server.transaction.TransactionManager;
import io.gigafs.server.transaction.TransactionRoutes;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A metadata server without threads, network or disk of its own. All of these are injected, so that
 * the same code runs in production and as one of many servers in a simulation.
 *
 * <p>Thread-safe.
 */
final class ServerCore implements RequestHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCore.class);
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final ServerResources resources;
  private final CurrentView view;
  private final Store store;
  private final Lanes lanes;
  private final LeaseRecaller recalls;
  private final RouteTable routes;
  private final NameCopyCache copies;
  private final SlotImporter importer;
  private final SlotExporter exporter;
  private final LocalQuotas localQuotas = new LocalQuotas();
  private final StartCount startCount;
  private final LeftUnsettled leftUnsettled;
  private final RelayService relay;
  private final Reclaimer reclaimer;
  private final Drainer drainer;
  private final Recovery recovery;
  private final Maintenance maintenance;

  /**
   * A server over its resources.
   *
   * @param isFresh whether the store was created just now, so that no client can hold leases from
   *     an earlier run
   */
  ServerCore(ServerResources resources, CurrentView view, boolean isFresh) {
    this.resources = resources;
    this.view = view;
    this.store = resources.store();
    ServerCounters counters = new ServerCounters(resources.meters());
    this.recalls = new LeaseRecaller(resources.clock(), resources.timers());
    this.lanes = makeLanes(isFresh, counters);
    RoutingMessenger messenger =
        new RoutingMessenger(
            view, resources.rpc(), () -> this, resources.clock(), resources.timers());
    ServerContext context =
        new ServerContext(
            store,
            view,
            lanes,
            messenger,
            new GroupSync(store, resources.syncing()),
            resources.clock(),
            resources.timers(),
            this::nextTransaction,
            resources.crashPoints(),
            counters);
    Quotas quotas = new Quotas(context, localQuotas);
    this.startCount = new StartCount(context, localQuotas, resources.reporting());
    TransferDirectory transferDirectory =
        new TransferDirectory(view, resources.volumeIo(), resources.clock(), resources.timers());
    PartitionSender sender =
        new PartitionSender(
            context,
            resources.background(),
            resources.workDirectory().resolve("outgoing"),
            transferDirectory,
            resources.maxCarriedBytes());
    Splitter splitter = new Splitter(sender, quotas);
    HeatSplits heat = new HeatSplits(context, splitter, new HeatRule(resources.splitHeat()));
    NameCopier copier = new NameCopier(context, recalls, new CopyRule(resources.splitHeat()));
    this.copies =
        new NameCopyCache(
            view, context.messenger(), resources.clock(), resources.timers(), counters);
    OutcomeResolver resolver = new OutcomeResolver(context);
    ArrivedPartitions arrived = new ArrivedPartitions(view.slots());
    Installer installer =
        new Installer(
            context,
            resources.background(),
            transferDirectory,
            resolver,
            quotas,
            new IncomingFiles(resources.workDirectory().resolve("incoming")),
            arrived);
    IdAllocator ids = new IdAllocator(store, view.slots(), resources.background());
    this.importer =
        new SlotImporter(context, resources.background(), arrived, resources.viewWriter());
    this.exporter = new SlotExporter(sender, quotas, ids);
    ServerVolumes volumes =
        new ServerVolumes(view, resources.volumes(), resources.volumeIo(), resources.clock());
    this.relay = new RelayService(view, volumes, resources.clock());
    Permits permits = new Permits(resources.group().secret(), resources.clock());
    GroupCache groupCache =
        new GroupCache(view, volumes, permits, resources.group(), resources.clock());
    SessionManager sessions =
        new SessionManager(view, resources.clock(), resources.sessionLeaseMillis());
    Measures measures = new Measures(context, volumes);
    StoredChanges storedChanges = new StoredChanges(context, volumes, quotas, measures);
    this.leftUnsettled = new LeftUnsettled(context, measures, resources.reporting());
    this.reclaimer = new Reclaimer(context, volumes, resources.background());
    TransactionManager transactions =
        new TransactionManager(
            context,
            quotas,
            new StepRules(
                new InsertDentryRule(splitter),
                new PromoteToInodeRule(),
                new AdjustLinkCountRule()));
    SessionWatch sessionWatch = new SessionWatch(context, measures, resources.sessionLeaseMillis());
    PreparedOperations preparedOperations = new PreparedOperations(transactions);
    this.recovery =
        new Recovery(
            context,
            arrived,
            splitter,
            transactions,
            preparedOperations,
            resolver,
            resources.reporting());
    Checker checker =
        new Checker(
            context,
            resources.reporting(),
            installer,
            resolver,
            resources.workDirectory().resolveSibling("quarantine"),
            recovery::resume);
    this.drainer =
        new Drainer(
            view,
            checker::objects,
            new FileMover(context, volumes, new Placer(context, ids), measures),
            resources.reporting(),
            resources.clock());
    volumes.countMoves(drainer::toMove);
    volumes.countReclaims(volume -> Math.max(reclaimer.queued(volume), drainer.toDelete(volume)));
    this.routes = new RouteTable(context);
    DeferredAtimeUpdates late = new DeferredAtimeUpdates(context.messenger(), context.clock());
    NamespaceRoutes.register(
        routes,
        context,
        transactions,
        resolver,
        ids,
        splitter,
        quotas,
        measures,
        storedChanges,
        new NotedAccess(late::note),
        resources.random());
    TransactionRoutes.register(routes, context, transactions, preparedOperations, resolver);
    FileRoutes.register(
        routes,
        context,
        ids,
        splitter,
        transactions.inodeRecords(),
        quotas,
        volumes,
        measures,
        storedChanges,
        relay,
        permits,
        sessions);
    LeaseRoutes.register(routes, context, ids, splitter, quotas, copier, copies);
    MigrationRoutes.register(routes, installer, importer, exporter, heat);
    DataRoutes.register(routes, volumes, groupCache);
    QuotaRoutes.register(routes, context, localQuotas);
    FsckRoutes.register(routes, checker, splitter);
    AdminRoutes.register(
        routes,
        context,
        new StatusReporter(
            context,
            resources.storeFileSystem(),
            resources.reporting(),
            groupCache::counts,
            importer::progress),
        new Checkpoints(
            store, resources.workDirectory().resolveSibling("checkpoints"), resources.reporting()));
    this.maintenance =
        new Maintenance(context)
            .add(messenger::sweep)
            .add(installer::sweep)
            .add(sessions::sweep)
            .add(volumes::sweep)
            .add(relay::sweep)
            .add(groupCache::sweep)
            .add(reclaimer::sweep)
            .add(drainer::sweep)
            .add(sessionWatch::sweep)
            .add(transactions.inodeRecords()::sweep)
            .addInLanes(Lane::sweep)
            .addInLanes(splitter::sweep)
            .addInLanes(heat::sweep)
            .addInLanes(copier::sweep);
  }

  private long nextTransaction() {
    synchronized (resources.random()) {
      long id;
      do {
        id = resources.random().nextLong();
      } while (id == 0);
      return id;
    }
  }

  private Lanes makeLanes(boolean isFresh, ServerCounters counters) {
    TaskFailures failures =
        new TaskFailures(resources.clock(), () -> counters.failedTasks().increment());
    @Nullable Long leasesUnknownUntil =
        isFresh ? null : resources.clock().nanos() + LeaseBook.LEASE_MILLIS * NANOS_PER_MILLI;
    // Not from the server's own random numbers: tests select a server's behavior by those.
    SplittableRandom starts =
        new SplittableRandom(
            resources.clock().wallNanos() ^ (long) view.self().hashCode() << Integer.SIZE);
    List<Lane> made = new ArrayList<>();
    for (int i = 0; i < resources.laneExecutors().size(); i++) {
      PartitionTable partitions =
          new PartitionTable(
              store,
              view.slots(),
              view.get().settings().splitThreshold(),
              starts.split()::nextLong,
              localQuotas,
              recalls,
              resources.delegationQuietMillis() * NANOS_PER_MILLI,
              leasesUnknownUntil);
      made.add(
          new Lane(
              i,
              store,
              resources.clock(),
              resources.laneExecutors().get(i),
              resources.callersExecutor(),
              partitions,
              () -> importer,
              failures,
              resources.crashPoints()));
    }
    return new Lanes(made);
  }

  /** The routes of all requests. */
  RouteTable routes() {
    return routes;
  }

  /**
   * Creates the root if this server owns it, resumes what a crash interrupted, and starts the
   * periodic tasks. Runs before any request.
   */
  void start() {
    if (view.state(0) == SlotState.HELD) {
      RootDirectory.ensure(store, resources.clock(), view.slots());
    }
    recovery.resumeIntents();
    view.onChange(importer::check);
    view.onChange(exporter::check);
    importer.check();
    recovery.watchUnsettled();
    startCount.start();
    leftUnsettled.start();
    maintenance.start();
  }

  /**
   * Stops the periodic tasks, saves counts, and lets waiting requests be retried. Runs after the
   * last request.
   *
   * @return completes when only the lanes' own threads are still running
   */
  CompletableFuture<Void> stop() {
    maintenance.stop();
    recovery.stop();
    importer.stop();
    copies.stop();
    reclaimer.stop();
    drainer.stop();
    startCount.stop();
    leftUnsettled.stop();
    relay.stop();
    for (Lane lane : lanes.all()) {
      lane.submit(
          commitBatch -> {
            lane.partitions().saveCounts(commitBatch);
            lane.partitions().retryParkedLater(commitBatch);
          });
    }
    return lanes.keepToOwnThreads();
  }

  @Override
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    routes.dispatch(request, exchange);
  }

  @Override
  public void handle(Notice notice, Peer from) {
    // Copies of other servers are returned with their answers.
    if (notice instanceof Notice.LeaseReturned returned) {
      recalls.returned(returned.lease(), from.clientId());
    }
  }

  @Override
  public void disconnected(Peer peer) {
    LOG.debug("{} disconnected; its leases expire", peer.address());
  }
}
