package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.RenameRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** renameat2(2): one request, to the server of the old name, once both paths are resolved. */
final class Rename extends PairOperation<Empty, Void> {
  private final RenameMode mode;

  /** The directories last seen at the old and at the new name. */
  private @Nullable InodeId moved;

  private @Nullable InodeId replaced;

  Rename(Core core, ClientOperation<Void> operation, GigaPath to, RenameMode mode) {
    super(
        core,
        operation,
        PathUse.RENAME,
        Follow.NO,
        to,
        mode.atNewName() == RenameMode.NO_REPLACE ? PathUse.RENAME_TO_NEW : PathUse.RENAME);
    this.mode = mode;
  }

  @Override
  List<DirectoryKey> leasesGivenUp() {
    moved = core().locations().at(place().key());
    replaced = core().locations().at(other().key());
    return place().key().equals(other().key())
        ? List.of(place().key())
        : List.of(place().key(), other().key());
  }

  @Override
  Request<Empty> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
    return new RenameRequest(
        directory,
        partition,
        operation().caller(),
        sequence,
        name(),
        other().parent().id(),
        otherPartition(),
        other().name(),
        mode,
        place().endsInSlash(),
        other().endsInSlash());
  }

  @Override
  void succeeded(Empty result) {
    if (moved != null) {
      core().locations().learn(moved, other().key());
    }
    if (replaced != null && mode == RenameMode.EXCHANGE) {
      core().locations().learn(replaced, place().key());
    }
    if (mode != RenameMode.EXCHANGE) {
      core().files().renamed(directory(), name(), other().parent().id(), other().name());
    }
    complete(null);
  }
}
