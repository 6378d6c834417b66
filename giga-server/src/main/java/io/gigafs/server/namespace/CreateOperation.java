package io.gigafs.server.namespace;

import io.gigafs.protocol.bulk.CreateRequest;
import io.gigafs.protocol.quota.QuotaUsage;
import io.gigafs.server.entry.NewFile;
import io.gigafs.server.entry.SplitTrigger;
import io.gigafs.server.quota.Quotas;

/** Creates empty regular files: one, or as many as a client gathered. */
public final class CreateOperation {
  private CreateOperation() {}

  /** Creates the operation. */
  public static BulkOperation<CreateRequest> of(
      NewFile newFile, SplitTrigger splits, Quotas quotas) {
    return new BulkOperation<>(
        (request, i, partition, commitBatch, outcomes) ->
            newFile.create(
                partition,
                commitBatch,
                request.caller(),
                partition.keyOf(request.names(), i, commitBatch.keys()),
                request.mode(),
                request.exclusive(),
                0,
                outcomes.nanos(commitBatch),
                outcomes),
        (request, i) -> QuotaUsage.ENTRY,
        splits,
        quotas);
  }
}
