package io.gigafs.server;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ClusterViewRequest;
import io.gigafs.protocol.ClusterViewResult;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.StatFsRequest;
import io.gigafs.protocol.StatFsResult;
import io.gigafs.protocol.StatusRequest;
import io.gigafs.protocol.StatusResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.server.admin.ServerCounters;
import io.gigafs.server.admin.StatusReporter;
import io.gigafs.server.lane.GroupSync;
import io.gigafs.server.lane.IdAllocator;
import io.gigafs.server.lane.Lane;
import io.gigafs.server.lane.Lanes;
import io.gigafs.server.lane.LeaseBook;
import io.gigafs.server.lane.PartitionTable;
import io.gigafs.server.lane.SlotState;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.membership.Messenger;
import io.gigafs.server.membership.RoutingMessenger;
import io.gigafs.server.move.Arrivals;
import io.gigafs.server.move.Departures;
import io.gigafs.server.operation.PartitionOperations;
import io.gigafs.server.split.Splitter;
import io.gigafs.server.transaction.DirectoryChange;
import io.gigafs.server.transaction.FreezePartitionOperation;
import io.gigafs.server.transaction.IntentKind;
import io.gigafs.server.transaction.MakeDirectoryOperation;
import io.gigafs.server.transaction.OutcomeOperation;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.server.transaction.Placement;
import io.gigafs.server.transaction.PreparedDirectories;
import io.gigafs.server.transaction.RecallDesk;
import io.gigafs.server.transaction.ReleasePartitionOperation;
import io.gigafs.server.transaction.RemoveDirectoryOperation;
import io.gigafs.server.transaction.SetAttributesOperation;
import io.gigafs.server.transaction.SettleDirectoryOperation;
import io.gigafs.server.transaction.TransactionContext;
import io.gigafs.server.transaction.UpdatePartitionOperation;
import io.gigafs.server.transfer.ArrivedPartitions;
import io.gigafs.server.transfer.IncomingFiles;
import io.gigafs.server.transfer.Installer;
import io.gigafs.server.transfer.TransferContext;
import io.gigafs.tablefs.Intent;
import io.gigafs.tablefs.PartitionHeader;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A metadata server without threads, network or disk of its own: all of that is handed in, so that
 * the same code serves a site or runs as one of many in a simulation.
 *
 * <p>Safe for use by several threads.
 */
final class ServerCore implements RequestHandler {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCore.class);
  private static final long SWEEP_MILLIS = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** Counts are saved every so many sweeps. */
  private static final int SWEEPS_PER_SAVE = 30;

  private final ServerResources resources;
  private final CurrentView view;
  private final Store store;
  private final Lanes lanes;
  private final RecallDesk recalls;
  private final Routes routes;
  private final Splitter splitter;
  private final Installer installer;
  private final ArrivedPartitions arrived;
  private final Arrivals arrivals;
  private final Departures departures;
  private final OutcomeResolver resolver;
  private final TransactionContext transactions;
  private volatile boolean stopped;
  private int sweeps;

  /**
   * A server over its resources.
   *
   * @param isFresh whether the store was made just now, so that no client can hold leases from
   *     before
   */
  ServerCore(ServerResources resources, CurrentView view, boolean isFresh) {
    this.resources = resources;
    this.view = view;
    this.store = resources.store();
    this.lanes = makeLanes(isFresh);
    this.recalls = new RecallDesk(resources.clock(), resources.timers());
    ServerCounters counters = new ServerCounters(resources.meters());
    LongSupplier transactionIds = this::nextTransaction;
    GroupSync syncs = new GroupSync(store, resources.syncing());
    Messenger messenger =
        new RoutingMessenger(
            view, resources.rpc(), () -> this, resources.clock(), resources.timers());
    TransferContext splits =
        new TransferContext(
            store,
            syncs,
            view,
            lanes,
            messenger,
            resources.background(),
            resources.workDirectory().resolve("outgoing"),
            resources.maxCarriedBytes(),
            resources.clock(),
            resources.timers(),
            transactionIds,
            counters,
            partition -> watch(partition.directory(), partition.index()),
            resources.crashPoints());
    this.splitter = new Splitter(splits);
    this.arrived = new ArrivedPartitions(view.slots());
    this.installer =
        new Installer(
            splits, new IncomingFiles(resources.workDirectory().resolve("incoming")), arrived);
    IdAllocator ids = new IdAllocator(store, view.slots(), resources.background());
    this.arrivals = new Arrivals(splits, arrived, resources.viewWriter());
    this.departures = new Departures(splits, ids);
    this.transactions =
        new TransactionContext(
            view,
            lanes,
            messenger,
            recalls,
            resources.clock(),
            resources.timers(),
            syncs,
            transactionIds,
            resources.crashPoints());
    this.resolver = new OutcomeResolver(transactions);
    this.routes = makeRoutes(new Routes(view, lanes, counters), ids, counters);
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

  private Lanes makeLanes(boolean isFresh) {
    AtomicLong leases = new AtomicLong();
    @Nullable Long leasesUnknownUntil =
        isFresh ? null : resources.clock().nanos() + LeaseBook.LEASE_MILLIS * NANOS_PER_MILLI;
    List<Lane> made = new ArrayList<>();
    for (int i = 0; i < resources.laneExecutors().size(); i++) {
      PartitionTable partitions =
          new PartitionTable(
              store,
              view.slots(),
              view.get().settings().splitThreshold(),
              leases::incrementAndGet,
              leasesUnknownUntil);
      made.add(
          new Lane(
              i,
              store,
              resources.clock(),
              resources.laneExecutors().get(i),
              partitions,
              () -> arrivals,
              resources.crashPoints()));
    }
    return new Lanes(made);
  }

  private Routes makeRoutes(Routes empty, IdAllocator ids, ServerCounters counters) {
    PartitionOperations operations = PartitionOperations.of(store, ids, splitter);
    Placement placement = new Placement(view, resources.random());
    PreparedDirectories prepared = new PreparedDirectories(transactions, ids, resolver);
    StatusReporter status =
        new StatusReporter(
            view, lanes, store, resources.reporting(), resources.clock(), counters, List::of);
    return empty
        .inLane(Opcode.LOOKUP, operations.lookup())
        .inLane(Opcode.CREATE, operations.create())
        .inLane(Opcode.BULK_CREATE, operations.bulkCreate())
        .inLane(Opcode.UNLINK, operations.unlink())
        .inLane(Opcode.PARTITION_ATTRIBUTES, operations.partitionAttributes())
        .inLane(Opcode.LIST, operations.list())
        .inLane(
            Opcode.MAKE_DIRECTORY,
            new MakeDirectoryOperation(transactions, ids, placement, splitter))
        .inLane(Opcode.REMOVE_DIRECTORY, new RemoveDirectoryOperation(transactions))
        .inLane(Opcode.SET_ATTRIBUTES, new SetAttributesOperation(transactions))
        .inLane(Opcode.SETTLE_DIRECTORY, new SettleDirectoryOperation(transactions))
        .inLane(
            Opcode.FREEZE_PARTITION, new FreezePartitionOperation(transactions, store, resolver))
        .inLane(Opcode.RELEASE_PARTITION, new ReleasePartitionOperation(transactions))
        .inLane(Opcode.UPDATE_PARTITION, new UpdatePartitionOperation(transactions))
        .inLane(Opcode.OUTCOME, new OutcomeOperation())
        .atHolder(Opcode.INSTALL_CHUNK, installer::chunk)
        .atHolder(Opcode.INSTALL_COMMIT, installer::commit)
        .atHolder(Opcode.INSTALL_OUTCOME, installer::outcome)
        .here(Opcode.OPEN_SLOT, departures::open)
        .here(Opcode.HAND_OVER, departures::handOver)
        .here(Opcode.INSTALL_REPLIES, arrivals::installReplies)
        .here(Opcode.PREPARE_DIRECTORY, prepared::prepare)
        .<ClusterViewRequest, ClusterViewResult>here(
            Opcode.CLUSTER_VIEW,
            (request, exchange) ->
                exchange.answer(new Answer.Done<>(new ClusterViewResult(view.get()))))
        .<StatFsRequest, StatFsResult>here(Opcode.STATFS, status::statFs)
        .<StatusRequest, StatusResult>here(Opcode.STATUS, status::status);
  }

  /**
   * Makes the root if this server is to hold it, takes up what a crash cut short, and starts the
   * clockwork. Before any request.
   */
  void start() {
    if (view.state(0) == SlotState.HELD) {
      RootDirectory.ensure(store, resources.clock(), view.slots());
    }
    for (int slot = 0; slot < view.slots(); slot++) {
      if (view.state(slot) != SlotState.ABSENT) {
        for (Intent intent : store.intents(slot)) {
          resumeOrLoad(intent);
        }
      }
    }
    view.onChange(arrivals::check);
    view.onChange(departures::check);
    arrivals.check();
    resources.reporting().execute(this::watchUnsettled);
    resources.timers().after(SWEEP_MILLIS, this::sweep);
  }

  /**
   * What arrived has to be known before anything else of the slot comes here; of a slot that is all
   * here nobody asks any more.
   */
  private void resumeOrLoad(Intent intent) {
    Lane lane = lanes.of(intent.slot());
    switch (IntentKind.of(intent.body())) {
      case SPLIT -> lane.submit(turn -> splitter.resume(intent, turn));
      case DIRECTORY_CHANGE ->
          lane.submit(turn -> DirectoryChange.resume(transactions, intent, turn));
      case ARRIVED -> {
        if (view.state(intent.slot()) == SlotState.EXPECTED) {
          arrived.load(intent);
        } else {
          lane.submit(turn -> turn.batch().deleteIntent(intent.slot(), intent.transaction()));
        }
      }
    }
  }

  private void watch(InodeId directory, PartitionIndex partition) {
    resolver.watch(directory, partition);
  }

  private void watchUnsettled() {
    for (int slot = 0; slot < view.slots() && !stopped; slot++) {
      if (view.state(slot) != SlotState.ABSENT) {
        store.scanPartitions(
            slot,
            (key, header) -> {
              if (header.state() != PartitionHeader.State.ACTIVE) {
                resolver.watch(new InodeId(key.directory()), new PartitionIndex(key.index()));
              }
              return !stopped;
            });
      }
    }
  }

  private void sweep() {
    if (stopped) {
      return;
    }
    installer.sweep();
    sweeps++;
    boolean saves = sweeps % SWEEPS_PER_SAVE == 0;
    for (Lane lane : lanes.all()) {
      lane.submit(
          turn -> {
            lane.partitions().sweep(turn);
            if (saves) {
              lane.partitions().saveCounts(turn);
            }
          });
    }
    resources.timers().after(SWEEP_MILLIS, this::sweep);
  }

  /**
   * Stops the clockwork, saves counts, and asks those who wait to come again. After the last
   * request.
   */
  void stop() {
    stopped = true;
    arrivals.stop();
    for (Lane lane : lanes.all()) {
      lane.submit(
          turn -> {
            lane.partitions().saveCounts(turn);
            lane.partitions().putOffParked(turn);
          });
    }
  }

  @Override
  public <R extends Result> void handle(Request<R> request, Exchange<R> exchange) {
    routes.dispatch(request, exchange);
  }

  @Override
  public void handle(Notice notice, Peer from) {
    if (notice instanceof Notice.LeaseReturned returned) {
      recalls.returned(returned.lease());
    }
  }

  @Override
  public void disconnected(Peer peer) {
    LOG.debug("{} is gone; its leases end by themselves", peer.address());
  }
}
