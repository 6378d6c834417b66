package io.gigafs.server.file;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.cache.CachePermitRequest;
import io.gigafs.protocol.cache.CachePermitRequest.CachePermitResult;
import io.gigafs.rpc.Exchange;
import io.gigafs.server.data.Permits;
import io.gigafs.server.data.StoredFiles;
import io.gigafs.server.partition.CommitBatch;
import io.gigafs.server.partition.PartitionOperation;
import io.gigafs.server.partition.PartitionState;
import io.gigafs.tablefs.Attributes;
import io.gigafs.volume.DataLocation;

/**
 * Issues a permit to the client of a handle to read the file's object from the cache group. No
 * permit is issued while the object may be written to: its content has no unique ctime then.
 */
record PermitOperation(Permits permits)
    implements PartitionOperation<CachePermitRequest, CachePermitResult> {
  /** Delay before a client asks again for a file that is being written. */
  private static final int ASK_AGAIN_MILLIS = 1_000;

  @Override
  public Decision decide(
      CachePermitRequest request,
      Exchange<CachePermitResult> exchange,
      PartitionState partition,
      CommitBatch commitBatch) {
    return HandlePlace.toRead(
        request,
        exchange,
        partition,
        commitBatch,
        place -> {
          if (!place.handle().reads()) {
            commitBatch.failed(exchange, ErrorCode.EBADF, "");
            return Decision.TAKEN;
          }
          Attributes file = place.attributes(partition, commitBatch);
          if (!StoredFiles.isStored(file) || StoredFiles.isMeasured(file)) {
            commitBatch.done(exchange, new CachePermitResult(null, ASK_AGAIN_MILLIS));
            return Decision.TAKEN;
          }
          DataLocation location =
              StoredFiles.row(commitBatch.batch(), partition.keyOf(place.name())).location();
          commitBatch.done(
              exchange,
              new CachePermitResult(
                  permits.issue(
                      location,
                      file.changedNanos(),
                      file.size(),
                      exchange.peer().clientId(),
                      request.caller().uid()),
                  Permits.CLIENT_LIFETIME_MILLIS));
          return Decision.TAKEN;
        });
  }
}
