package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.RemoveDirectoryRequest;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;

/** rmdir(2). */
final class RemoveDirectory extends MutationOperation<Empty, Void> {
  RemoveDirectory(Core core, Operation<Void> operation) {
    super(core, operation);
  }

  @Override
  boolean changesDirectory() {
    return true;
  }

  @Override
  Request<Empty> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new RemoveDirectoryRequest(directory, partition, operation().caller(), sequence, name());
  }

  @Override
  void succeeded(Empty result) {
    complete(null);
  }
}
