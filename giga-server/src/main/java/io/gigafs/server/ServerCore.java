package io.gigafs.server;

import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Notice;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result;
import io.gigafs.protocol.bulk.BulkCreateRequest;
import io.gigafs.protocol.bulk.PipelinedCreates;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.bulk.WriteFilesRequest;
import io.gigafs.protocol.cache.CachePermitRequest;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.CheckpointResult;
import io.gigafs.protocol.cluster.ClusterViewRequest;
import io.gigafs.protocol.cluster.ClusterViewResult;
import io.gigafs.protocol.cluster.RequestRateRequest;
import io.gigafs.protocol.cluster.StatFsRequest;
import io.gigafs.protocol.cluster.StatFsResult;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.cluster.StatusResult;
import io.gigafs.protocol.cluster.SyncRequest;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ObjectsResult;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.SyncObjectRequest;
import io.gigafs.protocol.data.VolumesRequest;
import io.gigafs.protocol.data.VolumesResult;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.ExposeRequest;
import io.gigafs.protocol.file.FindLockRequest;
import io.gigafs.protocol.file.FlockRequest;
import io.gigafs.protocol.file.HandleSetAttributesRequest;
import io.gigafs.protocol.file.HandleStatRequest;
import io.gigafs.protocol.file.LockRequest;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.PlaceRequest;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadRequest;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.protocol.file.ReportRequest;
import io.gigafs.protocol.file.ReserveRequest;
import io.gigafs.protocol.file.SessionStateRequest;
import io.gigafs.protocol.file.SpillRequest;
import io.gigafs.protocol.file.UnlockRequest;
import io.gigafs.protocol.file.WriteFileRequest;
import io.gigafs.protocol.file.WriteRequest;
import io.gigafs.protocol.fsck.AdoptRequest;
import io.gigafs.protocol.fsck.CheckRequest;
import io.gigafs.protocol.fsck.CheckResult;
import io.gigafs.protocol.fsck.CorrectCopyRequest;
import io.gigafs.protocol.fsck.HeadersRequest;
import io.gigafs.protocol.fsck.HeadersResult;
import io.gigafs.protocol.fsck.RecheckRequest;
import io.gigafs.protocol.fsck.RecheckResult;
import io.gigafs.protocol.fsck.RestorePartitionRequest;
import io.gigafs.protocol.fsck.SubdirectoriesRequest;
import io.gigafs.protocol.lease.CopyNameRequest;
import io.gigafs.protocol.lease.DelegateRequest;
import io.gigafs.protocol.lease.DelegatedCreatesRequest;
import io.gigafs.protocol.lease.DelegatedUnlinksRequest;
import io.gigafs.protocol.lease.OfferCopyRequest;
import io.gigafs.protocol.lease.RecallCopiesRequest;
import io.gigafs.protocol.migration.HandOverRequest;
import io.gigafs.protocol.migration.InstallChunkRequest;
import io.gigafs.protocol.migration.InstallCommitRequest;
import io.gigafs.protocol.migration.InstallFilesRequest;
import io.gigafs.protocol.migration.InstallOutcomeRequest;
import io.gigafs.protocol.migration.InstallRepliesRequest;
import io.gigafs.protocol.migration.OpenSlotRequest;
import io.gigafs.protocol.namespace.AccessRequest;
import io.gigafs.protocol.namespace.CreateRequest;
import io.gigafs.protocol.namespace.FindNameRequest;
import io.gigafs.protocol.namespace.GetXattrsRequest;
import io.gigafs.protocol.namespace.LinkRequest;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;
import io.gigafs.protocol.namespace.MakeNodeRequest;
import io.gigafs.protocol.namespace.NoteAccessRequest;
import io.gigafs.protocol.namespace.PartitionAttributesRequest;
import io.gigafs.protocol.namespace.RemoveDirectoryRequest;
import io.gigafs.protocol.namespace.RenameRequest;
import io.gigafs.protocol.namespace.SetAttributesRequest;
import io.gigafs.protocol.namespace.SetXattrRequest;
import io.gigafs.protocol.namespace.SumRequest;
import io.gigafs.protocol.namespace.UnlinkRequest;
import io.gigafs.protocol.quota.GrantRequest;
import io.gigafs.protocol.quota.QuotaGrantRequest;
import io.gigafs.protocol.quota.QuotaRequest;
import io.gigafs.protocol.quota.SetQuotaRequest;
import io.gigafs.protocol.quota.UsageRequest;
import io.gigafs.protocol.transaction.CommitOutcomeRequest;
import io.gigafs.protocol.transaction.FinishStepRequest;
import io.gigafs.protocol.transaction.FinishStepResult;
import io.gigafs.protocol.transaction.FreezePartitionRequest;
import io.gigafs.protocol.transaction.MovePartitionRequest;
import io.gigafs.protocol.transaction.OutcomeRequest;
import io.gigafs.protocol.transaction.ParentRequest;
import io.gigafs.protocol.transaction.PrepareDirectoryRequest;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.PrepareResult;
import io.gigafs.protocol.transaction.ReleasePartitionRequest;
import io.gigafs.protocol.transaction.RetireStepRequest;
import io.gigafs.protocol.transaction.SettleDirectoryRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest;
import io.gigafs.rpc.CreatesExchange;
import io.gigafs.rpc.Exchange;
import io.gigafs.rpc.Peer;
import io.gigafs.rpc.RequestHandler;
import io.gigafs.server.admin.Checkpoints;
import io.gigafs.server.admin.StatusReporter;
import io.gigafs.server.context.RoutingMessenger;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.context.ServerCounters;
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
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.file.DeferredAtimeUpdates;
import io.gigafs.server.file.HandleOperations;
import io.gigafs.server.file.SessionManager;
import io.gigafs.server.fsck.AdoptOperation;
import io.gigafs.server.fsck.CheckTasks;
import io.gigafs.server.fsck.Checker;
import io.gigafs.server.fsck.CorrectCopyOperation;
import io.gigafs.server.lease.CopyRule;
import io.gigafs.server.lease.DelegateOperation;
import io.gigafs.server.lease.DelegatedCreates;
import io.gigafs.server.lease.DelegatedUnlinks;
import io.gigafs.server.lease.NameCopier;
import io.gigafs.server.lease.NameCopyCache;
import io.gigafs.server.localquota.LocalQuotas;
import io.gigafs.server.membership.CurrentView;
import io.gigafs.server.migration.ArrivedPartitions;
import io.gigafs.server.migration.HeatRule;
import io.gigafs.server.migration.HeatSplits;
import io.gigafs.server.migration.IncomingFiles;
import io.gigafs.server.migration.Installer;
import io.gigafs.server.migration.PartitionSender;
import io.gigafs.server.migration.SlotExporter;
import io.gigafs.server.migration.SlotImporter;
import io.gigafs.server.migration.Splitter;
import io.gigafs.server.migration.TransferDirectory;
import io.gigafs.server.namespace.LinkOperation;
import io.gigafs.server.namespace.MakeDirectoryOperation;
import io.gigafs.server.namespace.MovePartitionOperation;
import io.gigafs.server.namespace.NotedAccess;
import io.gigafs.server.namespace.ParentOperation;
import io.gigafs.server.namespace.PartitionOperations;
import io.gigafs.server.namespace.PipelinedCreation;
import io.gigafs.server.namespace.Placement;
import io.gigafs.server.namespace.PreparedDirectories;
import io.gigafs.server.namespace.RemoveDirectoryOperation;
import io.gigafs.server.namespace.RenameOperation;
import io.gigafs.server.namespace.SetAttributesOperation;
import io.gigafs.server.namespace.SetXattrOperation;
import io.gigafs.server.namespace.UnlinkOperation;
import io.gigafs.server.partition.GroupSync;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.Lane;
import io.gigafs.server.partition.Lanes;
import io.gigafs.server.partition.LeaseBackoff;
import io.gigafs.server.partition.LeaseBook;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.partition.PartitionTable;
import io.gigafs.server.partition.Recall;
import io.gigafs.server.partition.SlotState;
import io.gigafs.server.partition.TaskFailures;
import io.gigafs.server.quota.QuotaHomes;
import io.gigafs.server.quota.QuotaOperation;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.quota.SetQuotaOperation;
import io.gigafs.server.quota.StartCount;
import io.gigafs.server.quota.UsageReporter;
import io.gigafs.server.transaction.CommitOutcomeOperation;
import io.gigafs.server.transaction.FinishStepOperation;
import io.gigafs.server.transaction.FreezePartitionOperation;
import io.gigafs.server.transaction.LeaseRecaller;
import io.gigafs.server.transaction.LeavingNames;
import io.gigafs.server.transaction.OutcomeOperation;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.server.transaction.PrepareOperation;
import io.gigafs.server.transaction.PreparedOperations;
import io.gigafs.server.transaction.ReleasePartitionOperation;
import io.gigafs.server.transaction.RetireStepOperation;
import io.gigafs.server.transaction.SettleDirectoryOperation;
import io.gigafs.server.transaction.TransactionManager;
import io.gigafs.server.transaction.UpdatePartitionOperation;
import io.gigafs.tablefs.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
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
  private static final long SWEEP_MILLIS = 1_000;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  /** Counts are saved once in this number of sweeps. */
  private static final int SWEEPS_PER_SAVE = 30;

  private final ServerResources resources;
  private final CurrentView view;
  private final Store store;
  private final Lanes lanes;
  private final LeaseRecaller recalls;
  private final Routes routes;
  private final PipelinedCreation pipelined;
  private final Splitter splitter;
  private final HeatSplits heat;
  private final NameCopier copier;
  private final NameCopyCache copies;
  private final Installer installer;
  private final SlotImporter importer;
  private final SlotExporter exporter;
  private final OutcomeResolver resolver;
  private final LocalQuotas localQuotas = new LocalQuotas();
  private final LeaseBackoff backoff = new LeaseBackoff();
  private final Quotas quotas;
  private final StartCount startCount;
  private final LeftUnsettled leftUnsettled;
  private final ServerContext context;
  private final SessionManager sessions;
  private final ServerVolumes volumes;
  private final RelayService relay;
  private final GroupCache groupCache;
  private final Reclaimer reclaimer;
  private final CheckTasks checks;
  private final Checker checker;
  private final Drainer drainer;
  private final Measures measures;
  private final StoredChanges storedChanges;
  private final HandleOperations handles;
  private final TransactionManager transactions;
  private final PreparedOperations preparedOperations;
  private final Recovery recovery;
  private volatile boolean stopped;
  private int sweeps;

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
    this.lanes = makeLanes(isFresh, counters);
    this.recalls = new LeaseRecaller(resources.clock(), resources.timers(), backoff);
    this.context =
        new ServerContext(
            store,
            view,
            lanes,
            new RoutingMessenger(
                view, resources.rpc(), () -> this, resources.clock(), resources.timers()),
            new GroupSync(store, resources.syncing()),
            resources.clock(),
            resources.timers(),
            this::nextTransaction,
            resources.crashPoints(),
            counters);
    this.quotas = new Quotas(context, localQuotas);
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
    this.splitter = new Splitter(sender, quotas);
    this.heat = new HeatSplits(context, splitter, new HeatRule(resources.splitHeat()));
    this.copier = new NameCopier(context, recalls, new CopyRule(resources.splitHeat()));
    this.copies =
        new NameCopyCache(
            view, context.messenger(), resources.clock(), resources.timers(), counters);
    ArrivedPartitions arrived = new ArrivedPartitions(view.slots());
    this.installer =
        new Installer(
            context,
            resources.background(),
            transferDirectory,
            this::watch,
            quotas,
            new IncomingFiles(resources.workDirectory().resolve("incoming")),
            arrived);
    IdAllocator ids = new IdAllocator(store, view.slots(), resources.background());
    this.importer =
        new SlotImporter(context, resources.background(), arrived, resources.viewWriter());
    this.exporter = new SlotExporter(sender, quotas, ids);
    this.resolver = new OutcomeResolver(context);
    this.volumes =
        new ServerVolumes(view, resources.volumes(), resources.volumeIo(), resources.clock());
    this.relay = new RelayService(view, volumes, resources.clock());
    Permits permits = new Permits(resources.group().secret(), resources.clock());
    this.groupCache = new GroupCache(view, volumes, permits, resources.group(), resources.clock());
    this.sessions = new SessionManager(view, resources.clock(), resources.sessionLeaseMillis());
    this.measures = new Measures(context, volumes);
    this.storedChanges = new StoredChanges(context, volumes, quotas, measures);
    Placer placer = new Placer(context, ids);
    this.leftUnsettled = new LeftUnsettled(context, measures, resources.reporting());
    this.reclaimer = new Reclaimer(context, volumes, resources.background());
    this.transactions =
        new TransactionManager(context, recalls, quotas, PartitionOperations.stepRules(splitter));
    this.handles =
        HandleOperations.of(
            context,
            new NewFile(ids),
            splitter,
            transactions.inodeRecords(),
            quotas,
            volumes,
            measures,
            storedChanges,
            placer,
            relay,
            permits,
            resources.sessionLeaseMillis());
    this.preparedOperations = new PreparedOperations(transactions);
    this.recovery =
        new Recovery(
            context,
            arrived,
            splitter,
            transactions,
            preparedOperations,
            resolver,
            resources.reporting());
    this.checks = new CheckTasks(context, resources.reporting());
    this.checker =
        new Checker(
            checks,
            installer,
            resolver,
            resources.workDirectory().resolveSibling("quarantine"),
            recovery::resume);
    this.drainer =
        new Drainer(
            view,
            checker::objects,
            new FileMover(context, volumes, placer, measures),
            resources.reporting(),
            resources.clock());
    volumes.countMoves(drainer::toMove);
    volumes.countReclaims(volume -> Math.max(reclaimer.queued(volume), drainer.toDelete(volume)));
    this.routes = makeRoutes(new Routes(view, lanes, counters), ids);
    this.pipelined = new PipelinedCreation(lanes, view.slots(), new NewFile(ids), splitter);
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
    AtomicLong leases = new AtomicLong();
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
              leases::incrementAndGet,
              starts.split()::nextLong,
              localQuotas,
              backoff,
              resources.delegationQuietMillis() * NANOS_PER_MILLI,
              leasesUnknownUntil);
      made.add(
          new Lane(
              i,
              store,
              resources.clock(),
              resources.laneExecutors().get(i),
              resources.nearExecutor(),
              partitions,
              () -> importer,
              () -> recalls,
              failures,
              resources.crashPoints()));
    }
    return new Lanes(made);
  }

  private Routes makeRoutes(Routes empty, IdAllocator ids) {
    DeferredAtimeUpdates late = new DeferredAtimeUpdates(context.messenger(), context.clock());
    PartitionOperations operations =
        PartitionOperations.of(
            context, ids, splitter, quotas, measures, new NotedAccess(late::note));
    Placement placement = new Placement(view, resources.random());
    PreparedDirectories prepared = new PreparedDirectories(context, ids, resolver);
    StatusReporter status =
        new StatusReporter(
            context,
            resources.storeFileSystem(),
            resources.reporting(),
            groupCache::counts,
            importer::progress);
    PrepareOperation prepare = new PrepareOperation(transactions, preparedOperations);
    FinishStepOperation finishStep = new FinishStepOperation(transactions, preparedOperations);
    Checkpoints checkpoints =
        new Checkpoints(
            store, resources.workDirectory().resolveSibling("checkpoints"), resources.reporting());
    RetireStepOperation retireStep = new RetireStepOperation(transactions, preparedOperations);
    CommitOutcomeOperation commitOutcome = new CommitOutcomeOperation(transactions);
    LeavingNames leaving = new LeavingNames(transactions, finishStep, retireStep, commitOutcome);
    QuotaHomes quotaHomes = new QuotaHomes(context);
    return empty
        .inLaneUnlessTaken(LookupRequest.OPCODE, operations.lookup(), copies::answer)
        .inLane(CopyNameRequest.OPCODE, copier)
        .here(OfferCopyRequest.OPCODE, copies::offered)
        .here(RecallCopiesRequest.OPCODE, copies::recalled)
        .inLane(ReadFileRequest.OPCODE, operations.readFile())
        .inLane(ReadFilesRequest.OPCODE, operations.readFiles())
        .inLane(ExposeRequest.OPCODE, operations.expose())
        .inLane(CreateRequest.OPCODE, operations.create())
        .inLane(BulkCreateRequest.OPCODE, operations.bulkCreate())
        .inLane(DelegateRequest.OPCODE, new DelegateOperation(context, ids))
        .inLane(DelegatedCreatesRequest.OPCODE, DelegatedCreates.operation(ids, splitter, quotas))
        .inLane(DelegatedUnlinksRequest.OPCODE, DelegatedUnlinks.operation(splitter, quotas))
        .inLane(RestoreEntriesRequest.OPCODE, operations.restoreEntries())
        .inLane(MakeNodeRequest.OPCODE, operations.makeNode())
        .inLane(UnlinkRequest.OPCODE, new UnlinkOperation(transactions))
        .inLane(LinkRequest.OPCODE, new LinkOperation(transactions))
        .inLane(PartitionAttributesRequest.OPCODE, operations.partitionAttributes())
        .inLane(ListRequest.OPCODE, operations.list())
        .inLane(SumRequest.OPCODE, operations.sum())
        .inLane(FindNameRequest.OPCODE, operations.findName())
        .inLane(GetXattrsRequest.OPCODE, operations.getXattrs())
        .inLane(AccessRequest.OPCODE, operations.access())
        .inLane(NoteAccessRequest.OPCODE, operations.noteAccess())
        .inLane(
            MakeDirectoryRequest.OPCODE,
            new MakeDirectoryOperation(context, quotas, ids, placement, splitter))
        .inLane(RemoveDirectoryRequest.OPCODE, new RemoveDirectoryOperation(context, recalls))
        .inLane(
            SetAttributesRequest.OPCODE,
            new SetAttributesOperation(context, recalls, quotas, storedChanges))
        .inLane(MovePartitionRequest.OPCODE, new MovePartitionOperation(transactions))
        .inLane(ParentRequest.OPCODE, new ParentOperation())
        .inLane(RenameRequest.OPCODE, new RenameOperation(transactions, new NewFile(ids)))
        .<PrepareRequest, PrepareResult>atHolder(
            PrepareRequest.OPCODE,
            (request, exchange) -> transactions.inodeRecords().prepare(prepare, request, exchange))
        .<FinishStepRequest, FinishStepResult>atHolderUnlessTaken(
            FinishStepRequest.OPCODE,
            (request, exchange) ->
                transactions.inodeRecords().finish(finishStep, request, exchange),
            leaving::finish)
        .inLaneUnlessTaken(RetireStepRequest.OPCODE, retireStep, leaving::retire)
        .inLaneUnlessTaken(CommitOutcomeRequest.OPCODE, commitOutcome, leaving::outcome)
        .inLane(SetXattrRequest.OPCODE, new SetXattrOperation(context, recalls))
        .inLane(SettleDirectoryRequest.OPCODE, new SettleDirectoryOperation(context))
        .inLane(FreezePartitionRequest.OPCODE, new FreezePartitionOperation(context, resolver))
        .inLane(ReleasePartitionRequest.OPCODE, new ReleasePartitionOperation(context))
        .inLane(UpdatePartitionRequest.OPCODE, new UpdatePartitionOperation(context))
        .inLane(OutcomeRequest.OPCODE, new OutcomeOperation())
        .inLane(OpenRequest.OPCODE, handles.open())
        .inLane(WriteFileRequest.OPCODE, handles.writeFile())
        .inLane(WriteFilesRequest.OPCODE, handles.writeFiles())
        .<CloseRequest, DataResult>inLane(CloseRequest.OPCODE, handles.content()::close)
        .<WriteRequest, DataResult>inLane(WriteRequest.OPCODE, handles.content()::write)
        .<ReadRequest, DataResult>inLane(ReadRequest.OPCODE, handles.read())
        .inLane(ReadObjectRequest.OPCODE, handles.relay().read())
        .inLane(CachePermitRequest.OPCODE, handles.permit())
        .here(ReadCachedBlockRequest.OPCODE, groupCache::read)
        .inLane(WriteObjectRequest.OPCODE, handles.relay().write())
        .inLane(SyncObjectRequest.OPCODE, handles.relay().sync())
        .inLane(PlaceRequest.OPCODE, handles.objects().place())
        .inLane(SpillRequest.OPCODE, handles.objects().spill())
        .inLane(ReportRequest.OPCODE, handles.objects().report())
        .inLane(ReserveRequest.OPCODE, handles.objects().reserve())
        .inLane(GrantRequest.OPCODE, handles.objects().grant())
        .inLane(HandleStatRequest.OPCODE, handles.stat())
        .inLane(HandleSetAttributesRequest.OPCODE, handles.setAttributes())
        .inLane(LockRequest.OPCODE, handles.lock())
        .inLane(UnlockRequest.OPCODE, handles.unlock())
        .inLane(FindLockRequest.OPCODE, handles.findLock())
        .inLane(FlockRequest.OPCODE, handles.flock())
        .atHolder(RenewSessionRequest.OPCODE, sessions::renew)
        .atHolder(SessionStateRequest.OPCODE, sessions::state)
        .atHolder(InstallChunkRequest.OPCODE, installer::chunk)
        .atHolder(InstallFilesRequest.OPCODE, installer::files)
        .atHolder(InstallCommitRequest.OPCODE, installer::commit)
        .atHolder(InstallOutcomeRequest.OPCODE, installer::outcome)
        .inLane(SetQuotaRequest.OPCODE, new SetQuotaOperation(context, quotaHomes))
        .inLane(QuotaRequest.OPCODE, new QuotaOperation(context))
        .inLane(QuotaGrantRequest.OPCODE, quotaHomes)
        .here(UsageRequest.OPCODE, new UsageReporter(context, localQuotas)::tell)
        .here(RequestRateRequest.OPCODE, heat::tell)
        .here(OpenSlotRequest.OPCODE, exporter::open)
        .here(HandOverRequest.OPCODE, exporter::handOver)
        .here(InstallRepliesRequest.OPCODE, importer::installReplies)
        .here(PrepareDirectoryRequest.OPCODE, prepared::prepare)
        .<ClusterViewRequest, ClusterViewResult>here(
            ClusterViewRequest.OPCODE,
            (request, exchange) ->
                exchange.answer(new Answer.Done<>(new ClusterViewResult(view.get()))))
        .<StatFsRequest, StatFsResult>here(StatFsRequest.OPCODE, status::statFs)
        .<SyncRequest, Empty>here(
            SyncRequest.OPCODE,
            (request, exchange) -> context.syncs().answer(exchange, Empty.INSTANCE))
        .<StatusRequest, StatusResult>here(StatusRequest.OPCODE, status::status)
        .<CheckpointRequest, CheckpointResult>here(CheckpointRequest.OPCODE, checkpoints::take)
        .<CheckRequest, CheckResult>here(CheckRequest.OPCODE, checker::check)
        .<RecheckRequest, RecheckResult>here(RecheckRequest.OPCODE, checker::recheck)
        .<VolumesRequest, VolumesResult>here(VolumesRequest.OPCODE, volumes::tell)
        .<ObjectsRequest, ObjectsResult>here(ObjectsRequest.OPCODE, checker::objects)
        .atHolder(SubdirectoriesRequest.OPCODE, checker::subdirectories)
        .inLane(AdoptRequest.OPCODE, new AdoptOperation(checks, splitter))
        .inLane(CorrectCopyRequest.OPCODE, new CorrectCopyOperation(checks))
        .atHolder(RestorePartitionRequest.OPCODE, checker::restore)
        .<HeadersRequest, HeadersResult>here(
            HeadersRequest.OPCODE, (request, exchange) -> headers(request, exchange));
  }

  private void headers(HeadersRequest request, Exchange<HeadersResult> exchange) {
    if (request.slot() < 0 || request.slot() >= view.slots()) {
      exchange.answer(new Answer.Failed<>(ErrorCode.EINVAL, "no slot " + request.slot()));
    } else if (view.state(request.slot()).serves()) {
      checker.headers(request, exchange);
    } else {
      exchange.answer(new Answer.Moved<>(view.get()));
    }
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
    resources.timers().after(SWEEP_MILLIS, this::sweep);
  }

  private void watch(PartitionState partition) {
    resolver.watch(partition.directory(), partition.index());
  }

  private void sweep() {
    if (stopped) {
      return;
    }
    installer.sweep();
    sessions.sweep();
    volumes.sweep();
    relay.sweep();
    groupCache.sweep();
    reclaimer.sweep();
    drainer.sweep();
    handles.watch().sweep();
    transactions.inodeRecords().sweep();
    sweeps++;
    boolean saves = sweeps % SWEEPS_PER_SAVE == 0;
    for (int i = 0; i < lanes.all().size(); i++) {
      int number = i;
      Lane lane = lanes.all().get(i);
      lane.submit(
          commitBatch -> {
            lane.sweep(commitBatch);
            splitter.sweep(lane, commitBatch);
            heat.sweep(number, lane, commitBatch);
            copier.sweep(lane, commitBatch);
            if (saves) {
              lane.partitions().saveCounts(commitBatch);
            }
          });
    }
    resources.timers().after(SWEEP_MILLIS, this::sweep);
  }

  /**
   * Stops the periodic tasks, saves counts, and lets waiting requests be retried. Runs after the
   * last request.
   *
   * @return completes when only the lanes' own threads are still running
   */
  CompletableFuture<Void> stop() {
    stopped = true;
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
  public void handle(PipelinedCreates creates, CreatesExchange exchange) {
    routes.dispatch(creates, exchange, pipelined);
  }

  @Override
  public void handle(Notice notice, Peer from) {
    // Copies of other servers are returned with their answers; a notice whose sender has no client
    // id returns nothing.
    if (notice instanceof Notice.LeaseReturned returned && from.clientId() != Recall.NOBODY) {
      recalls.returned(returned.lease(), from.clientId());
    }
  }

  @Override
  public void disconnected(Peer peer) {
    LOG.debug("{} disconnected; its leases expire", peer.address());
  }
}
