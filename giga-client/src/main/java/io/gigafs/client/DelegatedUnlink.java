package io.gigafs.client;

import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.Empty;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.UnlinkRequest;
import java.util.concurrent.CompletableFuture;

/**
 * Removes a name that its user believes to be gone, by a separate request. Used by one thread at a
 * time.
 */
final class DelegatedUnlink extends PartitionCall<Empty> implements SequenceTracker.Numbered {
  private final ClientOperation<Void> operation;
  private final InodeId directory;
  private final DelegatedRemoval removal;
  private long number;

  DelegatedUnlink(Core core, InodeId directory, DelegatedRemoval removal) {
    this(
        core,
        ClientOperation.internal(core, "unlink", removal.path(), removal.caller()),
        directory,
        removal);
  }

  private DelegatedUnlink(
      Core core, ClientOperation<Void> operation, InodeId directory, DelegatedRemoval removal) {
    super(core, operation);
    this.operation = operation;
    this.directory = directory;
    this.removal = removal;
  }

  CompletableFuture<Void> begin() {
    core().sequences().begin(1, this);
    return operation.future();
  }

  @Override
  public void numbered(long first) {
    number = first;
    start(directory, removal.name().hash());
  }

  @Override
  FlushScope flushScope() {
    return FlushScope.NONE;
  }

  @Override
  Request<Empty> request(InodeId into, PartitionIndex partition) {
    Sequence sequence = new Sequence(number, core().sequences().confirmed());
    return new UnlinkRequest(
        into, partition, removal.caller(), sequence, removal.name(), removal.file());
  }

  @Override
  void done(Empty result) {
    core().sequences().finish(number, 1);
    operation.complete(null);
  }

  @Override
  void failed(GigaException failure) {
    core().sequences().finish(number, 1);
    if (failure.code() == ErrorCode.ENOENT) {
      operation.complete(null);
    } else {
      operation.fail(failure);
    }
  }
}
