package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.LookupRequest;
import io.gigafs.protocol.LookupResult;
import io.gigafs.protocol.Request;

/** stat(2): the entry has it all for a file; a directory's partitions are asked for their share. */
final class Stat extends NameOperation<LookupResult, FileAttributes>
    implements DirectoryAttributes.Gathered {
  Stat(Core core, Operation<FileAttributes> operation) {
    super(core, operation);
  }

  @Override
  public void resolved(DirectoryEntry parent) {
    DirectoryKey key = new DirectoryKey(parent.id(), name());
    DirectoryEntry cached = core().directories().get(key, core().clock().nanos());
    if (cached != null && parent.allowsSearch(operation().caller())) {
      DirectoryAttributes.gather(core(), operation(), cached, this);
    } else {
      super.resolved(parent);
    }
  }

  @Override
  Request<LookupResult> request(InodeId directory, PartitionIndex partition) {
    return new LookupRequest(directory, partition, operation().caller(), name(), false);
  }

  @Override
  void done(LookupResult result) {
    if (result.attributes().isDirectory()) {
      DirectoryEntry entry = DirectoryEntry.of(result.attributes());
      DirectoryAttributes.gather(core(), operation(), entry, this);
    } else {
      complete(result.attributes());
    }
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
