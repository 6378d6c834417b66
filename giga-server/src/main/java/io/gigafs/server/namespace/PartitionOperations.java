package io.gigafs.server.namespace;

import io.gigafs.protocol.AccessRequest;
import io.gigafs.protocol.BulkCreateRequest;
import io.gigafs.protocol.BulkCreateResult;
import io.gigafs.protocol.CreateRequest;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ExposeRequest;
import io.gigafs.protocol.FindNameRequest;
import io.gigafs.protocol.FindNameResult;
import io.gigafs.protocol.GetXattrsRequest;
import io.gigafs.protocol.ListRequest;
import io.gigafs.protocol.ListResult;
import io.gigafs.protocol.LookupRequest;
import io.gigafs.protocol.LookupResult;
import io.gigafs.protocol.MakeNodeRequest;
import io.gigafs.protocol.NoteAccessRequest;
import io.gigafs.protocol.PartitionAttributes;
import io.gigafs.protocol.PartitionAttributesRequest;
import io.gigafs.protocol.QuotaUsage;
import io.gigafs.protocol.ReadFileRequest;
import io.gigafs.protocol.ReadFileResult;
import io.gigafs.protocol.ReadFilesRequest;
import io.gigafs.protocol.ReadFilesResult;
import io.gigafs.protocol.RestoreEntriesRequest;
import io.gigafs.protocol.SumRequest;
import io.gigafs.protocol.SumResult;
import io.gigafs.protocol.XattrsResult;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.ObjectContext;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.RestoredFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.StepRules;
import io.gigafs.tablefs.Store;
import java.util.function.IntSupplier;

/**
 * The operations that one partition decides alone.
 *
 * @param lookup finds a name; each of the others executes the request of its name
 */
public record PartitionOperations(
    PartitionOperation<LookupRequest, LookupResult> lookup,
    PartitionOperation<ReadFileRequest, ReadFileResult> readFile,
    PartitionOperation<ReadFilesRequest, ReadFilesResult> readFiles,
    PartitionOperation<ExposeRequest, ReadFileResult> expose,
    PartitionOperation<CreateRequest, EntryResult> create,
    PartitionOperation<BulkCreateRequest, BulkCreateResult> bulkCreate,
    PartitionOperation<RestoreEntriesRequest, BulkCreateResult> restoreEntries,
    PartitionOperation<MakeNodeRequest, EntryResult> makeNode,
    PartitionOperation<PartitionAttributesRequest, PartitionAttributes> partitionAttributes,
    PartitionOperation<ListRequest, ListResult> list,
    PartitionOperation<SumRequest, SumResult> sum,
    PartitionOperation<FindNameRequest, FindNameResult> findName,
    PartitionOperation<GetXattrsRequest, XattrsResult> getXattrs,
    PartitionOperation<AccessRequest, Empty> access,
    PartitionOperation<NoteAccessRequest, Empty> noteAccess) {

  /**
   * The operations of a server.
   *
   * @param mostInlineBytes maximum number of bytes of an inline file
   */
  public static PartitionOperations of(
      Store store,
      IdAllocator ids,
      SplitTrigger splits,
      Quotas quotas,
      ObjectContext objects,
      NotedAccess accesses,
      IntSupplier mostInlineBytes) {
    NewFile newFile = new NewFile(ids);
    ReadFileOperation reading = new ReadFileOperation(accesses);
    RestoredFile restored = new RestoredFile(ids, mostInlineBytes, objects::isAdopted);
    return new PartitionOperations(
        new LookupOperation(new Measures(objects), accesses),
        reading,
        new ReadFilesOperation(reading),
        new ExposeOperation(objects, reading),
        new CreateOperation(newFile, splits, quotas),
        new BulkOperation<>(
            (request, i, partition, commitBatch, outcomes) ->
                newFile.create(
                    partition,
                    commitBatch,
                    request.caller(),
                    partition.keyOf(request.names(), i),
                    request.mode(),
                    request.exclusive(),
                    outcomes),
            (request, i) -> QuotaUsage.ENTRY,
            splits,
            quotas),
        new BulkOperation<>(
            (request, i, partition, commitBatch, outcomes) ->
                outcomes.answered(
                    restored.restore(
                        partition, commitBatch, request.caller(), request.entries().get(i))),
            (request, i) -> RestoredFile.needOf(request.entries().get(i)),
            splits,
            quotas),
        new MakeNodeOperation(newFile, splits, quotas),
        new PartitionAttributesOperation(),
        new ListOperation(store),
        new SumOperation(store),
        new FindNameOperation(store),
        new GetXattrsOperation(),
        new AccessOperation(),
        new NoteAccessOperation());
  }

  /** The rules of transactions' steps on names. */
  public static StepRules stepRules(SplitTrigger splits) {
    return new StepRules(
        new InsertDentryRule(splits), new PromoteToInodeRule(), new AdjustLinkCountRule());
  }
}
