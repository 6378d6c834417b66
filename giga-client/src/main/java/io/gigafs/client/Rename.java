package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.RenameMode;
import io.gigafs.protocol.RenameRequest;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** renameat2(2): one request, to the holder of the old name, once both paths are resolved. */
final class Rename extends MutationOperation<Empty, Void> {
  private final GigaPath to;
  private final RenameMode mode;
  private @Nullable Place toPlace;

  Rename(Core core, Operation<Void> operation, GigaPath to, RenameMode mode) {
    super(core, operation, PathUse.RENAME, Follow.NO);
    this.to = to;
    this.mode = mode;
  }

  @Override
  void located(Place from) {
    PathUse use = mode == RenameMode.NO_REPLACE ? PathUse.RENAME_TO_NEW : PathUse.RENAME;
    Resolver.resolve(
        core(),
        operation(),
        to,
        use,
        new Resolution() {
          @Override
          public void resolved(Place place) {
            toPlace = place;
            Rename.super.located(from);
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
  List<DirectoryKey> leasesGivenUp() {
    return place().key().equals(toPlace().key())
        ? List.of(place().key())
        : List.of(place().key(), toPlace().key());
  }

  @Override
  Request<Empty> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    Place target = toPlace();
    InodeId toDirectory = target.parent().id();
    return new RenameRequest(
        directory,
        partition,
        operation().caller(),
        sequence,
        name(),
        toDirectory,
        core().maps().of(toDirectory).indexOf(target.name().hash()),
        target.name(),
        mode,
        place().endsInSlash(),
        target.endsInSlash());
  }

  @Override
  void succeeded(Empty result) {
    complete(null);
  }
}
