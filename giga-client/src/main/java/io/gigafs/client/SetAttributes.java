package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.AttributeChange;
import io.gigafs.protocol.namespace.SetAttributesRequest;
import java.util.List;

/** chmod(2), chown(2) and utimensat(2). */
final class SetAttributes extends MutationOperation<EntryResult, FileAttributes> {
  private final AttributeChange change;

  SetAttributes(
      Core core, ClientOperation<FileAttributes> operation, AttributeChange change, Follow follow) {
    super(core, operation, PathUse.FILE, follow);
    this.change = change;
  }

  @Override
  List<DirectoryKey> leasesGivenUp() {
    return List.of(place().key());
  }

  @Override
  Request<EntryResult> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new SetAttributesRequest(
        directory,
        partition,
        operation().caller(),
        sequence,
        name(),
        change,
        follow() == Follow.YES,
        expected());
  }

  @Override
  void succeeded(EntryResult result) {
    FileAttributes attributes = result.attributes();
    if (!attributes.isDirectory()) {
      complete(attributes);
      return;
    }
    DirectoryAttributes.gather(
        core(),
        operation(),
        DirectoryEntry.of(attributes),
        new DirectoryAttributes.Gathered() {
          @Override
          public void gathered(FileAttributes all) {
            complete(all);
          }

          @Override
          public void notGathered(GigaException failure) {
            // The change itself, which was requested, has succeeded.
            complete(attributes);
          }
        });
  }
}
