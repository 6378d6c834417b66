package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.MakeDirectoryRequest;

/** mkdir(2). */
final class MakeDirectory extends MutationOperation<EntryResult, FileAttributes> {
  private final int mode;

  MakeDirectory(Core core, ClientOperation<FileAttributes> operation, int mode) {
    super(core, operation, PathUse.MAKE_DIRECTORY, Follow.NO);
    this.mode = mode;
  }

  @Override
  Request<EntryResult> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new MakeDirectoryRequest(
        directory, partition, operation().caller(), sequence, name(), mode);
  }

  @Override
  void succeeded(EntryResult result) {
    if (!operation().path().isAbsolute()) {
      // A client that works by paths resolves through it before it uses its inode id.
      core().locations().learn(result.attributes().inode(), place().key());
    }
    complete(result.attributes());
  }
}
