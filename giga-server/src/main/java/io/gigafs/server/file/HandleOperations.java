package io.gigafs.server.file;

import io.gigafs.protocol.Empty;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.WriteFilesRequest;
import io.gigafs.protocol.cache.CachePermitRequest;
import io.gigafs.protocol.cache.CachePermitResult;
import io.gigafs.protocol.file.DataResult;
import io.gigafs.protocol.file.FindLockRequest;
import io.gigafs.protocol.file.FindLockResult;
import io.gigafs.protocol.file.FlockRequest;
import io.gigafs.protocol.file.HandleSetAttributesRequest;
import io.gigafs.protocol.file.HandleStatRequest;
import io.gigafs.protocol.file.LockRequest;
import io.gigafs.protocol.file.LockResult;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.OpenResult;
import io.gigafs.protocol.file.ReadRequest;
import io.gigafs.protocol.file.UnlockRequest;
import io.gigafs.protocol.file.WriteFileRequest;
import io.gigafs.protocol.file.WriteFileResult;
import io.gigafs.rpc.Exchange;
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
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionOperation.Decision;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.InodeRecords;

/**
 * The operations on open files, and those that work like an open. Each of them locates its file by
 * itself.
 *
 * @param watch releases the open state of dead sessions
 */
public record HandleOperations(
    PartitionOperation<OpenRequest, OpenResult> open,
    PartitionOperation<WriteFileRequest, WriteFileResult> writeFile,
    PartitionOperation<WriteFilesRequest, BulkCreateResult> writeFiles,
    ContentOperations content,
    PartitionOperation<ReadRequest, DataResult> read,
    RelayOperations relay,
    ObjectOperations objects,
    PartitionOperation<CachePermitRequest, CachePermitResult> permit,
    PartitionOperation<HandleStatRequest, EntryResult> stat,
    PartitionOperation<HandleSetAttributesRequest, EntryResult> setAttributes,
    PartitionOperation<LockRequest, LockResult> lock,
    PartitionOperation<UnlockRequest, Empty> unlock,
    PartitionOperation<FindLockRequest, FindLockResult> findLock,
    PartitionOperation<FlockRequest, LockResult> flock,
    SessionWatch watch) {

  /**
   * The operations of a server.
   *
   * @param homes creates files without a name
   * @param permits to read from the cache group
   * @param leaseMillis how long a session lives without a renewal
   */
  public static HandleOperations of(
      ServerContext context,
      NewFile newFile,
      SplitTrigger splits,
      InodeRecords homes,
      Quotas quotas,
      ServerVolumes volumes,
      Measures measures,
      StoredChanges stored,
      Placer placer,
      RelayService relay,
      Permits permits,
      int leaseMillis) {
    ByteRangeLockOperations locks = new ByteRangeLockOperations(context);
    ContentOperations content = new ContentOperations(context, quotas, measures);
    WholeFiles wholeFiles = new WholeFiles(context, newFile, quotas);
    return new HandleOperations(
        new OpenOperation(context, newFile, splits, quotas, stored, homes),
        new WriteFileOperation(context, wholeFiles, splits, quotas),
        wholeFiles.inBulk(splits),
        content,
        new Reading<>(content::read),
        RelayOperations.of(relay),
        ObjectOperations.of(context, quotas, volumes, measures, placer),
        new Reading<>(new PermitOperation(permits)),
        new Reading<>(
            (request, exchange, partition, commitBatch) ->
                stat(measures, request, exchange, partition, commitBatch)),
        new HandleSetAttributesOperation(context, quotas, stored),
        locks::lock,
        locks::unlock,
        new Reading<>(locks::find),
        locks::flock,
        new SessionWatch(
            context,
            leaseMillis,
            (partition, session, commitBatch) ->
                OpenStateChanges.lapse(partition, session, measures, commitBatch)));
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
