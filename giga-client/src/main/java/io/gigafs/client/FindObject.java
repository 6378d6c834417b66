package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.ReadFileRequest;
import io.gigafs.protocol.file.ReadFileResult;
import io.gigafs.protocol.namespace.LookupResult;
import java.util.Optional;

/** Requests the object of a file on a volume; empty if servers keep its bytes. */
final class FindObject extends NameOperation<ReadFileResult, Optional<FileData.Stored>> {
  FindObject(Core core, ClientOperation<Optional<FileData.Stored>> operation) {
    super(core, operation, PathUse.FILE, Follow.YES);
  }

  @Override
  Request<ReadFileResult> request(InodeId directory, PartitionIndex partition) {
    return new ReadFileRequest(directory, partition, operation().caller(), name());
  }

  @Override
  void done(ReadFileResult result) {
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
