package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.namespace.AccessRequest;

/** access(2). */
final class CheckAccess extends NameOperation<Empty, Void> {
  private final int wanted;

  CheckAccess(Core core, ClientOperation<Void> operation, int wanted, Follow follow) {
    super(core, operation, PathUse.FILE, follow);
    this.wanted = wanted;
  }

  @Override
  Request<Empty> request(InodeId directory, PartitionIndex partition) {
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
  void done(Empty nothing) {
    complete(null);
  }
}
