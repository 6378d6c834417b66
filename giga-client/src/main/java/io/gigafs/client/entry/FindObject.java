package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadFileRequest.ReadFileResult;
import io.gigafs.protocol.namespace.LookupResult;
import java.util.Optional;

/** Requests the object of a file on a volume; empty if servers keep its bytes. */
public final class FindObject extends NameOperation<ReadFileResult, Optional<FileData.Stored>> {
  public FindObject(ClientContext context, ClientOperation<Optional<FileData.Stored>> operation) {
    super(context, operation, PathUse.FILE, Follow.YES);
  }

  @Override
  protected Request<ReadFileResult> request(InodeId directory, PartitionIndex partition) {
    return new ReadFileRequest(directory, partition, operation().caller(), name());
  }

  @Override
  protected void done(ReadFileResult result) {
    LookupResult file = result.file();
    FileAttributes attributes = file.attributes();
    if (file.isElsewhere()) {
      ask(new DirectoryKey(attributes.inode(), InodeId.FILE_NAME));
    } else if (attributes.type() == FileType.SYMLINK) {
      place().resolver().follow(file.target());
    } else {
      complete(
          result.data() instanceof FileData.Stored stored ? Optional.of(stored) : Optional.empty());
    }
  }
}
