package io.gigafs.server.namespace;

import io.gigafs.access.Access;
import io.gigafs.access.Acl;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.namespace.LookupRequest;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.data.Measures;
import io.gigafs.server.data.StoredFiles;
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

/** Looks up a name; grants the client a lease on a directory if no change to it is pending. */
public final class LookupOperation implements PartitionOperation<LookupRequest, LookupResult> {
  private static final byte[] NO_TARGET = {};

  private final Measures measures;
  private final NotedAccess accesses;

  public LookupOperation(Measures measures, NotedAccess accesses) {
    this.measures = measures;
    this.accesses = accesses;
  }

  @Override
  public Decision decide(
      LookupRequest request,
      Exchange<LookupResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    @Nullable Decision decided = Admission.toRead(request.name(), exchange, partition, commitBatch);
    if (decided != null) {
      return decided;
    }
    if (!DirectoryPermissions.has(partition, request.caller(), Access.SEARCH)) {
      commitBatch.failed(exchange, ErrorCode.EACCES, "");
      return Decision.TAKEN;
    }
    EntryKey key = partition.keyOf(request.name(), commitBatch.keys());
    Attributes found = commitBatch.batch().getEntry(key);
    if (found == null) {
      changesOf(request, exchange, partition);
      commitBatch.failed(exchange, ErrorCode.ENOENT, "");
      return Decision.TAKEN;
    }
    if (partition.isInodeRecord() && found.links() == 0) {
      commitBatch.failed(exchange, ErrorCode.ESTALE, "the file has lost its last name");
      return Decision.TAKEN;
    }
    if (request.reads() && found.type() == FileType.SYMLINK && !found.has(Attributes.LINKED)) {
      accesses.of(partition, request.name(), found, commitBatch);
    }
    int leaseMillis = lease(request, exchange, partition, commitBatch, found);
    Acl acl = aclOf(commitBatch, key, found);
    byte[] target = targetOf(commitBatch, key, found);
    long changes =
        isKeepable(found, partition)
            ? changesOf(request, exchange, partition)
            : LookupResult.NOT_TO_BE_KEPT;
    // Clients that cache the result have to learn of the partition's changes, which only its owner
    // knows.
    long copies =
        request.lease() || request.keeps()
            ? 0
            : partition.leases().copies().placesOf(request.name(), commitBatch.nanos());
    measures.answer(
        exchange,
        partition,
        request.name(),
        found,
        commitBatch,
        file ->
            new LookupResult(
                WireAttributes.of(file),
                leaseMillis,
                acl,
                file.has(Attributes.LINKED),
                target,
                changes,
                copies));
    return Decision.TAKEN;
  }

  @Override
  public boolean isRead() {
    return true;
  }

  private static @Nullable Acl aclOf(CommitBatch commitBatch, EntryKey key, Attributes found) {
    return found.type() == FileType.DIRECTORY
        ? EntryAcls.accessOf(commitBatch.batch(), key, found)
        : null;
  }

  private static byte[] targetOf(CommitBatch commitBatch, EntryKey key, Attributes found) {
    byte[] target = found.type() == FileType.SYMLINK ? commitBatch.batch().getInline(key) : null;
    return target == null ? NO_TARGET : target;
  }

  /** Directories have leases; linked or measured files change without a change of the partition. */
  private static boolean isKeepable(Attributes found, PartitionState partition) {
    return found.type() != FileType.DIRECTORY
        && !found.has(Attributes.LINKED)
        && !partition.isInodeRecord()
        && !StoredFiles.isMeasured(found);
  }

  /** Also called for a missing name: the client may be about to create it, and to cache that. */
  private static long changesOf(
      LookupRequest request, Exchange<LookupResult> exchange, PartitionState partition) {
    return request.keeps()
        ? partition.changeCounter().byOthersThan(exchange.peer().clientId())
        : LookupResult.NOT_TO_BE_KEPT;
  }

  private static int lease(
      LookupRequest request,
      Exchange<LookupResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch,
      Attributes found) {
    if (!request.lease()
        || found.type() != FileType.DIRECTORY
        || partition.isBlocked(request.name())) {
      return 0;
    }
    return partition.leases().grant(request.name(), exchange.peer(), commitBatch.nanosNow());
  }
}
