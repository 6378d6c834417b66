package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.Name;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileType;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.LookupRequest;
import io.gigafs.protocol.LookupResult;
import io.gigafs.protocol.Request;

/**
 * Finds out what a name is. Used by one thread at a time; one that has ended may be used again.
 *
 * <p>The entry of a linked file's name only says where the file is, so that is asked next. Should
 * it be gone from there (ESTALE), the name has changed meanwhile and has to be looked up again.
 */
abstract class NameLookup extends PartitionCall<LookupResult> {
  private final GigaPath path;
  private Name name = InodeId.ROOT_NAME;

  NameLookup(Core core, Operation<?> operation, GigaPath path) {
    super(core, operation);
    this.path = path;
  }

  /** What the name is; of a linked file what is known at its place, if it goes on there. */
  abstract void found(LookupResult result);

  /** Whether a linked file of this type is asked for at its place; by default all are. */
  boolean goesOn(FileType type) {
    return true;
  }

  /** Asks for a name. */
  final void lookUp(DirectoryKey key) {
    name = key.name();
    start(key.parent(), name.hash());
  }

  @Override
  final FlushScope flushScope() {
    return FlushScope.OF_NAME;
  }

  @Override
  final Request<LookupResult> request(InodeId directory, PartitionIndex partition) {
    return new LookupRequest(
        directory, partition, operation().caller(), name, wantsLease(), false, false);
  }

  /** Whether a directory is to be remembered for a while. */
  boolean wantsLease() {
    return false;
  }

  @Override
  final void done(LookupResult result) {
    if (result.isElsewhere() && goesOn(result.attributes().type())) {
      lookUp(new DirectoryKey(result.attributes().inode(), InodeId.FILE_NAME));
    } else {
      found(result);
    }
  }

  @Override
  final GigaException failure(ErrorCode code, String detail) {
    return operation().failure(path, code, detail);
  }
}
