package io.gigafs.server.file;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.OpenRequest;
import io.gigafs.protocol.file.OpenResult;
import io.gigafs.protocol.file.OpenResult.Outcome;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.protocol.quota.QuotaShortage;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.data.ObjectProbe;
import io.gigafs.server.data.StoredChanges;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.data.VolumeErrors;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.NamedFile;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.openstate.OpenHandle;
import io.gigafs.server.openstate.OpenState;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.server.transaction.InodeRecords;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Opens a file by the rules of open(2); it may create or truncate the file. */
final class OpenOperation implements PartitionOperation<OpenRequest, OpenResult> {
  private static final int RETRY_MILLIS = 100;
  private static final AttributeChange TO_NOTHING = AttributeChange.ofSize(0);

  private final NewFile newFile;
  private final SplitTrigger splits;
  private final ServerContext context;
  private final Quotas quotas;
  private final StoredChanges stored;
  private final InodeRecords inodeRecords;

  /**
   * An operation that opens files.
   *
   * @param inodeRecords creates files without a name
   */
  OpenOperation(
      ServerContext context,
      NewFile newFile,
      SplitTrigger splits,
      Quotas quotas,
      StoredChanges stored,
      InodeRecords inodeRecords) {
    this.inodeRecords = inodeRecords;
    this.newFile = newFile;
    this.splits = splits;
    this.context = context;
    this.quotas = quotas;
    this.stored = stored;
  }

  @Override
  public Decision decide(
      OpenRequest request,
      Exchange<OpenResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return decide(request, exchange, partition, commitBatch, null);
  }

  /**
   * Decides.
   *
   * @param probe status of the file's object, once that was truncated for this request
   */
  private Decision decide(
      OpenRequest request,
      Exchange<OpenResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      @Nullable ObjectProbe probe) {
    @Nullable Decision decided = Admission.toChange(request, exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    if (request.truncates() && partition.isBeingMoved(request.name(), commitBatch)) {
      return Decision.WAIT;
    }
    if (request.nameless()) {
      return makeNameless(request, exchange, partition, commitBatch);
    }
    @Nullable Attributes toEmpty = toEmptyFirst(request, partition, commitBatch);
    if (toEmpty != null) {
      if (!StoredChanges.isAboutItsObject(probe, partition, request.name(), commitBatch)) {
        stored.ask(
            partition,
            request.name(),
            toEmpty,
            0L,
            request.caller(),
            exchange,
            emptied -> decideAgain(request, exchange, partition.slot(), emptied),
            commitBatch);
        return Decision.TAKEN;
      }
      if (probe != null && probe.failure() != null) {
        commitBatch.answer(exchange, VolumeErrors.answer(probe.failure()));
        return Decision.TAKEN;
      }
    }
    @Nullable Answer<OpenResult> answer =
        quotas.decide(
            partition,
            commitBatch,
            exchange,
            QuotaUsage.ENTRY,
            () -> open(request, exchange.peer().clientId(), partition, commitBatch, probe));
    if (answer == null) {
      return Decision.WAIT;
    }
    Answer<OpenResult> remembered =
        answer instanceof Answer.Done<OpenResult> opened
            ? new Answer.Done<>(opened.result().forRetry())
            : answer;
    boolean letsWriteObject = request.writes() && isStored(answer);
    commitBatch.settle(
        partition,
        request,
        // The file must be durably unsettled before a client writes to its object, for any crash.
        letsWriteObject ? context.syncs().synced(exchange) : exchange,
        answer,
        remembered);
    splits.afterGrowth(partition, commitBatch);
    return Decision.TAKEN;
  }

  /**
   * Creates a file without a name as an inode record of its own. The id is of the directory's slot,
   * so the lane is the same, and one batch writes the file and its handle: the record is never
   * without either. It is removed like those of files that were open when they lost their last
   * name.
   */
  private Decision makeNameless(
      OpenRequest request,
      Exchange<OpenResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable ErrorCode refused = refuseNameless(request, partition);
    if (refused != null) {
      commitBatch.settle(partition, request, exchange, failed(refused));
      return Decision.TAKEN;
    }
    InodeId inode = newFile.nextId(partition);
    PartitionState record =
        inodeRecords.find(
            context.lanes().of(partition.slot()), partition.slot(), inode, commitBatch);
    if (record == null) {
      commitBatch.answer(exchange, new Answer.Retry<>(RETRY_MILLIS));
      return Decision.TAKEN;
    }
    @Nullable InodeId domain = partition.owner().quotaDomain();
    if (domain != null) {
      record.setQuotaDomain(commitBatch, domain);
    }
    EntryKey key = record.keyOf(InodeId.FILE_NAME);
    Attributes made =
        newFile
            .attributes(partition, commitBatch, request.caller(), key, request.mode(), inode)
            .withLinks(0, commitBatch.wallNanos());
    commitBatch.batch().putEntry(key, made);
    record.entryAdded(commitBatch, made);
    hold(
        request, InodeId.FILE_NAME, exchange.peer().clientId(), record, inode.value(), commitBatch);
    OpenResult result =
        new OpenResult(
            Outcome.CREATED,
            WireAttributes.of(made),
            InlineFiles.NOTHING,
            LookupResult.NOT_TO_BE_KEPT,
            false,
            Quotas.shortage(partition));
    commitBatch.settle(
        partition,
        request,
        exchange,
        new Answer.Done<>(result),
        new Answer.Done<>(result.forRetry()));
    return Decision.TAKEN;
  }

  private static @Nullable ErrorCode refuseNameless(OpenRequest request, PartitionState partition) {
    if (partition.hasFixedName()) {
      return ErrorCode.EPERM;
    }
    return DirectoryPermissions.refuseAdding(partition, request.caller());
  }

  private static boolean isStored(Answer<OpenResult> answer) {
    return answer instanceof Answer.Done<OpenResult> opened
        && opened.result().data() instanceof FileData.Stored;
  }

  private void decideAgain(
      OpenRequest request, Exchange<OpenResult> exchange, int slot, ObjectProbe probe) {
    context
        .lanes()
        .submit(
            slot,
            (same, asker, partition, commitBatch) ->
                decide(same, asker, partition, commitBatch, probe),
            request,
            exchange);
  }

  /**
   * The file that the request truncates to zero and whose object has to be cut for that, or null.
   */
  private static @Nullable Attributes toEmptyFirst(
      OpenRequest request, PartitionState partition, CommitBatch commitBatch) {
    if (!request.truncates()
        || (request.creates() && request.exclusive())
        || !DirectoryPermissions.has(partition, request.caller(), Access.SEARCH)) {
      return null;
    }
    Attributes found = commitBatch.batch().getEntry(partition.keyOf(request.name()));
    boolean isToEmpty =
        found != null
            && StoredFiles.isStored(found)
            && !isStale(request, partition, found)
            && !StoredChanges.mayBecomeInline(partition, request.name(), found)
            && refuse(request, partition, found, commitBatch) == null;
    return isToEmpty ? found : null;
  }

  private Answer<OpenResult> open(
      OpenRequest request,
      long client,
      PartitionState partition,
      CommitBatch commitBatch,
      @Nullable ObjectProbe probe) {
    if (!DirectoryPermissions.has(partition, request.caller(), Access.SEARCH)) {
      return failed(ErrorCode.EACCES);
    }
    Attributes found = commitBatch.batch().getEntry(partition.keyOf(request.name()));
    if (found == null) {
      return request.creates() && !partition.hasFixedName()
          ? create(request, client, partition, commitBatch)
          : failed(ErrorCode.ENOENT);
    }
    OpenState held = partition.openState().find(request.name());
    if (held != null && held.isOfAnother(request.session(), client)) {
      return failed(ErrorCode.EPERM);
    }
    if (isStale(request, partition, found)) {
      return failed(ErrorCode.ESTALE);
    }
    if (request.creates() && request.exclusive()) {
      return failed(ErrorCode.EEXIST);
    }
    if (found.type() == FileType.SYMLINK) {
      return done(Outcome.SYMLINK, found);
    }
    if (request.onlyDirectory() && found.type() != FileType.DIRECTORY) {
      return failed(ErrorCode.ENOTDIR);
    }
    if (found.has(Attributes.LINKED)) {
      return done(Outcome.LINKED, found);
    }
    @Nullable ErrorCode refused = refuse(request, partition, found, commitBatch);
    if (refused != null) {
      return failed(refused);
    }
    return found.type() == FileType.DIRECTORY
        ? done(Outcome.DIRECTORY, found)
        : open(request, client, partition, found, commitBatch, probe);
  }

  /** Whether the file is not the expected one, or has no name left. */
  private static boolean isStale(OpenRequest request, PartitionState partition, Attributes found) {
    return NamedFile.isOther(found, request.expected()) || isGone(request, partition, found);
  }

  /** Whether a file has no name left; for a session that has it open it still exists. */
  private static boolean isGone(OpenRequest request, PartitionState partition, Attributes found) {
    if (!partition.isInodeRecord() || found.links() > 0) {
      return false;
    }
    OpenState openState = partition.openState().find(request.name());
    return openState == null || !openState.sessions().contains(request.session());
  }

  private static @Nullable ErrorCode refuse(
      OpenRequest request, PartitionState partition, Attributes found, CommitBatch commitBatch) {
    boolean changes = request.writes() || request.truncates();
    if (found.type() == FileType.DIRECTORY && (changes || request.creates())) {
      return ErrorCode.EISDIR;
    }
    if (found.type() == FileType.SOCKET) {
      return ErrorCode.ENXIO;
    }
    @Nullable ErrorCode refused =
        InodeFlags.refuseOpen(found, request.writes(), request.appends(), request.truncates());
    if (refused != null) {
      return refused;
    }
    int wanted = (request.reads() ? Access.READ : 0) | (changes ? Access.WRITE : 0);
    Acl acl = EntryAcls.accessOf(commitBatch.batch(), partition.keyOf(request.name()), found);
    return Access.allows(found.mode(), found.uid(), found.gid(), acl, request.caller(), wanted)
        ? null
        : ErrorCode.EACCES;
  }

  private Answer<OpenResult> create(
      OpenRequest request, long client, PartitionState partition, CommitBatch commitBatch) {
    Answer<EntryResult> made =
        newFile.create(
            partition, commitBatch, request.caller(), request.name(), request.mode(), true);
    if (made instanceof Answer.Done<EntryResult> done) {
      hold(
          request,
          request.name(),
          client,
          partition,
          done.result().attributes().inode().value(),
          commitBatch);
      return new Answer.Done<>(
          new OpenResult(
              Outcome.CREATED,
              done.result().attributes(),
              InlineFiles.NOTHING,
              partition.changeCounter().byOthersIfAsked(client),
              false,
              Quotas.shortage(partition)));
    }
    Answer.Failed<EntryResult> refused = (Answer.Failed<EntryResult>) made;
    return new Answer.Failed<>(refused.code(), refused.detail());
  }

  private Answer<OpenResult> open(
      OpenRequest request,
      long client,
      PartitionState partition,
      Attributes found,
      CommitBatch commitBatch,
      @Nullable ObjectProbe probe) {
    EntryKey key = partition.keyOf(request.name());
    Attributes opened = found;
    if (request.truncates() && StoredFiles.isStored(found)) {
      opened =
          StoredChanges.mayBecomeInline(partition, request.name(), found)
              ? StoredChanges.empty(
                  partition, request.name(), found, TO_NOTHING, request.caller(), commitBatch)
              : stored.apply(
                  partition,
                  request.name(),
                  found,
                  TO_NOTHING,
                  request.caller(),
                  probe,
                  commitBatch);
    } else if (request.truncates() && found.type() == FileType.REGULAR) {
      opened = AttributeRules.apply(found, TO_NOTHING, request.caller(), commitBatch.wallNanos());
      InlineFiles.truncate(commitBatch.batch(), key, found, 0);
      commitBatch.batch().putEntry(key, opened);
      partition.entryChanged(commitBatch, found, opened);
    }
    boolean isFirst = !opened.has(Attributes.UNSETTLED);
    boolean writesObject = request.writes() && StoredFiles.isStored(opened);
    if (writesObject) {
      Attributes settled = opened;
      opened =
          StoredFiles.unsettle(commitBatch.batch(), key, opened, request.caller().isSuperuser());
      partition.entryChanged(commitBatch, settled, opened);
    }
    @Nullable FileData data =
        ObjectAnswers.of(
            InlineFiles.read(commitBatch, key, opened),
            partition.openState().file(request.name(), opened.inode()),
            request.session(),
            context.view());
    hold(request, request.name(), client, partition, opened.inode(), commitBatch);
    if (writesObject) {
      partition
          .openState()
          .file(request.name(), opened.inode())
          .writesObject(request.session(), request.handle(), isFirst);
      partition.openState().writerOpened();
    }
    return new Answer.Done<>(
        new OpenResult(
            Outcome.OPENED,
            WireAttributes.of(StoredFiles.shown(commitBatch.batch(), key, opened)),
            data,
            LookupResult.NOT_TO_BE_KEPT,
            ByteRangeLockOperations.isChangedByOthers(
                opened, partition.openState().find(request.name()), request.session()),
            request.writes() ? Quotas.shortage(partition) : QuotaShortage.NONE));
  }

  private static void hold(
      OpenRequest request,
      Name name,
      long client,
      PartitionState partition,
      long inode,
      CommitBatch commitBatch) {
    partition
        .openState()
        .file(name, inode)
        .open(
            request.session(),
            new OpenHandle(
                request.handle(),
                new OpenHandle.Opener(client, request.caller().uid()),
                request.reads(),
                request.writes(),
                request.appends()));
    partition.openState().write(commitBatch.batch(), name, request.session());
    partition.openStateChanged(commitBatch);
  }

  private static Answer<OpenResult> done(Outcome outcome, Attributes attributes) {
    return new Answer.Done<>(
        new OpenResult(
            outcome,
            WireAttributes.of(attributes),
            null,
            LookupResult.NOT_TO_BE_KEPT,
            false,
            QuotaShortage.NONE));
  }

  private static Answer<OpenResult> failed(ErrorCode code) {
    return new Answer.Failed<>(code, "");
  }
}
