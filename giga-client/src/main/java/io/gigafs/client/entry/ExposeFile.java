package io.gigafs.client.entry;

import io.gigafs.client.ExposedFile;
import io.gigafs.client.Follow;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.cluster.VolumeInfo;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.file.ExposeRequest;
import io.gigafs.protocol.file.FileData;
import io.gigafs.protocol.file.ReadFileRequest.ReadFileResult;
import io.gigafs.protocol.namespace.LookupResult;
import io.gigafs.volume.DataLocation;
import java.net.URI;
import java.util.Optional;

/** Lets programs access a large file's object directly: returns its path on the mounted volume. */
public final class ExposeFile extends MutationOperation<ReadFileResult, Optional<ExposedFile>> {
  /** The type of volumes that are directories of a mounted file system. */
  private static final String MOUNTED = "posix";

  public ExposeFile(ClientContext context, ClientOperation<Optional<ExposedFile>> operation) {
    super(context, operation, PathUse.FILE, Follow.YES);
  }

  @Override
  protected Request<ReadFileResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new ExposeRequest(
        directory, partition, operation().caller(), sequence, name(), expected());
  }

  @Override
  protected void succeeded(ReadFileResult result) {
    LookupResult file = result.file();
    FileAttributes attributes = file.attributes();
    if (file.isElsewhere()) {
      ask(new DirectoryKey(attributes.inode(), InodeId.FILE_NAME));
    } else if (attributes.type() == FileType.SYMLINK) {
      place().resolver().follow(file.target());
    } else if (attributes.type() == FileType.DIRECTORY) {
      operation().fail(operation().failure(ErrorCode.EISDIR, ""));
    } else if (result.data() instanceof FileData.Stored stored) {
      completeWith(attributes.inode(), stored.location());
    } else {
      complete(Optional.empty());
    }
  }

  private void completeWith(InodeId file, DataLocation location) {
    context()
        .knownVolumes()
        .learn(location.volume())
        .whenComplete(
            (learned, failure) ->
                complete(
                    context()
                        .views()
                        .current()
                        .volume(location.volume())
                        .map(VolumeInfo::uri)
                        .filter(uri -> MOUNTED.equals(uri.getScheme()))
                        .map(URI::getPath)
                        .map(root -> new ExposedFile(file, root + "/" + location.path()))));
  }
}
