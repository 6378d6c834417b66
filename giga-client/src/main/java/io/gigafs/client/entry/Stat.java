package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.lookup.DirectoryAttributes;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.namespace.LookupResult;

/**
 * stat(2): a file's entry has all attributes; a directory's partitions are asked for their share.
 */
public final class Stat extends PathLookup<FileAttributes> implements DirectoryAttributes.Gathered {
  public Stat(ClientContext context, ClientOperation<FileAttributes> operation, Follow follow) {
    super(context, operation, follow);
  }

  @Override
  void isDirectory(DirectoryEntry directory) {
    DirectoryAttributes.gather(context(), operation(), directory, this);
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
