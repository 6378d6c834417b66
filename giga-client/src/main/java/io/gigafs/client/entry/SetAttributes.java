package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.lease.DirectoryEntry;
import io.gigafs.client.lookup.DirectoryAttributes;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
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
public final class SetAttributes extends MutationOperation<EntryResult, FileAttributes> {
  private final AttributeChange change;

  public SetAttributes(
      ClientContext context,
      ClientOperation<FileAttributes> operation,
      AttributeChange change,
      Follow follow) {
    super(context, operation, PathUse.FILE, follow);
    this.change = change;
  }

  @Override
  List<DirectoryKey> leasesGivenUp() {
    return List.of(place().key());
  }

  @Override
  protected Request<EntryResult> request(
      InodeId directory, PartitionIndex partition, Sequence sequence) {
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
  protected void succeeded(EntryResult result) {
    FileAttributes attributes = result.attributes();
    if (!attributes.isDirectory()) {
      complete(attributes);
      return;
    }
    DirectoryAttributes.gather(
        context(),
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
