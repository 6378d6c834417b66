package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.UnlinkRequest;

/** unlink(2). */
final class Unlink extends MutationOperation<Empty, Void> {
  private final ClientOperation<Void> operation;

  Unlink(Core core, ClientOperation<Void> operation) {
    super(core, operation, PathUse.UNLINK, Follow.NO);
    this.operation = operation;
  }

  @Override
  Request<Empty> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new UnlinkRequest(directory, partition, operation().caller(), sequence, name());
  }

  @Override
  void located(ResolvedPath found) {
    boolean isDone =
        operation.reliesOnCache()
            && core().delegations().remove(core(), found, operation.path(), operation.caller());
    if (isDone) {
      complete(null);
    } else {
      super.located(found);
    }
  }

  @Override
  void succeeded(Empty result) {
    core().delegations().changed(core(), directory(), partition());
    core().files().unlinked(directory(), name());
    complete(null);
  }
}
