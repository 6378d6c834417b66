package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.RemoveDirectoryRequest;
import java.util.List;

/** rmdir(2). */
public final class RemoveDirectory extends MutationOperation<Empty, Void> {
  public RemoveDirectory(ClientContext context, ClientOperation<Void> operation) {
    super(context, operation, PathUse.REMOVE_DIRECTORY, Follow.NO);
  }

  @Override
  List<DirectoryKey> leasesGivenUp() {
    return List.of(place().key());
  }

  @Override
  protected Request<Empty> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new RemoveDirectoryRequest(
        directory, partition, operation().caller(), sequence, name(), expected());
  }

  @Override
  protected void succeeded(Empty result) {
    context().locations().removed(place().key());
    complete(null);
  }
}
