package io.gigafs.server.namespace;

import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.file.ExposeRequest;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.namespace.AccessRequest;
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
import io.gigafs.protocol.transaction.MovePartitionRequest;
import io.gigafs.protocol.transaction.ParentRequest;
import io.gigafs.protocol.transaction.PrepareDirectoryRequest;
import io.gigafs.server.context.RouteTable;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.StoredChanges;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.RestoredFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.partition.IdAllocator;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.OutcomeResolver;
import io.gigafs.server.transaction.TransactionManager;
import io.gigafs.tablefs.Store;
import java.util.random.RandomGenerator;

/** The requests about names and directories. */
public final class NamespaceRoutes {
  private NamespaceRoutes() {}

  /**
   * Registers them.
   *
   * @param random chooses the servers of new directories
   */
  public static void register(
      RouteTable routes,
      ServerContext context,
      TransactionManager transactions,
      OutcomeResolver resolver,
      IdAllocator ids,
      SplitTrigger splits,
      Quotas quotas,
      Measures measures,
      StoredChanges stored,
      NotedAccess accesses,
      RandomGenerator random) {
    Store store = context.store();
    NewFile newFile = new NewFile(ids);
    ReadFileOperation readFile = new ReadFileOperation(accesses);
    BulkOperation<CreateRequest> create = CreateOperation.of(newFile, splits, quotas);
    routes
        .inLane(LookupRequest.OPCODE, new LookupOperation(measures, accesses))
        .inLane(ReadFileRequest.OPCODE, readFile)
        .inLane(ReadFilesRequest.OPCODE, new ReadFilesOperation(readFile))
        .inLane(ExposeRequest.OPCODE, new ExposeOperation(context, readFile))
        .inLane(CreateRequest.OPCODE, create)
        .offerFirst(CreateRequest.OPCODE, new PartitionedCreates(context, create)::take)
        .inLane(
            RestoreEntriesRequest.OPCODE,
            restoreEntries(new RestoredFile(context.view(), ids), splits, quotas))
        .inLane(MakeNodeRequest.OPCODE, new MakeNodeOperation(newFile, splits, quotas))
        .inLane(UnlinkRequest.OPCODE, new UnlinkOperation(transactions))
        .inLane(LinkRequest.OPCODE, new LinkOperation(transactions))
        .inLane(RenameRequest.OPCODE, new RenameOperation(transactions, newFile))
        .inLane(PartitionAttributesRequest.OPCODE, new PartitionAttributesOperation())
        .inLane(ListRequest.OPCODE, new ListOperation(store))
        .inLane(SumRequest.OPCODE, new SumOperation(store))
        .inLane(FindNameRequest.OPCODE, new FindNameOperation(store))
        .inLane(GetXattrsRequest.OPCODE, new GetXattrsOperation())
        .inLane(SetXattrRequest.OPCODE, new SetXattrOperation(context))
        .inLane(AccessRequest.OPCODE, new AccessOperation())
        .inLane(NoteAccessRequest.OPCODE, new NoteAccessOperation())
        .inLane(SetAttributesRequest.OPCODE, new SetAttributesOperation(context, quotas, stored))
        .inLane(
            MakeDirectoryRequest.OPCODE,
            new MakeDirectoryOperation(
                context, quotas, ids, new Placement(context.view(), random), splits))
        .here(
            PrepareDirectoryRequest.OPCODE,
            new PreparedDirectories(context, ids, resolver)::prepare)
        .inLane(RemoveDirectoryRequest.OPCODE, new RemoveDirectoryOperation(context))
        .inLane(MovePartitionRequest.OPCODE, new MovePartitionOperation(context))
        .inLane(ParentRequest.OPCODE, new ParentOperation());
  }

  private static PartitionOperation<RestoreEntriesRequest, BulkCreateResult> restoreEntries(
      RestoredFile restored, SplitTrigger splits, Quotas quotas) {
    return new BulkOperation<>(
        (request, i, partition, commitBatch, outcomes) ->
            outcomes.answered(
                restored.restore(
                    partition, commitBatch, request.caller(), request.entries().get(i))),
        (request, i) -> RestoredFile.needOf(request.entries().get(i)),
        splits,
        quotas);
  }
}
