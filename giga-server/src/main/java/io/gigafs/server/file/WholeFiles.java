package io.gigafs.server.file;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.bulk.BulkCreateResult;
import io.gigafs.protocol.bulk.WriteFilesRequest;
import io.gigafs.protocol.file.DataWrite;
import io.gigafs.protocol.file.WriteFileRequest.WriteFileResult;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.access.AttributeRules;
import io.gigafs.server.access.InodeFlags;
import io.gigafs.server.context.ServerContext;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.data.InlineWrite;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.namespace.BulkOperation;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.server.quota.Quotas;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes whole files: in one batch the effects of opening a file (creating or truncating it),
 * writing it and closing it. No handle is made, as the file is not open anywhere. Shared by single
 * and bulk requests.
 */
final class WholeFiles {
  /** Nothing was done. */
  static final Answer<WriteFileResult> TO_BE_OPENED = new Answer.Done<>(new WriteFileResult(null));

  private static final AttributeChange TO_NOTHING = AttributeChange.ofSize(0);

  private final NewFile newFile;
  private final ServerContext context;
  private final Quotas quotas;

  /**
   * A file that is written with all of its content in one request.
   *
   * @param mode permission bits (07777) if it is created
   * @param bytes the entire content
   */
  @SuppressWarnings("ArrayRecordComponent") // only transferred, never compared
  record WholeFile(Caller caller, Name name, int mode, byte[] bytes) {
    /** The quota usage that writing it adds to what exists. */
    QuotaUsage need(@Nullable Attributes found) {
      return found == null ? most() : new QuotaUsage(0, Math.max(0, bytes.length - found.size()));
    }

    /** The maximum quota usage that writing it adds. */
    QuotaUsage most() {
      return new QuotaUsage(1, bytes.length);
    }
  }

  WholeFiles(ServerContext context, NewFile newFile, Quotas quotas) {
    this.newFile = newFile;
    this.context = context;
    this.quotas = quotas;
  }

  /** The operation that writes many files. */
  BulkOperation<WriteFilesRequest> inBulk(SplitTrigger splits) {
    return new BulkOperation<>(
        (request, i, partition, commitBatch, outcomes) ->
            outcomes.answered(write(of(request, i), partition, commitBatch)),
        (request, i) -> of(request, i).most(),
        this::answering,
        splits,
        quotas);
  }

  private static WholeFile of(WriteFilesRequest request, int i) {
    return new WholeFile(
        request.caller(), request.names().get(i), request.mode(), request.contents().get(i));
  }

  private Exchange<BulkCreateResult> answering(
      WriteFilesRequest request, Exchange<BulkCreateResult> exchange) {
    return request.sync() ? context.syncs().synced(exchange) : exchange;
  }

  /** Writes a file whose usage was prepaid, or answers why not. */
  private Answer<EntryResult> write(
      WholeFile file, PartitionState partition, CommitBatch commitBatch) {
    @Nullable Attributes found = commitBatch.batch().getEntry(partition.keyOf(file.name()));
    @Nullable Answer<WriteFileResult> answer = refuse(file, partition, found, commitBatch);
    if (answer == null) {
      answer = write(file, partition, commitBatch, found, file.need(found));
    }
    if (answer instanceof Answer.Failed<WriteFileResult> failed) {
      return new Answer.Failed<>(failed.code(), failed.detail());
    }
    return answer instanceof Answer.Done<WriteFileResult> done && done.result().written() != null
        ? new Answer.Done<>(new EntryResult(done.result().written()))
        : new Answer.Failed<>(ErrorCode.EOPNOTSUPP, "the file has to be opened for that");
  }

  /**
   * The answer if nothing is done; null if the file may be written.
   *
   * @param found the attributes of the existing file
   */
  @Nullable Answer<WriteFileResult> refuse(
      WholeFile file,
      PartitionState partition,
      @Nullable Attributes found,
      CommitBatch commitBatch) {
    Caller caller = file.caller();
    if (!DirectoryPermissions.has(partition, caller, Access.SEARCH)) {
      return failed(ErrorCode.EACCES);
    }
    if (found == null && partition.hasFixedName()) {
      return failed(ErrorCode.ENOENT);
    }
    boolean isTooLarge = file.bytes().length > mostInlineBytes();
    if (isTooLarge || (found != null && !isPlain(file, partition, found))) {
      return TO_BE_OPENED;
    }
    if (found == null) {
      @Nullable ErrorCode refused = DirectoryPermissions.refuseAdding(partition, caller);
      return refused == null ? null : failed(refused);
    }
    return mayWrite(file, partition, found, commitBatch) ? null : failed(ErrorCode.EACCES);
  }

  private int mostInlineBytes() {
    return context.view().get().settings().mostInlineBytes();
  }

  /**
   * Whether a file is inline and closed, so that writing it without a handle makes no difference.
   */
  private static boolean isPlain(WholeFile file, PartitionState partition, Attributes found) {
    return !partition.isInodeRecord()
        && InlineFiles.isInline(found)
        && !found.has(Attributes.LINKED)
        && !InodeFlags.isProtected(found)
        && !partition.openState().isHeld(file.name());
  }

  private static boolean mayWrite(
      WholeFile file, PartitionState partition, Attributes found, CommitBatch commitBatch) {
    Acl acl = EntryAcls.accessOf(commitBatch.batch(), partition.keyOf(file.name()), found);
    return Access.allows(found.mode(), found.uid(), found.gid(), acl, file.caller(), Access.WRITE);
  }

  /**
   * Writes a file that may be written.
   *
   * @param need the usage that it adds
   */
  Answer<WriteFileResult> write(
      WholeFile file,
      PartitionState partition,
      CommitBatch commitBatch,
      @Nullable Attributes found,
      QuotaUsage need) {
    context.store().checkRoom();
    if (!partition.usage().tryPrepay(commitBatch, need)) {
      return Quotas.overQuota();
    }
    return found == null
        ? make(file, partition, commitBatch)
        : fill(file, partition, commitBatch, found);
  }

  private Answer<WriteFileResult> make(
      WholeFile file, PartitionState partition, CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(file.name());
    Attributes made = newFile.attributes(partition, commitBatch, file.caller(), key, file.mode());
    if (file.bytes().length > 0) {
      made =
          AttributeRules.written(made, file.bytes().length, file.caller(), commitBatch.wallNanos())
              .withHoles(0);
      InlineFiles.putNew(commitBatch.batch(), key, file.bytes());
    }
    commitBatch.batch().putEntry(key, made);
    partition.entryAdded(commitBatch, made);
    return done(made);
  }

  /** Replaces the file's content with the bytes. */
  private Answer<WriteFileResult> fill(
      WholeFile file, PartitionState partition, CommitBatch commitBatch, Attributes before) {
    EntryKey key = partition.keyOf(file.name());
    Caller caller = file.caller();
    Attributes emptied = AttributeRules.apply(before, TO_NOTHING, caller, commitBatch.wallNanos());
    List<DataWrite> all = List.of(new DataWrite(0, file.bytes()));
    Attributes after = emptied;
    if (InlineWrite.of(commitBatch.batch(), key, emptied, all, mostInlineBytes())
        instanceof InlineWrite.Bytes bytes) {
      after =
          AttributeRules.written(emptied, bytes.size(), caller, commitBatch.wallNanos())
              .withHoles(bytes.holes());
      bytes.apply(commitBatch.batch(), key);
    } else {
      InlineFiles.truncate(commitBatch.batch(), key, before, 0);
    }
    commitBatch.batch().putEntry(key, after);
    partition.entryChanged(commitBatch, before, after);
    return done(after);
  }

  private static Answer<WriteFileResult> done(Attributes file) {
    return new Answer.Done<>(new WriteFileResult(WireAttributes.of(file)));
  }

  private static Answer<WriteFileResult> failed(ErrorCode code) {
    return new Answer.Failed<>(code, "");
  }
}
