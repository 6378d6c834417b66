package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.MakeNodeRequest;

/** mknod(2) and symlink(2). */
final class MakeNode extends MutationOperation<EntryResult, FileAttributes> {
  private final FileType type;
  private final int mode;
  private final long device;
  private final byte[] target;

  MakeNode(
      Core core,
      ClientOperation<FileAttributes> operation,
      FileType type,
      int mode,
      long device,
      byte[] target) {
    super(core, operation, PathUse.MAKE_FILE, Follow.NO);
    this.type = type;
    this.mode = mode;
    this.device = device;
    this.target = target;
  }

  @Override
  Request<EntryResult> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new MakeNodeRequest(
        directory, partition, operation().caller(), sequence, name(), type, mode, device, target);
  }

  @Override
  void succeeded(EntryResult result) {
    complete(result.attributes());
  }
}
