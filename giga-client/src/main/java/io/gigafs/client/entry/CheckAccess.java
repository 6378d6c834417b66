package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.namespace.AccessRequest;

/** access(2). */
public final class CheckAccess extends NameOperation<Empty, Void> {
  private final int wanted;

  public CheckAccess(
      ClientContext context, ClientOperation<Void> operation, int wanted, Follow follow) {
    super(context, operation, PathUse.FILE, follow);
    this.wanted = wanted;
  }

  @Override
  protected Request<Empty> request(InodeId directory, PartitionIndex partition) {
    return new AccessRequest(
        directory,
        partition,
        operation().caller(),
        name(),
        wanted,
        follow() == Follow.YES,
        expected());
  }

  @Override
  protected void done(Empty nothing) {
    complete(null);
  }
}
