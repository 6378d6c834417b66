package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.WriteFileRequest;
import io.gigafs.protocol.file.WriteFileRequest.WriteFileResult;
import java.util.Optional;

/** Writes a whole small file with one request; has no effect if the file has to be opened. */
public final class WriteFile extends MutationOperation<WriteFileResult, Optional<FileAttributes>> {
  private final int mode;
  private final byte[] bytes;
  private final boolean sync;

  public WriteFile(
      ClientContext context,
      ClientOperation<Optional<FileAttributes>> operation,
      int mode,
      byte[] bytes,
      boolean sync) {
    super(context, operation, PathUse.OPEN_TO_CREATE, Follow.YES);
    this.mode = mode;
    this.bytes = bytes;
    this.sync = sync;
  }

  @Override
  protected Request<WriteFileResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new WriteFileRequest(
        directory, partition, operation().caller(), sequence, name(), mode, bytes, sync);
  }

  @Override
  protected void succeeded(WriteFileResult result) {
    complete(Optional.ofNullable(result.written()));
  }
}
