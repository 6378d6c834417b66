package io.gigafs.client;

import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.namespace.LookupResult;

/** readlink(2). */
final class ReadLink extends PathLookup<byte[]> {
  ReadLink(Core core, ClientOperation<byte[]> operation) {
    super(core, operation, Follow.NO);
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
