package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.UnlinkRequest;

/** unlink(2). */
final class Unlink extends MutationOperation<Empty, Void> {
  Unlink(Core core, Operation<Void> operation) {
    super(core, operation, PathUse.UNLINK, Follow.NO);
  }

  @Override
  Request<Empty> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new UnlinkRequest(directory, partition, operation().caller(), sequence, name());
  }

  @Override
  void succeeded(Empty result) {
    complete(null);
  }
}
