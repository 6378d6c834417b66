package io.gigafs.server.namespace;

import io.gigafs.protocol.Empty;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.bulk.BulkCreateRequest;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.bulk.ReadFilesResult;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.file.ExposeRequest;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadFileResult;
import io.gigafs.protocol.namespace.AccessRequest;
import io.gigafs.protocol.namespace.CreateRequest;
import io.gigafs.protocol.namespace.FindNameRequest;
import io.gigafs.protocol.namespace.FindNameResult;
import io.gigafs.protocol.namespace.GetXattrsRequest;
import io.gigafs.protocol.namespace.ListRequest;
import io.gigafs.protocol.namespace.ListResult;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.namespace.MakeNodeRequest;
import io.gigafs.protocol.namespace.NoteAccessRequest;
import io.gigafs.protocol.namespace.PartitionAttributes;
import io.gigafs.protocol.namespace.PartitionAttributesRequest;
import io.gigafs.protocol.namespace.SumRequest;
import io.gigafs.protocol.namespace.SumResult;
import io.gigafs.protocol.namespace.XattrsResult;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.Measures;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.RestoredFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.StepRules;

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

  /** The operations of a server. */
  public static PartitionOperations of(
      ServerContext context,
      IdAllocator ids,
      SplitTrigger splits,
      Quotas quotas,
      Measures measures,
      NotedAccess accesses) {
    NewFile newFile = new NewFile(ids);
    ReadFileOperation reading = new ReadFileOperation(accesses);
    RestoredFile restored = new RestoredFile(context.view(), ids);
    return new PartitionOperations(
        new LookupOperation(measures, accesses),
        reading,
        new ReadFilesOperation(reading),
        new ExposeOperation(context, reading),
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
        new ListOperation(context.store()),
        new SumOperation(context.store()),
        new FindNameOperation(context.store()),
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
