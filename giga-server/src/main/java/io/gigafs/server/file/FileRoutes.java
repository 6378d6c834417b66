package io.gigafs.server.file;

import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.bulk.WriteFilesRequest;
import io.gigafs.protocol.cache.CachePermitRequest;
import io.gigafs.protocol.data.DataChunk;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.SyncObjectRequest;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.protocol.file.CloseRequest;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.FindLockRequest;
import io.gigafs.protocol.file.FindLockRequest.FindLockResult;
import io.gigafs.protocol.file.FlockRequest;
import io.gigafs.protocol.file.HandleSetAttributesRequest;
import io.gigafs.protocol.file.HandleStatRequest;
import io.gigafs.protocol.file.LockRequest;
import io.gigafs.protocol.file.LockRequest.LockResult;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.PlaceRequest;
import io.gigafs.protocol.file.ReadRequest;
import io.gigafs.protocol.file.RenewSessionRequest;
import io.gigafs.protocol.file.ReportRequest;
import io.gigafs.protocol.file.ReserveRequest;
import io.gigafs.protocol.file.SessionStateRequest;
import io.gigafs.protocol.file.SpillRequest;
import io.gigafs.protocol.file.UnlockRequest;
import io.gigafs.protocol.file.WriteFileRequest;
import io.gigafs.protocol.file.WriteRequest;
import io.gigafs.protocol.quota.GrantRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.context.RouteTable;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.Permits;
import io.gigafs.server.data.Placer;
import io.gigafs.server.data.RelayService;
import io.gigafs.server.data.ServerVolumes;
import io.gigafs.server.data.StoredChanges;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.InodeRecords;

/**
 * The requests about open files, and those that work like an open. Each of them locates its file by
 * itself.
 */
public final class FileRoutes {
  private FileRoutes() {}

  /**
   * Registers them.
   *
   * @param inodeRecords creates files without a name
   * @param permits to read from the cache group
   */
  public static void register(
      RouteTable routes,
      ServerContext context,
      IdAllocator ids,
      SplitTrigger splits,
      InodeRecords inodeRecords,
      Quotas quotas,
      ServerVolumes volumes,
      Measures measures,
      StoredChanges stored,
      RelayService relay,
      Permits permits,
      SessionManager sessions) {
    NewFile newFile = new NewFile(ids);
    WholeFiles wholeFiles = new WholeFiles(context, newFile, quotas);
    ContentOperations content = new ContentOperations(context, quotas, measures);
    RelayOperations relayed = new RelayOperations(relay);
    ByteRangeLockOperations locks = new ByteRangeLockOperations(context);
    routes
        .inLane(
            OpenRequest.OPCODE,
            new OpenOperation(context, newFile, splits, quotas, stored, inodeRecords))
        .inLane(
            WriteFileRequest.OPCODE, new WriteFileOperation(context, wholeFiles, splits, quotas))
        .inLane(WriteFilesRequest.OPCODE, wholeFiles.inBulk(splits))
        .<CloseRequest, DataResult>inLane(CloseRequest.OPCODE, content::close)
        .<WriteRequest, DataResult>inLane(WriteRequest.OPCODE, content::write)
        .<ReadRequest, DataResult>inLane(ReadRequest.OPCODE, new Reading<>(content::read))
        .<ReadObjectRequest, DataChunk>inLane(
            ReadObjectRequest.OPCODE, new Reading<>(relayed::read))
        .<WriteObjectRequest, Empty>inLane(WriteObjectRequest.OPCODE, new Reading<>(relayed::write))
        .<SyncObjectRequest, Empty>inLane(SyncObjectRequest.OPCODE, new Reading<>(relayed::sync))
        .inLane(CachePermitRequest.OPCODE, new Reading<>(new PermitOperation(permits)))
        .inLane(PlaceRequest.OPCODE, new PlaceOperation(context, volumes, new Placer(context, ids)))
        .inLane(SpillRequest.OPCODE, new SpillOperation(context, quotas))
        .inLane(ReportRequest.OPCODE, new ReportOperation(context))
        .inLane(ReserveRequest.OPCODE, new ReserveOperation(context, volumes, quotas))
        .inLane(GrantRequest.OPCODE, new GrantOperation(context, quotas, measures))
        .<HandleStatRequest, EntryResult>inLane(
            HandleStatRequest.OPCODE,
            new Reading<>(
                (request, exchange, partition, commitBatch) ->
                    stat(measures, request, exchange, partition, commitBatch)))
        .inLane(
            HandleSetAttributesRequest.OPCODE,
            new HandleSetAttributesOperation(context, quotas, stored))
        .<LockRequest, LockResult>inLane(LockRequest.OPCODE, locks::lock)
        .<UnlockRequest, Empty>inLane(UnlockRequest.OPCODE, locks::unlock)
        .<FindLockRequest, FindLockResult>inLane(FindLockRequest.OPCODE, new Reading<>(locks::find))
        .<FlockRequest, LockResult>inLane(FlockRequest.OPCODE, locks::flock)
        .atOwner(RenewSessionRequest.OPCODE, sessions::renew)
        .atOwner(SessionStateRequest.OPCODE, sessions::state);
  }

  private static Decision stat(
      Measures measures,
      HandleStatRequest request,
      Exchange<EntryResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return HandlePlace.toRead(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          measures.answer(
              exchange,
              partition,
              place.name(),
              place.attributes(partition, commitBatch),
              commitBatch,
              WireAttributes::resultOf);
          return Decision.TAKEN;
        });
  }
}
