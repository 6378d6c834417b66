package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.RemoveDirectoryRequest;
import java.util.List;

/** rmdir(2). */
final class RemoveDirectory extends MutationOperation<Empty, Void> {
  RemoveDirectory(Core core, ClientOperation<Void> operation) {
    super(core, operation, PathUse.REMOVE_DIRECTORY, Follow.NO);
  }

  @Override
  List<DirectoryKey> leasesGivenUp() {
    return List.of(place().key());
  }

  @Override
  Request<Empty> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new RemoveDirectoryRequest(
        directory, partition, operation().caller(), sequence, name(), expected());
  }

  @Override
  void succeeded(Empty result) {
    core().locations().removed(place().key());
    complete(null);
  }
}
