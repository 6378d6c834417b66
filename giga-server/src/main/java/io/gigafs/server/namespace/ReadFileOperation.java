package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.index.Name;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.Caller;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadFileRequest.ReadFileResult;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.data.InlineFiles;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.DirectoryPermissions;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.WireAttributes;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Looks up a name and reads the file, if it is a regular one that is here. */
final class ReadFileOperation implements PartitionOperation<ReadFileRequest, ReadFileResult> {
  private static final byte[] NO_TARGET = {};

  private final NotedAccess accesses;

  ReadFileOperation(NotedAccess accesses) {
    this.accesses = accesses;
  }

  @Override
  public Decision decide(
      ReadFileRequest request,
      Exchange<ReadFileResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toRead(request.name(), exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    commitBatch.answer(exchange, read(request.caller(), request.name(), partition, commitBatch));
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  Answer<ReadFileResult> read(
      Caller caller, Name name, PartitionState partition, CommitBatch commitBatch) {
    EntryKey key = partition.keyOf(name);
    Attributes found = commitBatch.batch().getEntry(key);
    @Nullable ErrorCode refused = refuse(caller, partition, key, found, commitBatch);
    if (refused != null || found == null) {
      return new Answer.Failed<>(refused == null ? ErrorCode.ENOENT : refused, "");
    }
    boolean isElsewhere = found.has(Attributes.LINKED);
    @Nullable FileData data = isElsewhere ? null : InlineFiles.read(commitBatch, key, found);
    Attributes file = data == null ? found : accesses.of(partition, name, found, commitBatch);
    return new Answer.Done<>(
        new ReadFileResult(
            new LookupResult(
                WireAttributes.of(file),
                0,
                null,
                isElsewhere,
                targetOf(commitBatch, key, file),
                LookupResult.NOT_TO_BE_KEPT),
            data));
  }

  /** The errors of open(2); the client reports that files of other types have no bytes to read. */
  private static @Nullable ErrorCode refuse(
      Caller caller,
      PartitionState partition,
      EntryKey key,
      @Nullable Attributes found,
      CommitBatch commitBatch) {
    if (!DirectoryPermissions.has(partition, caller, Access.SEARCH)) {
      return ErrorCode.EACCES;
    }
    if (found == null) {
      return ErrorCode.ENOENT;
    }
    if (partition.isInodeRecord() && found.links() == 0) {
      return ErrorCode.ESTALE;
    }
    if (found.type() == FileType.SYMLINK || found.has(Attributes.LINKED)) {
      return null;
    }
    if (found.type() == FileType.SOCKET) {
      return ErrorCode.ENXIO;
    }
    Acl acl = EntryAcls.accessOf(commitBatch.batch(), key, found);
    return Access.allows(found.mode(), found.uid(), found.gid(), acl, caller, Access.READ)
        ? null
        : ErrorCode.EACCES;
  }

  private static byte[] targetOf(CommitBatch commitBatch, EntryKey key, Attributes found) {
    boolean isHere = found.type() == FileType.SYMLINK && !found.has(Attributes.LINKED);
    byte[] target = isHere ? commitBatch.batch().getInline(key) : null;
    return target == null ? NO_TARGET : target;
  }
}
