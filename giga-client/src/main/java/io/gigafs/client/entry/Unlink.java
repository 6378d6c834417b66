package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.lookup.ResolvedPath;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.UnlinkRequest;

/** unlink(2). */
public final class Unlink extends MutationOperation<Empty, Void> {
  private final ClientOperation<Void> operation;

  public Unlink(ClientContext context, ClientOperation<Void> operation) {
    super(context, operation, PathUse.UNLINK, Follow.NO);
    this.operation = operation;
  }

  @Override
  protected Request<Empty> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new UnlinkRequest(directory, partition, operation().caller(), sequence, name());
  }

  @Override
  public void located(ResolvedPath found) {
    boolean isDone =
        operation.reliesOnCache()
            && found.namesEntry()
            && context()
                .delegations()
                .remove(
                    context(),
                    found.parent(),
                    found.name(),
                    operation.target(),
                    operation.caller());
    if (isDone) {
      complete(null);
    } else {
      super.located(found);
    }
  }

  @Override
  protected void succeeded(Empty result) {
    context().delegations().changed(context(), directory(), partition());
    context().files().unlinked(directory(), name());
    complete(null);
  }
}
