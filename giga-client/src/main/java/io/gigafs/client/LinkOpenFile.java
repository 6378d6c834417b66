package io.gigafs.client;

import io.gigafs.client.path.PathUse;
import io.gigafs.index.InodeId;
import io.gigafs.index.PartitionIndex;
import io.gigafs.protocol.EntryResult;
import io.gigafs.protocol.ErrorCode;
import io.gigafs.protocol.FileAttributes;
import io.gigafs.protocol.GigaException;
import io.gigafs.protocol.Request;
import io.gigafs.protocol.Sequence;
import io.gigafs.protocol.namespace.LinkRequest;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * linkat(2) with AT_EMPTY_PATH: adds a name to an open file with an inode record, such as a file
 * that was created without a name. Used by one thread at a time.
 */
final class LinkOpenFile extends PartitionCall<EntryResult>
    implements Resolution, SequenceTracker.Numbered {
  private final ClientOperation<FileAttributes> operation;
  private final InodeId file;
  private final StalePath stale;
  private @Nullable ResolvedPath place;
  private @Nullable OwnNameChange change;
  private long number;

  /**
   * @param operation whose path is the new name
   */
  LinkOpenFile(Core core, ClientOperation<FileAttributes> operation, InodeId file) {
    super(core, operation);
    this.operation = operation;
    this.file = file;
    this.stale = new StalePath(operation);
  }

  void begin() {
    OperationResolver.resolve(core(), operation, operation.path(), PathUse.MAKE_FILE, this);
  }

  @Override
  public void resolved(ResolvedPath found) {
    place = found;
    core().sequences().begin(1, this);
  }

  @Override
  public void unresolved(GigaException failure) {
    stale.retryOrFail(failure, this::begin);
  }

  private ResolvedPath place() {
    if (place == null) {
      throw new IllegalStateException("the new name is not resolved");
    }
    return place;
  }

  @Override
  public void numbered(long first) {
    number = first;
    DirectoryKey name = place().key();
    change = core().attributeCache().isOn() ? new OwnNameChange(core(), List.of(name)) : null;
    core().attributeCache().forget(file);
    if (core().delegations().isOn()) {
      core().delegations().beginChange(core(), name);
    }
    start(file, InodeId.FILE_NAME.hash());
  }

  @Override
  Request<EntryResult> request(InodeId directory, PartitionIndex partition) {
    return new LinkRequest(
        directory,
        partition,
        operation.caller(),
        new Sequence(number, core().sequences().confirmed()),
        InodeId.FILE_NAME,
        place().parent().id(),
        core().maps().of(place().parent().id()).indexOf(place().name().hash()),
        place().name(),
        false,
        file);
  }

  @Override
  void done(EntryResult result) {
    end();
    operation.complete(result.attributes());
  }

  @Override
  void failed(GigaException failure) {
    if (failure.code() == ErrorCode.ETIMEDOUT) {
      core().delegations().markOutcomeUnknown(core().clock().nanos());
    }
    end();
    operation.fail(
        failure.code() == ErrorCode.ESTALE
            ? operation.failure(ErrorCode.ENOENT, "the open file has no inode record")
            : failure);
  }

  private void end() {
    if (change != null) {
      change.end();
    }
    core().attributeCache().forget(file);
    if (core().delegations().isOn()) {
      core().delegations().endChange(core(), place().key());
    }
    core().sequences().finish(number, 1);
  }
}
