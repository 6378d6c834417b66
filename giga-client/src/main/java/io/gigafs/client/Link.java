package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.LinkRequest;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import org.jspecify.annotations.Nullable;

/** linkat(2): one request, to the holder of the existing name, once both paths are resolved. */
final class Link extends MutationOperation<EntryResult, FileAttributes> {
  private final GigaPath to;
  private @Nullable Place toPlace;

  Link(Core core, Operation<FileAttributes> operation, GigaPath to, Follow follow) {
    super(core, operation, PathUse.FILE, follow);
    this.to = to;
  }

  @Override
  void located(Place existing) {
    Resolver.resolve(
        core(),
        operation(),
        to,
        PathUse.MAKE_FILE,
        new Resolution() {
          @Override
          public void resolved(Place place) {
            toPlace = place;
            Link.super.located(existing);
          }

          @Override
          public void unresolved(GigaException failure) {
            failOrResolveAnew(failure);
          }
        });
  }

  private Place toPlace() {
    if (toPlace == null) {
      throw new IllegalStateException("the new path is not resolved");
    }
    return toPlace;
  }

  @Override
  Request<EntryResult> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    Place target = toPlace();
    InodeId toDirectory = target.parent().id();
    return new LinkRequest(
        directory,
        partition,
        operation().caller(),
        sequence,
        name(),
        toDirectory,
        core().maps().of(toDirectory).indexOf(target.name().hash()),
        target.name(),
        follow() == Follow.YES);
  }

  @Override
  void succeeded(EntryResult result) {
    complete(result.attributes());
  }
}
