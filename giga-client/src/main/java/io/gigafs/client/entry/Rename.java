package io.gigafs.client.entry;

import io.gigafs.client.Follow;
import io.gigafs.client.Target;
import io.gigafs.client.path.PathUse;
import io.gigafs.client.request.ClientOperation;
import io.gigafs.client.request.DirectoryKey;
import io.gigafs.client.session.ClientContext;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Result.Empty;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.RenameMode;
import io.gigafs.protocol.namespace.RenameRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** renameat2(2): one request, to the server of the old name, once both targets are resolved. */
public final class Rename extends PairOperation<Empty, Void> {
  private final RenameMode mode;

  /** The directories last seen at the old and at the new name. */
  private @Nullable InodeId moved;

  private @Nullable InodeId replaced;

  public Rename(
      ClientContext context, ClientOperation<Void> operation, Target to, RenameMode mode) {
    super(
        context,
        operation,
        PathUse.RENAME,
        Follow.NO,
        to,
        mode.atNewName() == RenameMode.NO_REPLACE ? PathUse.RENAME_TO_NEW : PathUse.RENAME);
    this.mode = mode;
  }

  @Override
  List<DirectoryKey> leasesGivenUp() {
    moved = context().locations().at(place().key());
    replaced = context().locations().at(other().key());
    return place().key().equals(other().key())
        ? List.of(place().key())
        : List.of(place().key(), other().key());
  }

  @Override
  protected Request<Empty> request(InodeId directory, PartitionIndex partition, Sequence sequence) {
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
  protected void succeeded(Empty result) {
    if (moved != null) {
      context().locations().learn(moved, other().key());
    }
    if (replaced != null && mode == RenameMode.EXCHANGE) {
      context().locations().learn(replaced, place().key());
    }
    if (mode != RenameMode.EXCHANGE) {
      context().files().renamed(directory(), name(), other().parent().id(), other().name());
    }
    complete(null);
  }
}
