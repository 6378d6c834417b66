package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.MakeNodeRequest;

/** mknod(2) and symlink(2). */
public final class MakeNode extends MutationOperation<EntryResult, FileAttributes> {
  private final FileType type;
  private final int mode;
  private final long device;
  private final byte[] target;

  public MakeNode(
      ClientContext context,
      ClientOperation<FileAttributes> operation,
      FileType type,
      int mode,
      long device,
      byte[] target) {
    super(context, operation, PathUse.MAKE_FILE, Follow.NO);
    this.type = type;
    this.mode = mode;
    this.device = device;
    this.target = target;
  }

  @Override
  protected Request<EntryResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new MakeNodeRequest(
        directory, partition, operation().caller(), sequence, name(), type, mode, device, target);
  }

  @Override
  protected void succeeded(EntryResult result) {
    complete(result.attributes());
  }
}
