package io.gigafs.client;

import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.LookupResult;

/**
 * stat(2): a file's entry has all attributes; a directory's partitions are asked for their share.
 */
final class Stat extends PathLookup<FileAttributes> implements DirectoryAttributes.Gathered {
  Stat(Core core, ClientOperation<FileAttributes> operation, Follow follow) {
    super(core, operation, follow);
  }

  @Override
  void isDirectory(DirectoryEntry directory) {
    DirectoryAttributes.gather(core(), operation(), directory, this);
  }

  @Override
  void isFile(LookupResult result) {
    complete(result.attributes());
  }

  @Override
  public void gathered(FileAttributes attributes) {
    complete(attributes);
  }

  @Override
  public void notGathered(GigaException failure) {
    failOrResolveAnew(failure);
  }
}
