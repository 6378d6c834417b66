package io.gigafs.protocol;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The operations of the protocol. Numbers below 64 are for clients and servers, those from 64 on
 * for requests between servers, those from 112 on for caches and their clients.
 *
 * @param <R> the type of the result
 */
public final class Opcode<R extends Result> {
  /** The first number of requests between servers. */
  private static final int FIRST_BETWEEN_SERVERS = 64;

  /** The first number of cache operations, which any client may request. */
  private static final int FIRST_OF_CACHES = 112;

  /** The exclusive upper bound of all numbers. */
  public static final int MAX_CODES = 128;

  private static final @Nullable Opcode<?>[] BY_CODE = new Opcode<?>[MAX_CODES];

  public static final Opcode<LookupResult> LOOKUP =
      new Opcode<>(
          1,
          "LOOKUP",
          new Body<>(LookupRequest.class, LookupRequest::write, LookupRequest::read),
          new Body<>(LookupResult.class, LookupResult::write, LookupResult::read));
  public static final Opcode<EntryResult> CREATE =
      new Opcode<>(
          2,
          "CREATE",
          new Body<>(CreateRequest.class, CreateRequest::write, CreateRequest::read),
          new Body<>(EntryResult.class, EntryResult::write, EntryResult::read));
  public static final Opcode<BulkCreateResult> BULK_CREATE =
      new Opcode<>(
          3,
          "BULK_CREATE",
          new Body<>(BulkCreateRequest.class, BulkCreateRequest::write, BulkCreateRequest::read),
          new Body<>(BulkCreateResult.class, BulkCreateResult::write, BulkCreateResult::read));
  public static final Opcode<EntryResult> MAKE_DIRECTORY =
      new Opcode<>(
          4,
          "MAKE_DIRECTORY",
          new Body<>(
              MakeDirectoryRequest.class, MakeDirectoryRequest::write, MakeDirectoryRequest::read),
          new Body<>(EntryResult.class, EntryResult::write, EntryResult::read));
  public static final Opcode<EntryResult> SET_ATTRIBUTES =
      new Opcode<>(
          5,
          "SET_ATTRIBUTES",
          new Body<>(
              SetAttributesRequest.class, SetAttributesRequest::write, SetAttributesRequest::read),
          new Body<>(EntryResult.class, EntryResult::write, EntryResult::read));
  public static final Opcode<Empty> UNLINK =
      new Opcode<>(
          6,
          "UNLINK",
          new Body<>(UnlinkRequest.class, UnlinkRequest::write, UnlinkRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<Empty> REMOVE_DIRECTORY =
      new Opcode<>(
          7,
          "REMOVE_DIRECTORY",
          new Body<>(
              RemoveDirectoryRequest.class,
              RemoveDirectoryRequest::write,
              RemoveDirectoryRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<PartitionAttributes> PARTITION_ATTRIBUTES =
      new Opcode<>(
          8,
          "PARTITION_ATTRIBUTES",
          new Body<>(
              PartitionAttributesRequest.class,
              PartitionAttributesRequest::write,
              PartitionAttributesRequest::read),
          new Body<>(
              PartitionAttributes.class, PartitionAttributes::write, PartitionAttributes::read));
  public static final Opcode<ListResult> LIST =
      new Opcode<>(
          9,
          "LIST",
          new Body<>(ListRequest.class, ListRequest::write, ListRequest::read),
          new Body<>(ListResult.class, ListResult::write, ListResult::read));
  public static final Opcode<StatFsResult> STATFS =
      new Opcode<>(
          10,
          "STATFS",
          new Body<>(StatFsRequest.class, StatFsRequest::write, StatFsRequest::read),
          new Body<>(StatFsResult.class, StatFsResult::write, StatFsResult::read));
  public static final Opcode<ClusterViewResult> CLUSTER_VIEW =
      new Opcode<>(
          11,
          "CLUSTER_VIEW",
          new Body<>(ClusterViewRequest.class, ClusterViewRequest::write, ClusterViewRequest::read),
          new Body<>(ClusterViewResult.class, ClusterViewResult::write, ClusterViewResult::read));
  public static final Opcode<StatusResult> STATUS =
      new Opcode<>(
          12,
          "STATUS",
          new Body<>(StatusRequest.class, StatusRequest::write, StatusRequest::read),
          new Body<>(StatusResult.class, StatusResult::write, StatusResult::read));
  public static final Opcode<CheckpointResult> CHECKPOINT =
      new Opcode<>(
          13,
          "CHECKPOINT",
          new Body<>(CheckpointRequest.class, CheckpointRequest::write, CheckpointRequest::read),
          new Body<>(CheckpointResult.class, CheckpointResult::write, CheckpointResult::read));
  public static final Opcode<BulkCreateResult> RESTORE_ENTRIES =
      new Opcode<>(
          14,
          "RESTORE_ENTRIES",
          new Body<>(
              RestoreEntriesRequest.class,
              RestoreEntriesRequest::write,
              RestoreEntriesRequest::read),
          new Body<>(BulkCreateResult.class, BulkCreateResult::write, BulkCreateResult::read));
  public static final Opcode<ClusterViewResult> CLUSTER_CHANGE =
      new Opcode<>(
          18,
          "CLUSTER_CHANGE",
          new Body<>(
              ClusterChangeRequest.class, ClusterChangeRequest::write, ClusterChangeRequest::read),
          new Body<>(ClusterViewResult.class, ClusterViewResult::write, ClusterViewResult::read));
  public static final Opcode<Empty> RENAME =
      new Opcode<>(
          19,
          "RENAME",
          new Body<>(RenameRequest.class, RenameRequest::write, RenameRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<CheckResult> CHECK =
      new Opcode<>(
          15,
          "CHECK",
          new Body<>(CheckRequest.class, CheckRequest::write, CheckRequest::read),
          new Body<>(CheckResult.class, CheckResult::write, CheckResult::read));
  public static final Opcode<RecheckResult> RECHECK =
      new Opcode<>(
          16,
          "RECHECK",
          new Body<>(RecheckRequest.class, RecheckRequest::write, RecheckRequest::read),
          new Body<>(RecheckResult.class, RecheckResult::write, RecheckResult::read));
  public static final Opcode<EntryResult> MAKE_NODE =
      new Opcode<>(
          22,
          "MAKE_NODE",
          new Body<>(MakeNodeRequest.class, MakeNodeRequest::write, MakeNodeRequest::read),
          new Body<>(EntryResult.class, EntryResult::write, EntryResult::read));
  public static final Opcode<EntryResult> LINK =
      new Opcode<>(
          20,
          "LINK",
          new Body<>(LinkRequest.class, LinkRequest::write, LinkRequest::read),
          new Body<>(EntryResult.class, EntryResult::write, EntryResult::read));
  public static final Opcode<OpenResult> OPEN =
      new Opcode<>(
          25,
          "OPEN",
          new Body<>(OpenRequest.class, OpenRequest::write, OpenRequest::read),
          new Body<>(OpenResult.class, OpenResult::write, OpenResult::read));
  public static final Opcode<DataResult> CLOSE =
      new Opcode<>(
          26,
          "CLOSE",
          new Body<>(CloseRequest.class, CloseRequest::write, CloseRequest::read),
          new Body<>(DataResult.class, DataResult::write, DataResult::read));
  public static final Opcode<EntryResult> HANDLE_STAT =
      new Opcode<>(
          27,
          "HANDLE_STAT",
          new Body<>(HandleStatRequest.class, HandleStatRequest::write, HandleStatRequest::read),
          new Body<>(EntryResult.class, EntryResult::write, EntryResult::read));
  public static final Opcode<EntryResult> HANDLE_SET_ATTRIBUTES =
      new Opcode<>(
          28,
          "HANDLE_SET_ATTRIBUTES",
          new Body<>(
              HandleSetAttributesRequest.class,
              HandleSetAttributesRequest::write,
              HandleSetAttributesRequest::read),
          new Body<>(EntryResult.class, EntryResult::write, EntryResult::read));
  public static final Opcode<LockResult> LOCK =
      new Opcode<>(
          29,
          "LOCK",
          new Body<>(LockRequest.class, LockRequest::write, LockRequest::read),
          new Body<>(LockResult.class, LockResult::write, LockResult::read));
  public static final Opcode<Empty> UNLOCK =
      new Opcode<>(
          30,
          "UNLOCK",
          new Body<>(UnlockRequest.class, UnlockRequest::write, UnlockRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<FindLockResult> FIND_LOCK =
      new Opcode<>(
          31,
          "FIND_LOCK",
          new Body<>(FindLockRequest.class, FindLockRequest::write, FindLockRequest::read),
          new Body<>(FindLockResult.class, FindLockResult::write, FindLockResult::read));
  public static final Opcode<LockResult> FLOCK =
      new Opcode<>(
          32,
          "FLOCK",
          new Body<>(FlockRequest.class, FlockRequest::write, FlockRequest::read),
          new Body<>(LockResult.class, LockResult::write, LockResult::read));
  public static final Opcode<SessionLease> RENEW_SESSION =
      new Opcode<>(
          33,
          "RENEW_SESSION",
          new Body<>(
              RenewSessionRequest.class, RenewSessionRequest::write, RenewSessionRequest::read),
          new Body<>(SessionLease.class, SessionLease::write, SessionLease::read));
  public static final Opcode<XattrsResult> GET_XATTRS =
      new Opcode<>(
          23,
          "GET_XATTRS",
          new Body<>(GetXattrsRequest.class, GetXattrsRequest::write, GetXattrsRequest::read),
          new Body<>(XattrsResult.class, XattrsResult::write, XattrsResult::read));
  public static final Opcode<EntryResult> SET_XATTR =
      new Opcode<>(
          24,
          "SET_XATTR",
          new Body<>(SetXattrRequest.class, SetXattrRequest::write, SetXattrRequest::read),
          new Body<>(EntryResult.class, EntryResult::write, EntryResult::read));
  public static final Opcode<Empty> ACCESS =
      new Opcode<>(
          34,
          "ACCESS",
          new Body<>(AccessRequest.class, AccessRequest::write, AccessRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<SumResult> SUM =
      new Opcode<>(
          55,
          "SUM",
          new Body<>(SumRequest.class, SumRequest::write, SumRequest::read),
          new Body<>(SumResult.class, SumResult::write, SumResult::read));
  public static final Opcode<FindNameResult> FIND_NAME =
      new Opcode<>(
          60,
          "FIND_NAME",
          new Body<>(FindNameRequest.class, FindNameRequest::write, FindNameRequest::read),
          new Body<>(FindNameResult.class, FindNameResult::write, FindNameResult::read));
  public static final Opcode<DelegateResult> DELEGATE =
      new Opcode<>(
          56,
          "DELEGATE",
          new Body<>(DelegateRequest.class, DelegateRequest::write, DelegateRequest::read),
          new Body<>(DelegateResult.class, DelegateResult::write, DelegateResult::read));
  public static final Opcode<BulkCreateResult> DELEGATED_UNLINKS =
      new Opcode<>(
          58,
          "DELEGATED_UNLINKS",
          new Body<>(
              DelegatedUnlinksRequest.class,
              DelegatedUnlinksRequest::write,
              DelegatedUnlinksRequest::read),
          new Body<>(BulkCreateResult.class, BulkCreateResult::write, BulkCreateResult::read));
  public static final Opcode<BulkCreateResult> DELEGATED_CREATES =
      new Opcode<>(
          57,
          "DELEGATED_CREATES",
          new Body<>(
              DelegatedCreatesRequest.class,
              DelegatedCreatesRequest::write,
              DelegatedCreatesRequest::read),
          new Body<>(BulkCreateResult.class, BulkCreateResult::write, BulkCreateResult::read));
  public static final Opcode<PrepareDirectoryResult> PREPARE_DIRECTORY =
      new Opcode<>(
          64,
          "PREPARE_DIRECTORY",
          new Body<>(
              PrepareDirectoryRequest.class,
              PrepareDirectoryRequest::write,
              PrepareDirectoryRequest::read),
          new Body<>(
              PrepareDirectoryResult.class,
              PrepareDirectoryResult::write,
              PrepareDirectoryResult::read));
  public static final Opcode<Empty> SETTLE_DIRECTORY =
      new Opcode<>(
          65,
          "SETTLE_DIRECTORY",
          new Body<>(
              SettleDirectoryRequest.class,
              SettleDirectoryRequest::write,
              SettleDirectoryRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<Empty> NOTE_ACCESS =
      new Opcode<>(
          82,
          "NOTE_ACCESS",
          new Body<>(NoteAccessRequest.class, NoteAccessRequest::write, NoteAccessRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<FreezePartitionResult> FREEZE_PARTITION =
      new Opcode<>(
          66,
          "FREEZE_PARTITION",
          new Body<>(
              FreezePartitionRequest.class,
              FreezePartitionRequest::write,
              FreezePartitionRequest::read),
          new Body<>(
              FreezePartitionResult.class,
              FreezePartitionResult::write,
              FreezePartitionResult::read));
  public static final Opcode<ReleasePartitionResult> RELEASE_PARTITION =
      new Opcode<>(
          67,
          "RELEASE_PARTITION",
          new Body<>(
              ReleasePartitionRequest.class,
              ReleasePartitionRequest::write,
              ReleasePartitionRequest::read),
          new Body<>(
              ReleasePartitionResult.class,
              ReleasePartitionResult::write,
              ReleasePartitionResult::read));
  public static final Opcode<UpdatePartitionResult> UPDATE_PARTITION =
      new Opcode<>(
          68,
          "UPDATE_PARTITION",
          new Body<>(
              UpdatePartitionRequest.class,
              UpdatePartitionRequest::write,
              UpdatePartitionRequest::read),
          new Body<>(
              UpdatePartitionResult.class,
              UpdatePartitionResult::write,
              UpdatePartitionResult::read));
  public static final Opcode<OutcomeResult> OUTCOME =
      new Opcode<>(
          69,
          "OUTCOME",
          new Body<>(OutcomeRequest.class, OutcomeRequest::write, OutcomeRequest::read),
          new Body<>(OutcomeResult.class, OutcomeResult::write, OutcomeResult::read));
  public static final Opcode<Empty> INSTALL_CHUNK =
      new Opcode<>(
          70,
          "INSTALL_CHUNK",
          new Body<>(
              InstallChunkRequest.class, InstallChunkRequest::write, InstallChunkRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<Empty> INSTALL_COMMIT =
      new Opcode<>(
          71,
          "INSTALL_COMMIT",
          new Body<>(
              InstallCommitRequest.class, InstallCommitRequest::write, InstallCommitRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<OutcomeResult> INSTALL_OUTCOME =
      new Opcode<>(
          72,
          "INSTALL_OUTCOME",
          new Body<>(
              InstallOutcomeRequest.class,
              InstallOutcomeRequest::write,
              InstallOutcomeRequest::read),
          new Body<>(OutcomeResult.class, OutcomeResult::write, OutcomeResult::read));
  public static final Opcode<OpenSlotResult> OPEN_SLOT =
      new Opcode<>(
          73,
          "OPEN_SLOT",
          new Body<>(OpenSlotRequest.class, OpenSlotRequest::write, OpenSlotRequest::read),
          new Body<>(OpenSlotResult.class, OpenSlotResult::write, OpenSlotResult::read));
  public static final Opcode<HandOverResult> HAND_OVER =
      new Opcode<>(
          74,
          "HAND_OVER",
          new Body<>(HandOverRequest.class, HandOverRequest::write, HandOverRequest::read),
          new Body<>(HandOverResult.class, HandOverResult::write, HandOverResult::read));
  public static final Opcode<Empty> INSTALL_REPLIES =
      new Opcode<>(
          75,
          "INSTALL_REPLIES",
          new Body<>(
              InstallRepliesRequest.class,
              InstallRepliesRequest::write,
              InstallRepliesRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<PrepareResult> PREPARE_STEP =
      new Opcode<>(
          76,
          "PREPARE_STEP",
          new Body<>(PrepareRequest.class, PrepareRequest::write, PrepareRequest::read),
          new Body<>(PrepareResult.class, PrepareResult::write, PrepareResult::read));
  public static final Opcode<FinishStepResult> FINISH_STEP =
      new Opcode<>(
          77,
          "FINISH_STEP",
          new Body<>(FinishStepRequest.class, FinishStepRequest::write, FinishStepRequest::read),
          new Body<>(FinishStepResult.class, FinishStepResult::write, FinishStepResult::read));
  public static final Opcode<Empty> RETIRE_STEP =
      new Opcode<>(
          78,
          "RETIRE_STEP",
          new Body<>(RetireStepRequest.class, RetireStepRequest::write, RetireStepRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<OutcomeResult> COMMIT_OUTCOME =
      new Opcode<>(
          79,
          "COMMIT_OUTCOME",
          new Body<>(
              CommitOutcomeRequest.class, CommitOutcomeRequest::write, CommitOutcomeRequest::read),
          new Body<>(OutcomeResult.class, OutcomeResult::write, OutcomeResult::read));
  public static final Opcode<UpdatePartitionResult> MOVE_PARTITION =
      new Opcode<>(
          80,
          "MOVE_PARTITION",
          new Body<>(
              MovePartitionRequest.class, MovePartitionRequest::write, MovePartitionRequest::read),
          new Body<>(
              UpdatePartitionResult.class,
              UpdatePartitionResult::write,
              UpdatePartitionResult::read));
  public static final Opcode<ParentResult> PARENT =
      new Opcode<>(
          81,
          "PARENT",
          new Body<>(ParentRequest.class, ParentRequest::write, ParentRequest::read),
          new Body<>(ParentResult.class, ParentResult::write, ParentResult::read));
  public static final Opcode<SessionStateResult> SESSION_STATE =
      new Opcode<>(
          83,
          "SESSION_STATE",
          new Body<>(
              SessionStateRequest.class, SessionStateRequest::write, SessionStateRequest::read),
          new Body<>(
              SessionStateResult.class, SessionStateResult::write, SessionStateResult::read));
  public static final Opcode<SetQuotaResult> SET_QUOTA =
      new Opcode<>(
          35,
          "SET_QUOTA",
          new Body<>(SetQuotaRequest.class, SetQuotaRequest::write, SetQuotaRequest::read),
          new Body<>(SetQuotaResult.class, SetQuotaResult::write, SetQuotaResult::read));
  public static final Opcode<QuotaResult> QUOTA =
      new Opcode<>(
          36,
          "QUOTA",
          new Body<>(QuotaRequest.class, QuotaRequest::write, QuotaRequest::read),
          new Body<>(QuotaResult.class, QuotaResult::write, QuotaResult::read));
  public static final Opcode<DataResult> WRITE =
      new Opcode<>(
          37,
          "WRITE",
          new Body<>(WriteRequest.class, WriteRequest::write, WriteRequest::read),
          new Body<>(DataResult.class, DataResult::write, DataResult::read));
  public static final Opcode<DataResult> READ =
      new Opcode<>(
          38,
          "READ",
          new Body<>(ReadRequest.class, ReadRequest::write, ReadRequest::read),
          new Body<>(DataResult.class, DataResult::write, DataResult::read));
  public static final Opcode<PlaceResult> PLACE =
      new Opcode<>(
          39,
          "PLACE",
          new Body<>(PlaceRequest.class, PlaceRequest::write, PlaceRequest::read),
          new Body<>(PlaceResult.class, PlaceResult::write, PlaceResult::read));
  public static final Opcode<DataResult> SPILL =
      new Opcode<>(
          40,
          "SPILL",
          new Body<>(SpillRequest.class, SpillRequest::write, SpillRequest::read),
          new Body<>(DataResult.class, DataResult::write, DataResult::read));
  public static final Opcode<DataResult> REPORT =
      new Opcode<>(
          41,
          "REPORT",
          new Body<>(ReportRequest.class, ReportRequest::write, ReportRequest::read),
          new Body<>(DataResult.class, DataResult::write, DataResult::read));
  public static final Opcode<GrantResult> GRANT =
      new Opcode<>(
          21,
          "GRANT",
          new Body<>(GrantRequest.class, GrantRequest::write, GrantRequest::read),
          new Body<>(GrantResult.class, GrantResult::write, GrantResult::read));
  public static final Opcode<ReserveResult> RESERVE =
      new Opcode<>(
          42,
          "RESERVE",
          new Body<>(ReserveRequest.class, ReserveRequest::write, ReserveRequest::read),
          new Body<>(ReserveResult.class, ReserveResult::write, ReserveResult::read));
  public static final Opcode<DataChunk> READ_OBJECT =
      new Opcode<>(
          43,
          "READ_OBJECT",
          new Body<>(ReadObjectRequest.class, ReadObjectRequest::write, ReadObjectRequest::read),
          new Body<>(DataChunk.class, DataChunk::write, DataChunk::read));
  public static final Opcode<Empty> WRITE_OBJECT =
      new Opcode<>(
          44,
          "WRITE_OBJECT",
          new Body<>(WriteObjectRequest.class, WriteObjectRequest::write, WriteObjectRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<Empty> SYNC_OBJECT =
      new Opcode<>(
          45,
          "SYNC_OBJECT",
          new Body<>(SyncObjectRequest.class, SyncObjectRequest::write, SyncObjectRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<ReadFileResult> READ_FILE =
      new Opcode<>(
          46,
          "READ_FILE",
          new Body<>(ReadFileRequest.class, ReadFileRequest::write, ReadFileRequest::read),
          new Body<>(ReadFileResult.class, ReadFileResult::write, ReadFileResult::read));
  public static final Opcode<ReadFileResult> EXPOSE =
      new Opcode<>(
          47,
          "EXPOSE",
          new Body<>(ExposeRequest.class, ExposeRequest::write, ExposeRequest::read),
          new Body<>(ReadFileResult.class, ReadFileResult::write, ReadFileResult::read));
  public static final Opcode<ClusterViewResult> VOLUME_CHANGE =
      new Opcode<>(
          48,
          "VOLUME_CHANGE",
          new Body<>(
              VolumeChangeRequest.class, VolumeChangeRequest::write, VolumeChangeRequest::read),
          new Body<>(ClusterViewResult.class, ClusterViewResult::write, ClusterViewResult::read));
  public static final Opcode<VolumesResult> VOLUMES =
      new Opcode<>(
          49,
          "VOLUMES",
          new Body<>(VolumesRequest.class, VolumesRequest::write, VolumesRequest::read),
          new Body<>(VolumesResult.class, VolumesResult::write, VolumesResult::read));
  public static final Opcode<ObjectsResult> OBJECTS =
      new Opcode<>(
          50,
          "OBJECTS",
          new Body<>(ObjectsRequest.class, ObjectsRequest::write, ObjectsRequest::read),
          new Body<>(ObjectsResult.class, ObjectsResult::write, ObjectsResult::read));
  public static final Opcode<WriteFileResult> WRITE_FILE =
      new Opcode<>(
          51,
          "WRITE_FILE",
          new Body<>(WriteFileRequest.class, WriteFileRequest::write, WriteFileRequest::read),
          new Body<>(WriteFileResult.class, WriteFileResult::write, WriteFileResult::read));
  public static final Opcode<BulkCreateResult> WRITE_FILES =
      new Opcode<>(
          52,
          "WRITE_FILES",
          new Body<>(WriteFilesRequest.class, WriteFilesRequest::write, WriteFilesRequest::read),
          new Body<>(BulkCreateResult.class, BulkCreateResult::write, BulkCreateResult::read));
  public static final Opcode<ReadFilesResult> READ_FILES =
      new Opcode<>(
          53,
          "READ_FILES",
          new Body<>(ReadFilesRequest.class, ReadFilesRequest::write, ReadFilesRequest::read),
          new Body<>(ReadFilesResult.class, ReadFilesResult::write, ReadFilesResult::read));
  public static final Opcode<Empty> SYNC =
      new Opcode<>(
          54,
          "SYNC",
          new Body<>(SyncRequest.class, SyncRequest::write, SyncRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<RequestRateResult> REQUEST_RATE =
      new Opcode<>(
          85,
          "REQUEST_RATE",
          new Body<>(RequestRateRequest.class, RequestRateRequest::write, RequestRateRequest::read),
          new Body<>(RequestRateResult.class, RequestRateResult::write, RequestRateResult::read));
  public static final Opcode<Empty> OFFER_COPY =
      new Opcode<>(
          86,
          "OFFER_COPY",
          new Body<>(OfferCopyRequest.class, OfferCopyRequest::write, OfferCopyRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<CopyNameResult> COPY_NAME =
      new Opcode<>(
          87,
          "COPY_NAME",
          new Body<>(CopyNameRequest.class, CopyNameRequest::write, CopyNameRequest::read),
          new Body<>(CopyNameResult.class, CopyNameResult::write, CopyNameResult::read));
  public static final Opcode<Empty> RECALL_COPIES =
      new Opcode<>(
          90,
          "RECALL_COPIES",
          new Body<>(
              RecallCopiesRequest.class, RecallCopiesRequest::write, RecallCopiesRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<QuotaGrantResult> ALLOWANCE =
      new Opcode<>(
          88,
          "ALLOWANCE",
          new Body<>(QuotaGrantRequest.class, QuotaGrantRequest::write, QuotaGrantRequest::read),
          new Body<>(QuotaGrantResult.class, QuotaGrantResult::write, QuotaGrantResult::read));
  public static final Opcode<UsageResult> USAGE =
      new Opcode<>(
          89,
          "USAGE",
          new Body<>(UsageRequest.class, UsageRequest::write, UsageRequest::read),
          new Body<>(UsageResult.class, UsageResult::write, UsageResult::read));
  public static final Opcode<HeadersResult> HEADERS =
      new Opcode<>(
          96,
          "HEADERS",
          new Body<>(HeadersRequest.class, HeadersRequest::write, HeadersRequest::read),
          new Body<>(HeadersResult.class, HeadersResult::write, HeadersResult::read));
  public static final Opcode<SubdirectoriesResult> SUBDIRECTORIES =
      new Opcode<>(
          97,
          "SUBDIRECTORIES",
          new Body<>(
              SubdirectoriesRequest.class,
              SubdirectoriesRequest::write,
              SubdirectoriesRequest::read),
          new Body<>(
              SubdirectoriesResult.class, SubdirectoriesResult::write, SubdirectoriesResult::read));
  public static final Opcode<Empty> ADOPT =
      new Opcode<>(
          98,
          "ADOPT",
          new Body<>(AdoptRequest.class, AdoptRequest::write, AdoptRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<Empty> CORRECT_COPY =
      new Opcode<>(
          99,
          "CORRECT_COPY",
          new Body<>(CorrectCopyRequest.class, CorrectCopyRequest::write, CorrectCopyRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<Empty> RESTORE_PARTITION =
      new Opcode<>(
          100,
          "RESTORE_PARTITION",
          new Body<>(
              RestorePartitionRequest.class,
              RestorePartitionRequest::write,
              RestorePartitionRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));

  public static final Opcode<Empty> INSTALL_FILES =
      new Opcode<>(
          84,
          "INSTALL_FILES",
          new Body<>(
              InstallFilesRequest.class, InstallFilesRequest::write, InstallFilesRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));

  public static final Opcode<CachedBlock> CACHE_READ =
      new Opcode<>(
          112,
          "CACHE_READ",
          new Body<>(CacheReadRequest.class, CacheReadRequest::write, CacheReadRequest::read),
          new Body<>(CachedBlock.class, CachedBlock::write, CachedBlock::read));
  public static final Opcode<CacheOutcome> CACHE_WRITE =
      new Opcode<>(
          113,
          "CACHE_WRITE",
          new Body<>(CacheWriteRequest.class, CacheWriteRequest::write, CacheWriteRequest::read),
          new Body<>(CacheOutcome.class, CacheOutcome::write, CacheOutcome::read));
  public static final Opcode<CacheOutcome> CACHE_REMOVE =
      new Opcode<>(
          114,
          "CACHE_REMOVE",
          new Body<>(CacheRemoveRequest.class, CacheRemoveRequest::write, CacheRemoveRequest::read),
          new Body<>(CacheOutcome.class, CacheOutcome::write, CacheOutcome::read));
  public static final Opcode<Empty> CACHE_RELEASE =
      new Opcode<>(
          115,
          "CACHE_RELEASE",
          new Body<>(
              CacheReleaseRequest.class, CacheReleaseRequest::write, CacheReleaseRequest::read),
          new Body<>(Empty.class, Empty::write, Empty::read));
  public static final Opcode<CacheUsageResult> CACHE_USAGE =
      new Opcode<>(
          116,
          "CACHE_USAGE",
          new Body<>(CacheUsageRequest.class, CacheUsageRequest::write, CacheUsageRequest::read),
          new Body<>(CacheUsageResult.class, CacheUsageResult::write, CacheUsageResult::read));

  public static final Opcode<CachePermitResult> CACHE_PERMIT =
      new Opcode<>(
          61,
          "CACHE_PERMIT",
          new Body<>(CachePermitRequest.class, CachePermitRequest::write, CachePermitRequest::read),
          new Body<>(CachePermitResult.class, CachePermitResult::write, CachePermitResult::read));
  public static final Opcode<DataChunk> READ_CACHED_BLOCK =
      new Opcode<>(
          62,
          "READ_CACHED_BLOCK",
          new Body<>(
              ReadCachedBlockRequest.class,
              ReadCachedBlockRequest::write,
              ReadCachedBlockRequest::read),
          new Body<>(DataChunk.class, DataChunk::write, DataChunk::read));

  private final int code;
  private final String name;
  private final Body<? extends Request<R>> request;
  private final Body<R> result;

  private Opcode(int code, String name, Body<? extends Request<R>> request, Body<R> result) {
    this.code = code;
    this.name = name;
    this.request = request;
    this.result = result;
    if (BY_CODE[code] != null) {
      throw new AssertionError(name + " and " + BY_CODE[code] + " share number " + code);
    }
    BY_CODE[code] = this;
  }

  /** The number on the wire. */
  public int code() {
    return code;
  }

  /** Whether only servers may send it. */
  public boolean isBetweenServers() {
    return code >= FIRST_BETWEEN_SERVERS && code < FIRST_OF_CACHES;
  }

  /** Whether requests or results carry file data. */
  public boolean carriesData() {
    return bringsDataTo() || bringsDataBack();
  }

  /** Whether requests carry data of files or blocks. */
  boolean bringsDataTo() {
    return this == WRITE_OBJECT || this == CACHE_WRITE;
  }

  /** Whether answers carry data of files or blocks. */
  boolean bringsDataBack() {
    return this == READ_OBJECT || this == READ_CACHED_BLOCK || this == CACHE_READ;
  }

  /**
   * Decodes a result that a {@link ResultWriter} wrote.
   *
   * @throws ProtocolException if the bytes are no such result
   */
  public R decodeResult(byte[] encoded) {
    WireReader in = new WireReader();
    in.reset(Unpooled.wrappedBuffer(encoded), encoded.length);
    return result.read(in);
  }

  @Override
  public String toString() {
    return name;
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
    List<Opcode<?>> all = new ArrayList<>();
    for (Opcode<?> opcode : BY_CODE) {
      if (opcode != null) {
        all.add(opcode);
      }
    }
    return all;
  }

  Class<? extends Request<R>> requestType() {
    return request.type();
  }

  Class<R> resultType() {
    return result.type();
  }

  void writeRequest(Request<?> body, WireWriter out) {
    request.write(body, out);
  }

  Request<R> readRequest(WireReader in) {
    return request.read(in);
  }

  void writeResult(Result body, WireWriter out) {
    result.write(body, out);
  }

  R readResult(WireReader in) {
    return result.read(in);
  }

  /** The codec of a request or a result. */
  private record Body<T>(
      Class<T> type, BiConsumer<T, WireWriter> writer, Function<WireReader, T> reader) {
    void write(Object body, WireWriter out) {
      writer.accept(type.cast(body), out);
    }

    T read(WireReader in) {
      return reader.apply(in);
    }
  }
}
