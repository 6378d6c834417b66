package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.session.ClientContext;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.LookupResult;

/** readlink(2). */
public final class ReadLink extends PathLookup<byte[]> {
  public ReadLink(ClientContext context, ClientOperation<byte[]> operation) {
    super(context, operation, Follow.NO);
  }

  @Override
  boolean reads() {
    return true;
  }

  @Override
  void isDirectory(DirectoryEntry directory) {
    fail(ErrorCode.EINVAL);
  }

  @Override
  void isFile(LookupResult result) {
    if (result.attributes().type() == FileType.SYMLINK) {
      complete(result.target());
    } else {
      fail(ErrorCode.EINVAL);
    }
  }
}
