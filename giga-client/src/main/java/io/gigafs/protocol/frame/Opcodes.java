package io.gigafs.protocol.frame;

import io.gigafs.protocol.Opcode;
import io.gigafs.protocol.ProtocolException;
import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.bulk.ReadFilesRequest;
import io.gigafs.protocol.bulk.RestoreEntriesRequest;
import io.gigafs.protocol.bulk.WriteFilesRequest;
import io.gigafs.protocol.cache.CachePermitRequest;
import io.gigafs.protocol.cache.CacheReadRequest;
import io.gigafs.protocol.cache.CacheReleaseRequest;
import io.gigafs.protocol.cache.CacheRemoveRequest;
import io.gigafs.protocol.cache.CacheUsageRequest;
import io.gigafs.protocol.cache.CacheWriteRequest;
import io.gigafs.protocol.cache.ReadCachedBlockRequest;
import io.gigafs.protocol.cluster.CheckpointRequest;
import io.gigafs.protocol.cluster.ClusterChangeRequest;
import io.gigafs.protocol.cluster.ClusterViewRequest;
import io.gigafs.protocol.cluster.RequestRateRequest;
import io.gigafs.protocol.cluster.StatFsRequest;
import io.gigafs.protocol.cluster.StatusRequest;
import io.gigafs.protocol.cluster.SyncRequest;
import io.gigafs.protocol.data.ObjectsRequest;
import io.gigafs.protocol.data.ReadObjectRequest;
import io.gigafs.protocol.data.SyncObjectRequest;
import io.gigafs.protocol.data.VolumeChangeRequest;
import io.gigafs.protocol.data.VolumesRequest;
import io.gigafs.protocol.data.WriteObjectRequest;
import io.gigafs.protocol.file.CloseRequest;
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
import io.gigafs.protocol.fsck.CorrectCopyRequest;
import io.gigafs.protocol.fsck.HeadersRequest;
import io.gigafs.protocol.fsck.RecheckRequest;
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
import io.gigafs.protocol.transaction.FreezePartitionRequest;
import io.gigafs.protocol.transaction.MovePartitionRequest;
import io.gigafs.protocol.transaction.OutcomeRequest;
import io.gigafs.protocol.transaction.ParentRequest;
import io.gigafs.protocol.transaction.PrepareDirectoryRequest;
import io.gigafs.protocol.transaction.PrepareRequest;
import io.gigafs.protocol.transaction.ReleasePartitionRequest;
import io.gigafs.protocol.transaction.RetireStepRequest;
import io.gigafs.protocol.transaction.SettleDirectoryRequest;
import io.gigafs.protocol.transaction.UpdatePartitionRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The table of all operations. Immutable. */
final class Opcodes {
  private static final List<Opcode<?>> ALL =
      List.of(
          // Clients and servers
          LookupRequest.OPCODE,
          CreateRequest.OPCODE,
          MakeDirectoryRequest.OPCODE,
          SetAttributesRequest.OPCODE,
          UnlinkRequest.OPCODE,
          RemoveDirectoryRequest.OPCODE,
          PartitionAttributesRequest.OPCODE,
          ListRequest.OPCODE,
          StatFsRequest.OPCODE,
          ClusterViewRequest.OPCODE,
          StatusRequest.OPCODE,
          CheckpointRequest.OPCODE,
          RestoreEntriesRequest.OPCODE,
          CheckRequest.OPCODE,
          RecheckRequest.OPCODE,
          ClusterChangeRequest.OPCODE,
          RenameRequest.OPCODE,
          LinkRequest.OPCODE,
          GrantRequest.OPCODE,
          MakeNodeRequest.OPCODE,
          GetXattrsRequest.OPCODE,
          SetXattrRequest.OPCODE,
          OpenRequest.OPCODE,
          CloseRequest.OPCODE,
          HandleStatRequest.OPCODE,
          HandleSetAttributesRequest.OPCODE,
          LockRequest.OPCODE,
          UnlockRequest.OPCODE,
          FindLockRequest.OPCODE,
          FlockRequest.OPCODE,
          RenewSessionRequest.OPCODE,
          AccessRequest.OPCODE,
          SetQuotaRequest.OPCODE,
          QuotaRequest.OPCODE,
          WriteRequest.OPCODE,
          ReadRequest.OPCODE,
          PlaceRequest.OPCODE,
          SpillRequest.OPCODE,
          ReportRequest.OPCODE,
          ReserveRequest.OPCODE,
          ReadObjectRequest.OPCODE,
          WriteObjectRequest.OPCODE,
          SyncObjectRequest.OPCODE,
          ReadFileRequest.OPCODE,
          ExposeRequest.OPCODE,
          VolumeChangeRequest.OPCODE,
          VolumesRequest.OPCODE,
          ObjectsRequest.OPCODE,
          WriteFileRequest.OPCODE,
          WriteFilesRequest.OPCODE,
          ReadFilesRequest.OPCODE,
          SyncRequest.OPCODE,
          SumRequest.OPCODE,
          DelegateRequest.OPCODE,
          DelegatedCreatesRequest.OPCODE,
          DelegatedUnlinksRequest.OPCODE,
          FindNameRequest.OPCODE,
          CachePermitRequest.OPCODE,
          ReadCachedBlockRequest.OPCODE,
          // Between servers
          PrepareDirectoryRequest.OPCODE,
          SettleDirectoryRequest.OPCODE,
          FreezePartitionRequest.OPCODE,
          ReleasePartitionRequest.OPCODE,
          UpdatePartitionRequest.OPCODE,
          OutcomeRequest.OPCODE,
          InstallChunkRequest.OPCODE,
          InstallCommitRequest.OPCODE,
          InstallOutcomeRequest.OPCODE,
          OpenSlotRequest.OPCODE,
          HandOverRequest.OPCODE,
          InstallRepliesRequest.OPCODE,
          PrepareRequest.OPCODE,
          FinishStepRequest.OPCODE,
          RetireStepRequest.OPCODE,
          CommitOutcomeRequest.OPCODE,
          MovePartitionRequest.OPCODE,
          ParentRequest.OPCODE,
          NoteAccessRequest.OPCODE,
          SessionStateRequest.OPCODE,
          InstallFilesRequest.OPCODE,
          RequestRateRequest.OPCODE,
          OfferCopyRequest.OPCODE,
          CopyNameRequest.OPCODE,
          QuotaGrantRequest.OPCODE,
          UsageRequest.OPCODE,
          RecallCopiesRequest.OPCODE,
          HeadersRequest.OPCODE,
          SubdirectoriesRequest.OPCODE,
          AdoptRequest.OPCODE,
          CorrectCopyRequest.OPCODE,
          RestorePartitionRequest.OPCODE,
          // Caches
          CacheReadRequest.OPCODE,
          CacheWriteRequest.OPCODE,
          CacheRemoveRequest.OPCODE,
          CacheReleaseRequest.OPCODE,
          CacheUsageRequest.OPCODE);

  private static final @Nullable Opcode<?>[] BY_CODE = byCode();

  private Opcodes() {}

  private static @Nullable Opcode<?>[] byCode() {
    @Nullable Opcode<?>[] byCode = new Opcode<?>[Opcode.MAX_CODES];
    for (Opcode<?> opcode : ALL) {
      Opcode<?> other = byCode[opcode.code()];
      if (other != null) {
        throw new AssertionError(opcode + " and " + other + " share number " + opcode.code());
      }
      byCode[opcode.code()] = opcode;
    }
    return byCode;
  }

  /**
   * The operation with this number.
   *
   * @throws ProtocolException if there is none
   */
  static Opcode<?> ofCode(int code) {
    Opcode<?> opcode = ofCodeOrNull(code);
    if (opcode == null) {
      throw new ProtocolException("unknown operation " + code);
    }
    return opcode;
  }

  /** The operation with this number; null if there is none. */
  static @Nullable Opcode<?> ofCodeOrNull(int code) {
    return code >= 0 && code < BY_CODE.length ? BY_CODE[code] : null;
  }

  /** All operations, by number. */
  static List<Opcode<?>> all() {
    return ALL;
  }
}
