package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.CreateRequest;

/** open(2) with O_CREAT. */
public final class CreateFile extends MutationOperation<EntryResult, FileAttributes> {
  private final int mode;
  private final boolean exclusive;

  public CreateFile(
      ClientContext context,
      ClientOperation<FileAttributes> operation,
      int mode,
      boolean exclusive) {
    super(
        context,
        operation,
        exclusive ? PathUse.OPEN_EXCLUSIVELY : PathUse.OPEN_TO_CREATE,
        exclusive ? Follow.NO : Follow.YES);
    this.mode = mode;
    this.exclusive = exclusive;
  }

  @Override
  protected Request<EntryResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new CreateRequest(
        directory, partition, operation().caller(), sequence, name(), mode, exclusive);
  }

  @Override
  protected void succeeded(EntryResult result) {
    complete(result.attributes());
  }
}
