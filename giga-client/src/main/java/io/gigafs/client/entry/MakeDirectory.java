package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.GigaPath;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;

/** mkdir(2). */
public final class MakeDirectory extends MutationOperation<EntryResult, FileAttributes> {
  private final int mode;

  public MakeDirectory(ClientContext context, ClientOperation<FileAttributes> operation, int mode) {
    super(context, operation, PathUse.MAKE_DIRECTORY, Follow.NO);
    this.mode = mode;
  }

  @Override
  protected Request<EntryResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new MakeDirectoryRequest(
        directory, partition, operation().caller(), sequence, name(), mode);
  }

  @Override
  protected void succeeded(EntryResult result) {
    if (!(operation().target() instanceof GigaPath)) {
      // A client that works by paths resolves through it before it uses its inode id.
      context().locations().learn(result.attributes().inode(), place().key());
    }
    complete(result.attributes());
  }
}
