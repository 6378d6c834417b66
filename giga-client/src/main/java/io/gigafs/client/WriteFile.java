package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.WriteFileRequest;
import io.gigafs.protocol.file.WriteFileResult;
import java.util.Optional;

/** Writes a whole small file with one request; has no effect if the file has to be opened. */
final class WriteFile extends MutationOperation<WriteFileResult, Optional<FileAttributes>> {
  private final int mode;
  private final byte[] bytes;
  private final boolean sync;

  WriteFile(
      Core core,
      ClientOperation<Optional<FileAttributes>> operation,
      int mode,
      byte[] bytes,
      boolean sync) {
    super(core, operation, PathUse.OPEN_TO_CREATE, Follow.YES);
    this.mode = mode;
    this.bytes = bytes;
    this.sync = sync;
  }

  @Override
  Request<WriteFileResult> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new WriteFileRequest(
        directory, partition, operation().caller(), sequence, name(), mode, bytes, sync);
  }

  @Override
  void succeeded(WriteFileResult result) {
    complete(Optional.ofNullable(result.written()));
  }
}
