package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.protocol.Answer;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.AccessRequest;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.entry.Admission;
import io.gigafs.server.entry.EntryAcls;
import io.gigafs.server.entry.NamedFile;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.tablefs.EntryKey;
import io.gigafs.tablefs.FileType;
import org.jspecify.annotations.Nullable;

/** Checks a caller's permissions on a file: access(2). */
final class AccessOperation implements PartitionOperation<AccessRequest, Empty> {
  private static final int ALL = Access.READ | Access.WRITE | Access.EXECUTE;

  @Override
  public Decision decide(
      AccessRequest request,
      Exchange<Empty> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toRead(request.name(), exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    @Nullable ErrorCode refused =
        refuse(request, exchange.peer().clientId(), partition, commitBatch);
    commitBatch.answer(
        exchange,
        refused == null ? new Answer.Done<>(Empty.INSTANCE) : new Answer.Failed<>(refused, ""));
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  private static @Nullable ErrorCode refuse(
      AccessRequest request, long client, PartitionState partition, CommitBatch commitBatch) {
    if ((request.wanted() & ~ALL) != 0) {
      return ErrorCode.EINVAL;
    }
    EntryKey key = partition.keyOf(request.name());
    Attributes found = commitBatch.batch().getEntry(key);
    @Nullable ErrorCode refused = NamedFile.refuse(request, client, partition, found);
    if (refused != null || found == null) {
      return refused;
    }
    return allows(request, found, EntryAcls.accessOf(commitBatch.batch(), key, found))
        ? null
        : ErrorCode.EACCES;
  }

  private static boolean allows(AccessRequest request, Attributes file, @Nullable Acl acl) {
    int mode = file.mode();
    return file.type() == FileType.DIRECTORY
        ? Access.allows(mode, file.uid(), file.gid(), acl, request.caller(), request.wanted())
        : Access.allowsFile(mode, file.uid(), file.gid(), acl, request.caller(), request.wanted());
  }
}
